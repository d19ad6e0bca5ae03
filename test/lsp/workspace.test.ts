import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CancellationTokenSource, WorkspaceDiagnosticRequest, type WorkspaceDiagnosticReportPartialResult } from 'vscode-languageserver/node';
import { Client, until } from './support';

const bad = '{ "train_micro_batch_size_per_gpu": 4, "fp16": { "enabled": true }, "bf16": { "enabled": true } }\n';
const clean = '{ "train_micro_batch_size_per_gpu": 4 }\n';

const rulesByFile = (client: Client, report: WorkspaceDiagnosticReportPartialResult): Record<string, readonly unknown[]> =>
  Object.fromEntries(report.items.map((i) => [i.uri.slice(client.uri('').length).replace(/^\//, ''), i.kind === 'full' ? i.items.map((d) => d.code) : ['unchanged']]));
const ids = (report: WorkspaceDiagnosticReportPartialResult) => report.items.map((i) => ({ uri: i.uri, value: i.resultId! }));

test('files that nobody opened are checked; the answer to the same question waits for a change', async (t) => {
  const client = await Client.start(t, {
    files: { 'a/ds_config.json': bad, 'b/hostfile': 'x slots=4\nx slots=4\n', 'c/ds_clean.json': clean, 'notes.json': '{}', 'node_modules/p/ds_config.json': bad, '.hidden/ds_config.json': bad, 'scripts/run.sh': 'torchrun --nproc_per_node 2 --master_port 99999 train.py\n' },
  });
  const first = await client.workspacePull();
  assert.deepEqual(rulesByFile(client, first), { 'a/ds_config.json': ['fp16-and-bf16'], 'b/hostfile': ['hostfile-duplicate-host'], 'scripts/run.sh': ['port-out-of-range'] });

  let second: WorkspaceDiagnosticReportPartialResult | undefined;
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

test('partial results: the news are sent as they come, and the question stays open', async (t) => {
  const client = await Client.start(t, { files: { 'a/ds_config.json': bad, 'b/ds_config.json': clean } });
  const source = new CancellationTokenSource();
  const parts: Record<string, readonly unknown[]>[] = [];
  let ended = false;
  const progress = client.connection.onProgress(WorkspaceDiagnosticRequest.partialResult, 'token-1', (part) => void parts.push(rulesByFile(client, part)));
  const asked = client.connection.sendRequest(WorkspaceDiagnosticRequest.type, { previousResultIds: [], partialResultToken: 'token-1' }, source.token).finally(() => (ended = true));
  asked.catch(() => undefined);
  await until('the first part', () => parts[0]);
  assert.deepEqual(parts, [{ 'a/ds_config.json': ['fp16-and-bf16'] }]);
  client.write('b/ds_config.json', bad);
  await client.didChangeFile('b/ds_config.json', 2);
  await until('the second part', () => parts[1]);
  assert.deepEqual(parts[1], { 'b/ds_config.json': ['fp16-and-bf16'] });
  assert.equal(ended, false);
  source.cancel();
  await assert.rejects(asked, (error: { code?: number }) => error.code === -32800);
  progress.dispose();
});

test('a document closed without saving: what is on disk is told again, though the client was told before', async (t) => {
  const client = await Client.start(t, { files: { 'a/ds_config.json': bad, 'b/ds_config.json': clean } });
  const one = await client.open('a/ds_config.json', bad);
  const two = await client.open('b/ds_config.json', clean);
  const first = await client.workspacePull();
  assert.deepEqual(rulesByFile(client, first), { 'a/ds_config.json': ['fp16-and-bf16'] });
  await client.edit(one, '"fp16": { "enabled": true }', '"fp16": { "enabled": false }');
  await client.edit(two, '4', '0');
  await client.close(one);
  await client.close(two);
  // The client forgets the ids of what it closes.
  const next = await client.workspacePull();
  assert.deepEqual(rulesByFile(client, next), { 'a/ds_config.json': ['fp16-and-bf16'], 'b/ds_config.json': [] });
});

test('after every question about a document, answered or taken back, its file is told again: the client may have dropped what it was told', async (t) => {
  const client = await Client.start(t, { files: { 'a/ds_config.json': bad } });
  const uri = await client.open('a/ds_config.json', bad);
  const parts: Record<string, readonly unknown[]>[] = [];
  const progress = client.connection.onProgress(WorkspaceDiagnosticRequest.partialResult, 'token-2', (part) => void parts.push(rulesByFile(client, part)));
  const held = new CancellationTokenSource();
  client.connection.sendRequest(WorkspaceDiagnosticRequest.type, { previousResultIds: [], partialResultToken: 'token-2' }, held.token).catch(() => undefined);
  const told = (times: number) => until(`part ${times}`, () => (parts.length >= times ? true : undefined));
  await told(1);
  const full = await client.pull(uri);
  await told(2);
  assert.equal((await client.pull(uri, full.kind === 'full' ? full.resultId : undefined)).kind, 'unchanged');
  await told(3);
  const back = new CancellationTokenSource();
  const asked = client.connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } }, back.token);
  back.cancel();
  await asked.catch((error: { code: number }) => assert.equal(error.code, -32800));
  await told(4);
  assert.deepEqual(parts, Array.from({ length: 4 }, () => ({ 'a/ds_config.json': ['fp16-and-bf16'] })));
  // With nothing asked and nothing changed, nothing is said.
  await new Promise((go) => setTimeout(go, 1200));
  assert.equal(parts.length, 4);
  held.cancel();
  progress.dispose();
});

test('the same files as on the command line: by content, by the settings, without what .gitignore leaves out', async (t) => {
  const named = '{ "train_micro_batch_size_per_gpu": 4, "train_batch_size": 7, "gradient_accumulation_steps": 1 }\n';
  const client = await Client.start(t, {
    folders: ['repo/work'],
    files: {
      'repo/.git/HEAD': '',
      'repo/.gitignore': 'generated/\n*.tmp.json\n',
      'repo/work/conf/my-zero.json': bad,
      'repo/work/conf/other.json': '{ "name": "x" }',
      'repo/work/conf/ds_config.tmp.json': bad,
      'repo/work/generated/ds_config.json': bad,
      'repo/work/machines': 'x slots=4\nx slots=4\n',
      'repo/work/shardlint.json': '{ "files": { "machines": "hostfile" } }',
      'repo/work/launch-it': '#!/bin/bash\ntorchrun --nproc_per_node 2 --master_port 99999 train.py\n',
      'repo/work/run.sh': 'deepspeed --num_gpus 2 train.py --deepspeed_config conf/named.json\n',
      'repo/work/train.py': '',
      'repo/work/conf/named.json': named.replace('"train_batch_size": 7, ', '"fp16": { "enabled": true }, "bf16": { "enabled": true }, '),
      'repo/elsewhere/ds_config.json': bad,
    },
  });
  const report = rulesByFile(client, await client.workspacePull());
  assert.deepEqual(report, {
    'repo/work/conf/my-zero.json': ['fp16-and-bf16'],
    'repo/work/conf/named.json': ['fp16-and-bf16'],
    'repo/work/machines': ['hostfile-duplicate-host'],
    'repo/work/launch-it': ['port-out-of-range'],
  });
});

test('a file becomes one of ours by its content, and stops being one', async (t) => {
  const client = await Client.start(t, { files: { 'a.json': '{}' } });
  const first = client.workspacePull();
  await new Promise((go) => setTimeout(go, 300));
  client.write('a.json', bad);
  await client.didChangeFile('a.json', 2);
  const came = await first;
  assert.deepEqual(rulesByFile(client, came), { 'a.json': ['fp16-and-bf16'] });
  const went = client.workspacePull(ids(came));
  client.write('a.json', '{}');
  await client.didChangeFile('a.json', 2);
  assert.deepEqual(rulesByFile(client, await went), { 'a.json': [] });
});

test('a folder that is deleted, of which the client tells the name alone', async (t) => {
  const client = await Client.start(t, { files: { 'runs.d/a/ds_config.json': bad, 'train.sh': 'deepspeed train.py\n' } });
  await client.open('train.sh', 'deepspeed train.py\n');
  const first = await client.workspacePull();
  assert.deepEqual(rulesByFile(client, first), { 'runs.d/a/ds_config.json': ['fp16-and-bf16'] });
  const next = client.workspacePull(ids(first));
  rmSync(join(client.folder, 'runs.d'), { recursive: true });
  await client.didChangeFile('runs.d', 3);
  assert.deepEqual(rulesByFile(client, await next), { 'runs.d/a/ds_config.json': [] });
  const again = client.workspacePull();
  client.write('runs.d/a/ds_config.json', bad);
  await client.didChangeFile('runs.d', 1);
  assert.equal(await Promise.race([again, new Promise((go) => setTimeout(() => go('open'), 1500))]), 'open', 'a new name with a dot in it is taken for a file');
  await client.didChangeFile('runs.d/a/ds_config.json', 1);
  assert.deepEqual(rulesByFile(client, await again), { 'runs.d/a/ds_config.json': ['fp16-and-bf16'] });
});

test('a folder that is added and one that is removed', async (t) => {
  const client = await Client.start(t, { folders: ['one'], files: { 'one/ds_config.json': bad, 'two/ds_config.json': bad } });
  const first = await client.workspacePull();
  assert.deepEqual(rulesByFile(client, first), { 'one/ds_config.json': ['fp16-and-bf16'] });
  const next = client.workspacePull(ids(first));
  await client.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event: { added: [{ uri: client.uri('two') + '/', name: 'two' }], removed: [{ uri: client.uri('one'), name: 'one' }] } });
  assert.deepEqual(rulesByFile(client, await next), { 'two/ds_config.json': ['fp16-and-bf16'], 'one/ds_config.json': [] });
});

test('the user does not wait for the background', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`r${i % 50}/ds_config_${i}.json`, bad]));
  const client = await Client.start(t, { files: many });
  const uri = await client.open('hostfile', 'a slots=4\n');
  let answered = false;
  const asked = client.workspacePull().then((r) => ((answered = true), r));
  let hovers = 0;
  while (!answered) {
    assert.ok(await client.at('hover', uri, 'slots', 1));
    if (!answered) hovers++;
  }
  assert.equal((await asked).items.length, 1500);
  assert.ok(hovers > 5, `${hovers} hovers were answered before the workspace`);
});

test('no folders at all', async (t) => {
  const client = await Client.start(t, { folders: [] });
  const asked = client.workspacePull();
  const uri = await client.open('ds_config.json', bad);
  assert.deepEqual(await client.rules(uri), ['fp16-and-bf16']);
  const source = await Promise.race([asked, new Promise((go) => setTimeout(() => go('open'), 1000))]);
  assert.equal(source, 'open');
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
