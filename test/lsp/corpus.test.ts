import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CompletionItem, DocumentLink, DocumentSymbol, Hover, InlayHint, Position, Range, TextDocumentEdit, TextEdit } from 'vscode-languageserver/node';
import { LineMap } from '../../server/src/core/text/line-map';
import { needShared } from '../support/shared';
import { Client } from './support';

/** Every so many-th of the real files. */
const stride = 6;
const positionsEach = 10;

test('on real files every answer fits the text', async (t) => {
  const folder = needShared(t, 'corpus');
  if (folder === undefined) return;
  const client = await Client.start(t, { own: { commands: true } });
  const files = ['ds_config', 'hostfile', 'deepspeed_env'].flatMap((kind) =>
    readdirSync(join(folder, kind)).sort().filter((_, i) => i % stride === 0).map((name) => join(folder, kind, name)),
  );
  assert.ok(files.length > 50, `${files.length} files`);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const uri = await client.open(file.slice(folder.length + 1).replace(/[^/]*__/, ''), text);
    await checkAnswers(client, uri, text, (what, answer) => `${file}: ${what}: ${JSON.stringify(answer)}`);
    await client.close(uri);
  }
  assert.deepEqual(client.log, []);
});

async function checkAnswers(client: Client, uri: string, text: string, about: (what: string, answer: unknown) => string): Promise<void> {
  const lines = new LineMap(text);
  const exact = (p: Position): boolean => JSON.stringify(lines.positionAt(lines.offsetAt(p))) === JSON.stringify(p);
  const fits = (r: Range): boolean => exact(r.start) && exact(r.end) && lines.offsetAt(r.start) <= lines.offsetAt(r.end);
  const within = (outer: Range, inner: Range): boolean => lines.offsetAt(outer.start) <= lines.offsetAt(inner.start) && lines.offsetAt(inner.end) <= lines.offsetAt(outer.end);
  const whole = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } };

  for (const d of await client.diagnostics(uri)) {
    assert.ok(fits(d.range), about('finding', d));
    for (const action of (await client.actions(uri, d.range)) ?? [])
      for (const change of action.edit?.documentChanges ?? [])
        if ('edits' in change && change.textDocument.uri === uri) for (const e of (change as TextDocumentEdit).edits as TextEdit[]) assert.ok(fits(e.range), about('edit', action));
  }
  for (const s of await client.request<DocumentSymbol[]>('documentSymbol', uri)) assert.ok(s.name !== '' && fits(s.range) && within(s.range, s.selectionRange), about('symbol', s));
  for (const l of await client.request<DocumentLink[]>('documentLink', uri)) assert.ok(fits(l.range), about('link', l));
  for (const h of await client.request<InlayHint[]>('inlayHint', uri, { range: whole })) assert.ok(exact(h.position), about('hint', h));
  for (let i = 0; i < positionsEach; i++) {
    const line = lines.positionAt(Math.floor((text.length * i) / positionsEach)).line;
    const span = lines.lineSpan(line);
    const position = lines.positionAt(span.start + Math.floor(((span.end - span.start) * ((i * 7) % positionsEach)) / positionsEach));
    const here = { start: position, end: position };
    const hover = await client.request<Hover | null>('hover', uri, { position });
    if (hover) assert.ok(fits(hover.range!) && within(hover.range!, here), about('hover', [position, hover]));
    for (const item of await client.request<CompletionItem[]>('completion', uri, { position })) {
      const { range } = item.textEdit as TextEdit;
      assert.ok(fits(range) && range.start.line === line && range.end.line === line && within(range, here), about('completion', [position, item]));
      for (const more of item.additionalTextEdits ?? []) assert.ok(fits(more.range) && (lines.offsetAt(more.range.end) <= lines.offsetAt(range.start) || lines.offsetAt(range.end) <= lines.offsetAt(more.range.start)), about('completion', item));
    }
    await client.request('definition', uri, { position });
  }
}
