import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodeAction, CreateFile, TextDocumentEdit, TextEdit } from 'vscode-languageserver/node';
import { Client } from './support';

const offload = '{\n  "train_micro_batch_size_per_gpu": 4,\n  "zero_optimization": {\n    "stage": 2,\n    "offload_param": { "device": "cpu" },\n    "overlap_comm": true\n  }\n}\n';

const titles = (actions: readonly CodeAction[] | null): readonly string[] => (actions ?? []).map((a) => a.title);
async function named(client: Client, uri: string, title: RegExp): Promise<CodeAction> {
  const [found] = await client.diagnostics(uri);
  assert.ok(found, 'no finding');
  const actions = await client.actions(uri, found.range, ['quickfix']);
  const action = actions?.find((a) => title.test(a.title));
  assert.ok(action, titles(actions).join('; '));
  return action;
}

test('a quick fix carried out removes its finding and nothing else', async (t) => {
  const client = await Client.start(t);
  const uri = await client.open('ds_config.json', offload);
  const action = await named(client, uri, /^Remove offload_param$/);
  assert.equal(action.isPreferred, true);
  assert.deepEqual(action.diagnostics?.map((d) => d.code), ['offload-param-below-stage-3']);
  await client.carryOut(action.edit!);
  assert.deepEqual(JSON.parse(client.text(uri)), { train_micro_batch_size_per_gpu: 4, zero_optimization: { stage: 2, overlap_comm: true } });
  assert.deepEqual(await client.rules(uri), []);
});

test('an unsafe fix is not preferred', async (t) => {
  const client = await Client.start(t);
  const uri = await client.open('ds_config.json', offload);
  assert.notEqual((await named(client, uri, /Use ZeRO stage 3/)).isPreferred, true);
});

test('all safe fixes of a file at once, for those who call for them', async (t) => {
  const client = await Client.start(t);
  const text = '# network\r\nexport NCCL_DEBUG=INFO\r\n\r\nNCCL_IB_HCA=mlx5\r\n';
  const uri = await client.open('.deepspeed_env', text);
  const whole = { start: { line: 0, character: 0 }, end: { line: 4, character: 0 } };
  assert.ok(titles(await client.actions(uri, whole, undefined, true)).every((x) => !/all safe/.test(x)));
  assert.ok(titles(await client.actions(uri, whole, ['quickfix'])).every((x) => !/all safe/.test(x)));
  assert.equal(titles(await client.actions(uri, whole)).filter((x) => /all safe/.test(x)).length, 1);
  for (const only of ['source', 'source.fixAll']) assert.equal(titles(await client.actions(uri, whole, [only])).length, 1, only);
  const [action, ...more] = (await client.actions(uri, whole, ['source.fixAll']))!;
  assert.equal(more.length, 0);
  assert.equal(action!.kind, 'source.fixAll.shardlint');
  await client.carryOut(action!.edit!);
  assert.equal(client.text(uri), 'NCCL_DEBUG=INFO\r\nNCCL_IB_HCA=mlx5\r\n');
  assert.deepEqual(await client.actions(uri, whole, ['source.fixAll.shardlint']), []);
});

test('no other kind is answered', async (t) => {
  const client = await Client.start(t);
  const uri = await client.open('ds_config.json', offload);
  const whole = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  assert.equal(await client.actions(uri, whole, ['refactor']), null);
});

test('a comment ignores a finding in a hostfile and in a script', async (t) => {
  const client = await Client.start(t);
  const hostfile = await client.open('hostfile', 'a slots=4\nb slots=0\n');
  assert.equal((await client.rules(hostfile)).length, 1);
  await client.carryOut((await named(client, hostfile, /^Ignore .* \(comment\)$/)).edit!);
  assert.match(client.text(hostfile), /^a slots=4\n# shardlint-ignore [a-z-]+\nb slots=0\n$/);
  assert.deepEqual(await client.rules(hostfile), []);

  const script = await client.open('train.sh', 'set -e\n  torchrun --nproc_per_node 8 \\\n    --master_port 99999 \\\n    train.py\n');
  await client.carryOut((await named(client, script, /^Ignore port-out-of-range here \(comment\)$/)).edit!);
  assert.equal(client.text(script), 'set -e\n  # shardlint-ignore port-out-of-range\n  torchrun --nproc_per_node 8 \\\n    --master_port 99999 \\\n    train.py\n');
  assert.deepEqual(await client.rules(script), []);
});

test('an entry in the settings ignores a finding where the format has no comments', async (t) => {
  const client = await Client.start(t);
  const settings = await client.open('shardlint.json', '{\n  // ours\n  "rules": {}\n}\n', 'jsonc');
  const config = await client.open('conf/ds_config.json', offload);
  await client.carryOut((await named(client, config, /^Ignore .* \(shardlint.json\)$/)).edit!);
  assert.match(client.text(settings), /\/\/ ours/);
  assert.deepEqual(await client.rules(config), []);
  assert.deepEqual(await client.rules(settings), []);
  const env = await client.open('.deepspeed_env', '# no\nNCCL_DEBUG=INFO\n');
  await client.carryOut((await named(client, env, /^Ignore .* \(shardlint.json\)$/)).edit!);
  assert.deepEqual(await client.rules(env), []);
  const written = JSON.parse(client.text(settings).replace('// ours', '')) as { ignore: unknown[] };
  assert.deepEqual(written.ignore, [
    { file: 'conf/ds_config.json', rule: 'offload-param-below-stage-3', path: 'zero_optimization.offload_param', reason: '' },
    { file: '.deepspeed_env', rule: 'env-line-without-equals', reason: '' },
  ]);
});

test('the settings file is made where there is none', async (t) => {
  const client = await Client.start(t);
  const config = await client.open('conf/ds_config.json', offload);
  const [create, edit] = (await named(client, config, /^Ignore .* \(shardlint.json\)$/)).edit!.documentChanges!;
  assert.deepEqual(create as CreateFile, { kind: 'create', uri: client.uri('shardlint.json'), options: { ignoreIfExists: true } });
  assert.deepEqual(JSON.parse(((edit as TextDocumentEdit).edits as TextEdit[])[0]!.newText), {
    ignore: [{ file: 'conf/ds_config.json', rule: 'offload-param-below-stage-3', path: 'zero_optimization.offload_param', reason: '' }],
  });
});

test('the page of a rule is offered where the client can show it', async (t) => {
  const plain = await Client.start(t);
  const uri = await plain.open('ds_config.json', offload);
  const range = (await plain.diagnostics(uri))[0]!.range;
  assert.ok(titles(await plain.actions(uri, range)).every((x) => !/documentation/.test(x)));
  const ours = await Client.start(t, { own: { commands: true } });
  const there = await ours.open('ds_config.json', offload);
  const action = (await ours.actions(there, range))!.find((a) => /documentation/.test(a.title));
  assert.deepEqual(action?.command?.arguments, ['offload-param-below-stage-3']);
});
