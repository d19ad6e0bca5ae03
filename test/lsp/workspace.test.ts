import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CancellationTokenSource, type WorkspaceDiagnosticReport } from 'vscode-languageserver/node';
import { Client, until } from './support';

const bad = '{ "train_micro_batch_size_per_gpu": 4, "fp16": { "enabled": true }, "bf16": { "enabled": true } }\n';
const clean = '{ "train_micro_batch_size_per_gpu": 4 }\n';

const rulesByFile = (client: Client, report: WorkspaceDiagnosticReport): Record<string, readonly unknown[]> =>
  Object.fromEntries(report.items.map((i) => [i.uri.slice(client.uri('').length).replace(/^\//, ''), i.kind === 'full' ? i.items.map((d) => d.code) : ['unchanged']]));
const ids = (report: WorkspaceDiagnosticReport) => report.items.map((i) => ({ uri: i.uri, value: i.resultId! }));

test('files that nobody opened are checked; the answer to the same question waits for a change', async (t) => {
  const client = await Client.start(t, {
    files: { 'a/ds_config.json': bad, 'b/hostfile': 'x slots=4\nx slots=4\n', 'c/ds_clean.json': clean, 'notes.json': '{}', 'node_modules/p/ds_config.json': bad, '.hidden/ds_config.json': bad, 'scripts/run.sh': 'torchrun --nproc_per_node 2 --master_port 99999 train.py\n' },
  });
  const first = await client.workspacePull();
  assert.deepEqual(rulesByFile(client, first), { 'a/ds_config.json': ['fp16-and-bf16'], 'b/hostfile': ['hostfile-duplicate-host'], 'scripts/run.sh': ['port-out-of-range'] });

  let second: WorkspaceDiagnosticReport | undefined;
  const asked = client.workspacePull(ids(first)).then((r) => (second = r));
  await new Promise((go) => setTimeout(go, 700));
  assert.equal(second, undefined, 'answered without news');
  client.write('a/ds_config.json', clean);
  await client.didChangeFile('a/ds_config.json', 2);
  assert.deepEqual(rulesByFile(client, await asked), { 'a/ds_config.json': [] });
});

test('files that come and go', async (t) => {
  const client = await Client.start(t, { files: { 'a/ds_config.json': bad } });
  const first = await client.workspacePull();
  const came = client.workspacePull(ids(first));
  client.write('b/ds_config.json', bad);
  await client.didChangeFile('b/ds_config.json', 1);
  const second = await came;
  assert.deepEqual(rulesByFile(client, second), { 'b/ds_config.json': ['fp16-and-bf16'] });
  const went = client.workspacePull([...ids(first), ...ids(second)]);
  rmSync(join(client.folder, 'a/ds_config.json'));
  await client.didChangeFile('a/ds_config.json', 3);
  assert.deepEqual(rulesByFile(client, await went), { 'a/ds_config.json': [] });
});

test('an open text counts instead of the file', async (t) => {
  const client = await Client.start(t, { files: { 'ds_config.json': bad, 'train.sh': 'deepspeed --num_gpus 4 train.py --deepspeed_config ds_config.json\n' } });
  const first = await client.workspacePull();
  const next = client.workspacePull(ids(first));
  const uri = await client.open('ds_config.json', clean);
  assert.deepEqual(rulesByFile(client, await next), { 'ds_config.json': [] });
  assert.equal((await client.diagnostics(uri)).length, 0);
});

test('a question can be taken back, and the server still ends', async (t) => {
  const client = await Client.start(t, { files: { 'ds_config.json': clean } });
  const source = new CancellationTokenSource();
  const asked = client.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] }, source.token);
  await new Promise((go) => setTimeout(go, 300));
  source.cancel();
  await assert.rejects(asked, (error: { code?: number }) => error.code === -32800);
});

test('the client can do without', async (t) => {
  const client = await Client.start(t, { own: { workspaceDiagnostics: false } });
  assert.equal(client.capabilities.diagnosticProvider?.workspaceDiagnostics, false);
});

test('a refresh is not asked for when an edit changes nothing elsewhere', async (t) => {
  const client = await Client.start(t, { own: { commands: true } });
  const config = await client.open('ds_config.json', clean);
  await client.open('train.sh', 'deepspeed --num_gpus 4 train.py --deepspeed_config ds_config.json\n');
  await until('the first look', () => client.statusChanges > 0 || undefined);
  const before = client.statusChanges;
  await client.edit(config, '4', '8');
  await until('the next look', () => client.statusChanges > before || undefined);
  assert.equal(client.refreshes, 0);
});
