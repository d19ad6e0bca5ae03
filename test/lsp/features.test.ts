import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompletionItem, DocumentLink, DocumentSymbol, Hover, InlayHint, Location, LocationLink, MarkupContent } from 'vscode-languageserver/node';
import { Client } from './support';

const script = 'deepspeed --hostfile hostfile train.py --deepspeed --deepspeed_config ds_config.json\n';
const config = '{\n  "train_batch_size": 16,\n  "train_micro_batch_size_per_gpu": 2,\n  "zero_optimization": { "stage": 3 }\n}\n';
const hostfile = 'worker-0 slots=4\nworker-1 slots=4\n';

async function project(t: Parameters<typeof Client.start>[0], lang: 'en' | 'zh-cn' = 'en') {
  const client = await Client.start(t, { lang, files: { hostfile, 'train.py': '' } });
  return { client, config: await client.open('ds_config.json', config), script: await client.open('train.sh', script), hostfile: await client.open('hostfile', hostfile) };
}

test('hover: meaning and the value in this run, in the language asked for', async (t) => {
  const { client, config: uri } = await project(t, 'zh-cn');
  const hover = await client.at<Hover>('hover', uri, '"train_batch_size"', 3);
  const { kind, value } = hover.contents as MarkupContent;
  assert.equal(kind, 'markdown');
  assert.match(value, /train_batch_size/);
  assert.match(value, /[\u4e00-\u9fff]/);
  assert.match(value, /\*\*16\*\* = 每卡 2 × 1 步 × 8 个 rank/);
  assert.deepEqual(hover.range, { start: { line: 1, character: 2 }, end: { line: 1, character: 20 } });
  assert.equal(await client.at('hover', uri, '{', 0), null);
});

test('completion, with documentation when an item is shown', async (t) => {
  const { client, config: uri } = await project(t);
  await client.edit(uri, '{ "stage": 3 }', '{ "stage": 3, "ov" }');
  const items = await client.at<CompletionItem[]>('completion', uri, '"ov"', 3);
  const item = items.find((i) => /overlap_comm/.test(i.label));
  assert.ok(item, items.map((i) => i.label).join(' '));
  assert.equal(item.documentation, undefined);
  const resolved = await client.connection.sendRequest<CompletionItem>('completionItem/resolve', item);
  assert.match((resolved.documentation as MarkupContent).value, /overlap_comm/);
});

test('links, definitions and references lead from file to file', async (t) => {
  const { client, config: uri, script: from, hostfile: hosts } = await project(t);
  const links = await client.request<DocumentLink[]>('documentLink', from);
  assert.deepEqual(links.map((l) => l.target), [hosts, uri]);
  const [link] = await client.at<LocationLink[]>('definition', from, 'ds_config.json', 2);
  assert.equal(link!.targetUri, uri);
  const places = await client.at<Location[]>('references', uri, '{', 0, { context: { includeDeclaration: false } });
  assert.deepEqual(places.map((p) => p.uri), [from]);
  assert.deepEqual(places[0]!.range.start, client.position(from, 'ds_config.json'));
});

test('outline of hosts', async (t) => {
  const { client, hostfile: uri } = await project(t);
  const symbols = await client.request<DocumentSymbol[]>('documentSymbol', uri);
  assert.deepEqual(symbols.map((s) => s.name), ['worker-0', 'worker-1']);
});

test('hints: ranks in the script', async (t) => {
  const { client, script: uri } = await project(t);
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const hints = await client.request<InlayHint[]>('inlayHint', uri, { range });
  assert.deepEqual(hints.map((h) => [h.label, h.position]), [['⟨8 ranks⟩', { line: 0, character: 9 }]]);
});

test('status and settings in force', async (t) => {
  const { client, config: uri } = await project(t);
  const status = await client.connection.sendRequest<{ kind: string; title: string; detail: string }>('shardlint/status', { uri });
  assert.equal(status.kind, 'deepspeed');
  assert.equal(status.title, 'DeepSpeed config');
  assert.match(status.detail, /train\.sh/);
  const settings = await client.connection.sendRequest<{ text: string }>('shardlint/effectiveSettings', { uri });
  assert.match(settings.text, /ds_config\.json/);
  const other = await client.open('notes.json', '{}');
  assert.equal(await client.connection.sendRequest('shardlint/status', { uri: other }), null);
});
