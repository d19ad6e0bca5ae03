import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client, until } from './support';

const bad = '{\n  "train_micro_batch_size_per_gpu": 4,\n  "fp16": { "enabled": true },\n  "bf16": { "enabled": true }\n}\n';
const clean = '{ "train_micro_batch_size_per_gpu": 4 }\n';
const batch16 = '{ "train_batch_size": 16, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 1 }\n';
const launch = 'deepspeed --hostfile hostfile train.py --deepspeed_config ds_config.json\n';

test('several changes in one notification count one after the other, in UTF-16 units', async (t) => {
  const client = await Client.start(t);
  const uri = await client.open('ds_config.json', '{\r\n  "zz": "𝒳𝒴", "gradient_clippin": 1\r\n}\r\n');
  const [found] = await client.diagnostics(uri);
  assert.deepEqual([found?.code, found?.range], ['ignored-key', { start: { line: 1, character: 16 }, end: { line: 1, character: 34 } }]);
  // The first replaces the two characters outside the BMP (four units), so the second counts from the shorter line.
  await client.change(uri, 2, [
    { range: { start: { line: 1, character: 9 }, end: { line: 1, character: 13 } }, text: 'ab' },
    { range: { start: { line: 1, character: 31 }, end: { line: 1, character: 31 } }, text: 'g' },
  ]);
  assert.deepEqual(await client.rules(uri), []);
  await client.change(uri, 3, [{ text: bad }]);
  assert.deepEqual(await client.rules(uri), ['fp16-and-bf16']);
});

test('changes that make no sense do no harm', async (t) => {
  const client = await Client.start(t);
  const uri = await client.open('ds_config.json', clean);
  await client.change(client.uri('never-opened.json'), 2, [{ text: bad }]);
  await client.change(uri, 2, [{ range: { start: { line: 999, character: 7 }, end: { line: 9999, character: 1 } }, text: '\n' }]);
  await client.change(uri, 3, [{ range: { start: { line: 0, character: 5000 }, end: { line: 0, character: 6000 } }, text: '  ' }]);
  assert.deepEqual(await client.rules(uri), []);
  await client.change(uri, 4, []);
  await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: client.uri('never-opened.json') } });
  await client.change(uri, 5, [{ text: bad }]);
  assert.deepEqual(await client.rules(uri), ['fp16-and-bf16']);
});

test('names as VS Code writes them: percent signs, drive letters of either case', async (t) => {
  const client = await Client.start(t);
  const config = await client.open('', batch16, 'json', 'file:///c%3A/My%20Runs/%5Ba%5D/ds_config.json');
  const script = await client.open('', 'deepspeed --num_gpus 4 train.py --deepspeed_config ds_config.json\n', 'shellscript', 'file:///C:/My%20Runs/[a]/train.sh');
  const [found] = await client.diagnostics(config);
  assert.equal(found?.code, 'batch-size-mismatch');
  assert.ok(found.relatedInformation!.some((r) => r.location.uri === script), 'related places are named as the client names them');
  assert.deepEqual(await client.rules('file:///C:/My%20Runs/%5Ba%5D/ds_config.json'), ['batch-size-mismatch']);
});

test('a hostfile that is missing, and then is there', async (t) => {
  const client = await Client.start(t, { files: { 'train.py': '', 'ds_config.json': clean } });
  const script = await client.open('train.sh', launch);
  assert.deepEqual(await client.rules(script), ['hostfile-not-found']);
  client.write('hostfile', 'a slots=4\n');
  await client.didChangeFile('hostfile', 1);
  assert.deepEqual(await client.rules(script), []);
});

test('a folder that goes takes its files with it', async (t) => {
  const client = await Client.start(t, { files: { 'train.py': '', 'conf/ds_config.json': clean } });
  const script = await client.open('train.sh', 'deepspeed --num_gpus 2 train.py --deepspeed_config conf/ds_config.json\n');
  assert.deepEqual(await client.rules(script), []);
  rmSync(join(client.folder, 'conf'), { recursive: true });
  await client.didChangeFile('conf', 3);
  assert.deepEqual(await client.rules(script), ['config-not-found']);
});

test('a client that does not watch files: the disk is looked at again when a document is opened or saved', async (t) => {
  const client = await Client.start(t, { watch: false, files: { 'train.py': '', 'ds_config.json': clean } });
  const script = await client.open('train.sh', launch);
  assert.deepEqual(await client.rules(script), ['hostfile-not-found']);
  client.write('hostfile', 'a slots=4\n');
  await client.save(script);
  assert.deepEqual(await client.rules(script), []);
  rmSync(join(client.folder, 'hostfile'));
  await client.open('notes.json', '{}');
  assert.deepEqual(await client.rules(script), ['hostfile-not-found']);
  assert.deepEqual(client.watched, []);
});

