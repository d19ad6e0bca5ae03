import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { Client } from './support';

const good = '{\n  "train_micro_batch_size_per_gpu": 4,\n  "zero_optimization": { "stage": 2 }\n}\n';
const everything = ['hover', 'completion', 'definition', 'references', 'documentSymbol', 'documentLink', 'inlayHint'];

async function askEverything(client: Client, uri: string): Promise<void> {
  const whole = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } };
  for (const method of everything) await client.request(method, uri, { position: { line: 0, character: 3 }, range: whole, context: { includeDeclaration: true } });
  await client.actions(uri, whole);
  await client.actions(uri, whole, ['source.fixAll']);
  await client.diagnostics(uri);
  await client.connection.sendRequest('shardlint/status', { uri });
}

const texts: Readonly<Record<string, string>> = {
  empty: '',
  'only a brace': '{',
  broken: '{ "zero_optimization": { "stage": , "fp16" : [1,, } }',
  'byte order mark': '\uFEFF' + good,
  'lone surrogate': good.replace('stage', 'st\uD800age'),
  'NUL bytes': good.replace('2', '\0\0'),
  'lone carriage returns': good.replaceAll('\n', '\r'),
  'deep nesting': '{"zero_optimization":'.repeat(3000),
  'deep lists': '['.repeat(20_000),
  'a long line': `{ "a": "${'x'.repeat(500_000)}" }`,
};

for (const [what, text] of Object.entries(texts)) {
  test(`${what}: every request is answered, in every kind of file`, async (t) => {
    const client = await Client.start(t);
    for (const file of ['ds_config.json', 'hostfile', '.deepspeed_env', 'train.sh', 'shardlint.json']) await askEverything(client, await client.open(file, text));
    assert.deepEqual(client.log, []);
    assert.deepEqual(await client.rules(await client.open('ds_z2.json', good)), []);
  });
}

test('documents that are no files', async (t) => {
  const client = await Client.start(t);
  for (const uri of ['untitled:Untitled-1', 'untitled:/a b/Untitled-2', 'vscode-vfs://github/o/r/ds_config.json', 'git:/x/ds_config.json?%7B%7D']) {
    await client.open('', '{ "train_micro_batch_size_per_gpu": 4, "zero_optimization": { "stage": 9 } }', 'json', uri);
    await askEverything(client, uri);
  }
  assert.deepEqual(await client.rules('untitled:Untitled-1'), ['value-not-allowed']);
  assert.deepEqual(client.log, []);
});

test('names with blanks, signs and other scripts', async (t) => {
  const client = await Client.start(t);
  const config = await client.open('a b/配置 (1)/ds_config#1%.json', '{ "train_batch_size": 7, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 1 }');
  const script = await client.open('a b/配置 (1)/train.sh', "deepspeed --num_gpus 2 train.py --deepspeed_config 'ds_config#1%.json'\n");
  const [found] = await client.diagnostics(config);
  assert.equal(found?.code, 'batch-size-mismatch');
  assert.ok(found.relatedInformation!.some((r) => r.location.uri === script));
});

test('a text over 2 MB is named as left out, and checked again when it is shorter', async (t) => {
  const client = await Client.start(t);
  const uri = await client.open('ds_config.json', `{ "zero_optimization": { "stage": 9 } }${' '.repeat(2 * 1024 * 1024)}`);
  assert.deepEqual(await client.rules(uri), []);
  const status = await client.connection.sendRequest<{ kind: string; detail: string }>('shardlint/status', { uri });
  assert.deepEqual([status.kind, status.detail], ['skipped', 'ds_config.json is over 2 MB and is not checked.']);
  await client.edit(uri, ' '.repeat(2 * 1024 * 1024), '');
  assert.deepEqual(await client.rules(uri), ['value-not-allowed']);
});

test('two hundred quick edits, questions in between taken back: the last text counts', async (t) => {
  const client = await Client.start(t);
  const uri = await client.open('ds_config.json', good.replace('"stage": 2', '"stage": 0'));
  const answers: Promise<unknown>[] = [];
  for (let i = 0; i < 200; i++) {
    await client.edit(uri, `"stage": ${i}`, `"stage": ${i + 1}`);
    const source = new CancellationTokenSource();
    answers.push(client.connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } }, source.token).catch((error: { code: number }) => assert.equal(error.code, -32800)));
    if (i % 2) source.cancel();
  }
  await Promise.all(answers);
  const [found] = await client.diagnostics(uri);
  assert.match(String(found!.message), /stage is 200/);
});

test('questions about documents that are not open are answered with nothing', async (t) => {
  const client = await Client.start(t);
  await askEverything(client, client.uri('none.json'));
  assert.deepEqual(client.log, []);
});
