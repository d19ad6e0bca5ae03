import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client, until } from './support';

const bad = '{\n  "train_micro_batch_size_per_gpu": 4,\n  "fp16": { "enabled": true },\n  "bf16": { "enabled": true }\n}\n';
const clean = '{ "train_micro_batch_size_per_gpu": 4 }\n';

test('a finding has its place, rule, severity, source and related places', async (t) => {
  const client = await Client.start(t);
  const uri = await client.open('ds_config.json', bad);
  const [found, ...more] = await client.diagnostics(uri);
  assert.deepEqual(more, []);
  assert.ok(found);
  assert.deepEqual(found.range, { start: { line: 2, character: 23 }, end: { line: 2, character: 27 } });
  assert.deepEqual([found.code, found.severity, found.source], ['fp16-and-bf16', 1, 'shardlint']);
  assert.match(found.codeDescription!.href, /fp16-and-bf16/);
  assert.deepEqual(found.relatedInformation!.map((r) => [r.location.uri, r.location.range.start]), [[uri, { line: 3, character: 23 }]]);
});

test('the same findings are unchanged, others are not', async (t) => {
  const client = await Client.start(t);
  const uri = await client.open('ds_config.json', bad);
  const first = await client.pull(uri);
  assert.ok(first.kind === 'full' && first.resultId !== undefined);
  assert.deepEqual(await client.pull(uri, first.resultId), { kind: 'unchanged', resultId: first.resultId });
  await client.edit(uri, '"bf16": { "enabled": true }', '"bf16": { "enabled": false }');
  const second = await client.pull(uri, first.resultId);
  assert.ok(second.kind === 'full');
  assert.deepEqual(second.items, []);
});

test('messages come in the language that was asked for', async (t) => {
  const client = await Client.start(t, { lang: 'zh-cn' });
  const uri = await client.open('ds_config.json', bad);
  assert.match(String((await client.diagnostics(uri))[0]!.message), /拒绝加载/);
});

test('an edit in the hostfile changes what the config is told, and the client is asked to look again', async (t) => {
  const client = await Client.start(t, { own: { commands: true } });
  const config = await client.open('ds_config.json', '{ "train_batch_size": 16, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 1 }\n');
  await client.open('train.sh', 'deepspeed --hostfile hostfile train.py --deepspeed_config ds_config.json\n');
  const hostfile = await client.open('hostfile', 'worker-0 slots=4\nworker-1 slots=4\n');
  assert.deepEqual(await client.rules(config), []);
  await until('the first look', () => client.statusChanges > 0 || undefined);
  await client.edit(hostfile, 'slots=4', 'slots=8');
  await client.edit(hostfile, 'worker-1 slots=4', 'worker-1 slots=8');
  await until('a refresh', () => client.refreshes > 0 || undefined);
  const [found] = await client.diagnostics(config);
  assert.equal(found?.code, 'batch-size-mismatch');
  assert.match(String(found.message), /16 is not 2 × 1 × 16 ranks = 32/);
  assert.ok(found.relatedInformation!.some((r) => r.location.uri === hostfile));
});

test('files on disk count, and are read again when they change, come or go', async (t) => {
  const client = await Client.start(t, { files: { 'train.py': '', 'hostfile': 'a slots=4\nb slots=4\n', 'train.sh': 'deepspeed --hostfile hostfile train.py --deepspeed_config ds_config.json\n' } });
  const config = await client.open('ds_config.json', '{ "train_batch_size": 16, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 1 }\n');
  assert.deepEqual(await client.rules(config), []);
  client.write('hostfile', 'a slots=8\nb slots=8\n');
  await client.didChangeFile('hostfile', 2);
  assert.deepEqual(await client.rules(config), ['batch-size-mismatch']);

  const script = await client.open('train.sh', 'deepspeed --hostfile hostfile train.py --deepspeed_config ds_config.json\n');
  await client.close(config);
  assert.deepEqual(await client.rules(script), ['config-not-found']);
  client.write('ds_config.json', clean);
  await client.didChangeFile('ds_config.json', 1);
  assert.deepEqual(await client.rules(script), []);
  rmSync(join(client.folder, 'ds_config.json'));
  await client.didChangeFile('ds_config.json', 3);
  assert.deepEqual(await client.rules(script), ['config-not-found']);
});

test('an unsaved text weighs more than the disk, and the disk counts again after closing', async (t) => {
  const client = await Client.start(t, { files: { 'ds_config.json': clean, 'train.py': '', hostfile: 'a slots=4\nb slots=4\n' } });
  const script = await client.open('train.sh', 'deepspeed --hostfile hostfile --num_gpus 8 train.py --deepspeed_config ds_config.json\n');
  assert.deepEqual(await client.rules(script), ['num-gpus-beyond-slots']);
  const hostfile = await client.open('hostfile', 'a slots=8\nb slots=8\n');
  assert.deepEqual(await client.rules(script), []);
  await client.close(hostfile);
  assert.deepEqual(await client.rules(script), ['num-gpus-beyond-slots']);
});

test('clients that do not ask are sent the findings, of other documents too, and their end', async (t) => {
  const client = await Client.start(t, { pull: false });
  const config = await client.open('ds_config.json', bad);
  const sent = (uri: string, ...rules: string[]) => until(`${rules.join(' ') || 'nothing'} in ${uri}`, () => (JSON.stringify(client.pushed.get(uri)?.map((d) => d.code)) === JSON.stringify(rules) ? true : undefined));
  await sent(config, 'fp16-and-bf16');
  await client.edit(config, '"bf16": { "enabled": true }', '"train_batch_size": 48');
  await client.open('train.sh', 'deepspeed --num_gpus 4 train.py --deepspeed_config ds_config.json\n');
  await sent(config);
  await client.edit(config, '"train_batch_size": 48', '"train_batch_size": 47');
  await sent(config, 'batch-size-mismatch');
  await client.close(config);
  await sent(config);
});

test('the settings file is followed, and its own mistakes are told', async (t) => {
  const client = await Client.start(t);
  const config = await client.open('ds_config.json', bad);
  const settings = await client.open('shardlint.json', '{ "rules": { "fp16-and-bf16": "info" } }\n', 'jsonc');
  assert.deepEqual((await client.diagnostics(config)).map((d) => d.severity), [3]);
  await client.edit(settings, '"info"', '"off"');
  assert.deepEqual(await client.rules(config), []);
  await client.edit(settings, '"rules"', '"rulez"');
  assert.deepEqual(await client.rules(settings), ['unknown-setting']);
  assert.deepEqual(await client.rules(config), ['fp16-and-bf16']);
});

test('several folders, each with its own settings', async (t) => {
  const client = await Client.start(t, { folders: ['a', 'b'], files: { 'a/shardlint.json': '{ "rules": { "fp16-and-bf16": "off" } }' } });
  const one = await client.open('a/ds_config.json', bad);
  const two = await client.open('b/ds_config.json', bad);
  assert.deepEqual([await client.rules(one), await client.rules(two)], [[], ['fp16-and-bf16']]);
  await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [{ uri: client.uri('a'), name: 'a' }] } });
  assert.deepEqual([await client.rules(one), await client.rules(two)], [[], ['fp16-and-bf16']]);
});