test('an open document over the limit hides the shorter file on disk', async (t) => {
  const client = await Client.start(t, { files: { 'ds_config.json': bad } });
  await client.open('train.sh', 'deepspeed --num_gpus 4 train.py --deepspeed_config ds_config.json\n');
  const uri = await client.open('ds_config.json', bad + ' '.repeat(3 * 1024 * 1024));
  assert.deepEqual(await client.rules(uri), []);
});

test('edits in two documents at once: the one that was asked about too early is asked about again', async (t) => {
  const client = await Client.start(t, { own: { commands: true }, files: { 'train.py': '' } });
  const config = await client.open('ds_config.json', batch16);
  await client.open('train.sh', launch);
  const hostfile = await client.open('hostfile', 'a slots=4\nb slots=4\n');
  assert.deepEqual(await client.rules(config), []);
  await until('the first look', () => client.statusChanges > 0 || undefined);
  await client.edit(config, '"train_batch_size": 16', '"train_batch_size":  16');
  assert.deepEqual(await client.rules(config), []);
  await client.edit(hostfile, 'b slots=4', 'b slots=8');
  await until('a refresh', () => client.refreshes > 0 || undefined);
  assert.deepEqual(await client.rules(config), ['batch-size-mismatch']);
});

test('hints elsewhere are asked for again when an edit changes them, findings or not', async (t) => {
  const client = await Client.start(t, { own: { commands: true }, files: { 'train.py': '', 'ds_config.json': clean } });
  const script = await client.open('train.sh', launch);
  const hostfile = await client.open('hostfile', 'a slots=4\nb slots=4\n');
  await until('the first look', () => client.statusChanges > 0 || undefined);
  const before = client.hintRefreshes;
  await client.apply(hostfile, [{ range: { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } }, newText: 'a slots=2\nb slots=2\n' }]);
  await until('a refresh of the hints', () => client.hintRefreshes > before || undefined);
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  assert.deepEqual((await client.request<{ label: string }[]>('inlayHint', script, { range })).map((h) => h.label), ['⟨4 ranks⟩']);
});

test('a client that refuses what the server asks of it is served all the same', async (t) => {
  const client = await Client.start(t, { refuses: true, files: { 'train.py': '' }, own: { commands: true } });
  const config = await client.open('ds_config.json', batch16);
  await client.open('train.sh', launch);
  const hostfile = await client.open('hostfile', 'a slots=4\nb slots=4\n');
  assert.deepEqual(await client.rules(config), []);
  await until('the first look', () => client.statusChanges > 0 || undefined);
  await client.edit(hostfile, 'b slots=4', 'b slots=8');
  await until('a refresh', () => client.refreshes > 0 || undefined);
  await until('the answer to it', () => client.log.some((l) => /refuses/.test(l)) || undefined);
  assert.deepEqual(await client.rules(config), ['batch-size-mismatch']);
});

test('nothing is pushed for a document after its end', async (t) => {
  const client = await Client.start(t, { pull: false });
  for (let i = 0; i < 20; i++) {
    const uri = await client.open('ds_config.json', bad);
    await client.edit(uri, '"fp16"', '"fp16" ');
    await new Promise((go) => setTimeout(go, 10 * i));
    await client.close(uri);
  }
  await new Promise((go) => setTimeout(go, 600));
  assert.deepEqual(client.pushed.get(client.uri('ds_config.json')) ?? [], []);
});

test('cells of notebooks and old revisions are nobody\'s files', async (t) => {
  const client = await Client.start(t, { pull: false });
  for (const uri of ['vscode-notebook-cell:/w/n.ipynb#W0sZmlsZQ%3D%3D', 'git:/w/ds_config.json?%7B%22ref%22%3A%22HEAD%22%7D']) {
    await client.open('', bad, 'json', uri);
    assert.deepEqual(await client.request('hover', uri, { position: { line: 2, character: 4 } }), null);
  }
  const uri = await client.open('ds_config.json', bad);
  await until('findings', () => (client.pushed.get(uri)?.length ? true : undefined));
  assert.deepEqual([...client.pushed.keys()], [uri]);
});

test('the language is that of the editor where nobody chose one', async (t) => {
  for (const [locale, message] of [['zh-cn', /拒绝加载/], ['zh-Hans-CN', /拒绝加载/], ['zh-tw', /refuses/], ['de', /refuses/]] as const) {
    const client = await Client.start(t, { locale });
    const [found] = await client.diagnostics(await client.open('ds_config.json', bad));
    assert.match(String(found!.message), message, locale);
  }
});
