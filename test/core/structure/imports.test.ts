import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Each layer and what it is allowed to import, besides itself. */
const allowed: Record<string, readonly string[]> = {
  'core/text': [],
  'core/syntax': ['core/text'],
  'core/model': ['core/text', 'core/syntax'],
  'core/catalog': ['core/text', 'core/syntax', 'core/model'],
  'core/job': ['core/text', 'core/syntax', 'core/model', 'core/catalog'],
  'core/planner': ['core/text', 'core/syntax', 'core/model', 'core/catalog', 'core/job'],
  'core/rules': ['core/text', 'core/syntax', 'core/model', 'core/catalog', 'core/job', 'core/planner'],
  'core/features': ['core/text', 'core/syntax', 'core/model', 'core/catalog', 'core/job', 'core/planner'],
  'core/engine': ['core/text', 'core/syntax', 'core/model', 'core/catalog', 'core/job', 'core/rules', 'core/features'],
  'core/report': ['core/text', 'core/syntax', 'core/model', 'core/catalog', 'core/job', 'core/rules', 'core/engine'],
  host: ['core'],
  lsp: ['core', 'host'],
  cli: ['core', 'host', 'lsp'],
  entry: ['core', 'host', 'lsp', 'cli'],
};
/** What the pure core must not reach: files, processes, the network, the editor, the connection. */
const impure = /^(node:|fs|path|os|http|https|net|child_process|crypto|vscode$|vscode-languageserver|vscode-languageclient)/;

const files = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && /\.(ts|mjs)$/.test(e.name))
    .map((e) => relative(root, join(e.parentPath ?? e.path, e.name)).replaceAll('\\', '/'));

const importsOf = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^\s*(?:import|export)\s+(?:type\s+)?[\w*${},\s]*?\bfrom\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm,
    ),
  ].map((m) => (m[1] ?? m[2] ?? m[3])!);

const layerOf = (file: string): string | undefined => {
  const inside = /^server\/src\/(core\/[^/]+|[^/]+)\//.exec(file)?.[1];
  return inside;
};

test('imports run one way', () => {
  const wrong: string[] = [];
  for (const file of files('server/src')) {
    const layer = layerOf(file);
    if (layer === undefined) continue;
    assert.ok(layer in allowed, `${file}: the layer ${layer} has no place in the order`);
    for (const name of importsOf(file)) {
      if (!name.startsWith('.')) {
        if (layer.startsWith('core/') && impure.test(name)) wrong.push(`${file} imports ${name}`);
        continue;
      }
      const target = relative(root, resolve(root, dirname(file), name)).replaceAll('\\', '/');
      const other = layerOf(target + '/') ?? layerOf(target);
      if (target.startsWith('schemas/') || other === undefined || other === layer) continue;
      const ok = allowed[layer]!.some((a) => other === a || other.startsWith(a + '/'));
      if (!ok) wrong.push(`${file} imports ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('rules do not import each other, and nothing in the product imports test code', () => {
  const wrong = [...files('server/src'), ...files('client/src')].flatMap((file) =>
    importsOf(file).filter((name) => /(^|\/)test\//.test(name) || (/core\/rules\/[^/]+\//.test(file) && /^\.\/(?!_)|^\.\.\/(deepspeed|hostfile|env|launch|job|meta)\/(?!_)/.test(name))).map((name) => `${file} imports ${name}`),
  );
  assert.deepEqual(wrong, []);
});

test('no hand-written file is over 400 lines', () => {
  const long = ['server/src', 'client/src', 'scripts', 'schemas', 'test']
    .flatMap((f) => files(f))
    .filter((f) => !f.includes('.generated.'))
    .map((f) => ({ f, lines: readFileSync(join(root, f), 'utf8').split('\n').length - 1 }))
    .filter((x) => x.lines > 400)
    .map((x) => `${x.f}: ${x.lines}`);
  assert.deepEqual(long, []);
});
