import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompletionItem, Hover, Location, MarkupContent, SymbolInformation, TextEdit } from 'vscode-languageserver/node';
import { Client, until } from './support';

const bad = '{\n  "train_micro_batch_size_per_gpu": 4,\n  "fp16": { "enabled": true },\n  "bf16": { "enabled": true }\n}\n';
const launch = 'deepspeed --hostfile hostfile train.py --deepspeed_config ds_config.json\n';

// A client that says nothing of what it can do is served in the oldest form of every answer.

test('findings are sent, with nothing beside the message', async (t) => {
  const client = await Client.start(t, { bare: true });
  assert.equal(client.capabilities.diagnosticProvider, undefined);
  const uri = await client.open('ds_config.json', bad);
  const [found] = await until('findings', () => (client.pushed.get(uri)?.length ? client.pushed.get(uri) : undefined));
  assert.deepEqual([found!.code, found!.codeDescription, found!.relatedInformation], ['fp16-and-bf16', undefined, undefined]);
  await client.close(uri);
  await until('their end', () => client.pushed.get(uri)?.length === 0 || undefined);
});

test('edits are given by file, and no file is made', async (t) => {
  const client = await Client.start(t, { bare: true });
  const uri = await client.open('.deepspeed_env', 'export NCCL_DEBUG=INFO\n');
  const actions = (await client.actions(uri, { start: { line: 0, character: 0 }, end: { line: 0, character: 6 } }, ['quickfix']))!;
  assert.deepEqual(actions.map((a) => [Object.keys(a.edit!), (Object.values(a.edit!.changes!)[0] as TextEdit[])[0]!.newText]), [[['changes'], '']]);
});

test('definitions are locations, outlines are lists, hovers are plain', async (t) => {
  const client = await Client.start(t, { bare: true });
  const hostfile = await client.open('hostfile', 'worker-0 slots=4\nworker-1 slots=4\n');
  const config = await client.open('ds_config.json', bad);
  const script = await client.open('train.sh', launch);
  const [place] = await client.at<Location[]>('definition', script, 'ds_config.json', 2);
  assert.equal(place!.uri, config);
  const symbols = await client.request<SymbolInformation[]>('documentSymbol', hostfile);
  assert.deepEqual(symbols.map((s) => [s.name, s.location.uri, s.location.range.start.line]), [['worker-0', hostfile, 0], ['worker-1', hostfile, 1]]);
  const hover = await client.at<Hover>('hover', config, 'bf16', 1);
  assert.equal((hover.contents as MarkupContent).kind, 'plaintext');
  const actions = await client.at<CompletionItem[]>('completion', config, '"fp16": {', 9);
  assert.ok(actions.length > 0);
  for (const item of actions) assert.deepEqual([item.insertTextFormat, /\$\{?\d/.test(item.textEdit!.newText)], [1, false]);
});
