// The .vsix as it ships: which files it holds, how big it is, and that its entries load outside this repository.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import Module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { conceptIds } from '../../server/src/core/catalog/concepts';
import { rules } from '../../server/src/core/rules/index.generated';
import { unzipExtension } from './harness/unzip.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'shardlint-vsix-'));
const extension = join(work, 'extension');
const vsix = process.env['SHARDLINT_VSIX'] ?? join(work, 'shardlint.vsix');
let files: readonly string[];

before(async () => {
  // What is built is left alone: other tests run it.
  const built = existsSync(join(root, 'dist/extension.js')) ? ['--no-build'] : [];
  if (process.env['SHARDLINT_VSIX'] === undefined) execFileSync(process.execPath, [join(root, 'scripts/package.mjs'), ...built, '--out', vsix], { cwd: root, stdio: 'pipe' });
  files = await unzipExtension(vsix, extension);
});
after(() => rmSync(work, { recursive: true, force: true }));

const manifest = (): Record<string, any> => JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));

test('the package holds what it needs and nothing else', () => {
  const pages = rules.map((r) => `${r.name}.md`);
  const concepts = conceptIds.flatMap((id) => [`docs/concepts/en/${id}.md`, `docs/concepts/zh-cn/${id}.md`]);
  const expected = [
    ...concepts,
    ...['package.json', 'package.nls.json', 'package.nls.zh-cn.json', 'LICENSE.txt', 'readme.md', 'changelog.md'],
    ...['dist/extension.js', 'dist/shardlint.js', 'dist/server.js', 'dist/cli.js'],
    ...['docs/images/icon.png', 'docs/rules/README.md', 'docs/rules/zh-cn/README.md', ...pages.map((p) => `docs/rules/${p}`), ...pages.map((p) => `docs/rules/zh-cn/${p}`)],
    ...['languages/env.json', 'languages/hostfile.json', 'syntaxes/env.tmLanguage.json', 'syntaxes/hostfile.tmLanguage.json'],
    ...['schemas/shardlint.schema.json'],
    ...['deepspeed-env', 'deepspeed', 'hostfile', 'shell'].map((s) => `snippets/${s}.json`),
  ];
  assert.deepEqual({ missing: expected.filter((f) => !files.includes(f)), unexpected: files.filter((f) => !expected.includes(f)) }, { missing: [], unexpected: [] });
});

test('the package is at most 1 MiB', () => {
  const { size } = statSync(vsix);
  assert.ok(size <= 1024 * 1024, `${size} bytes`);
});

test('every file and every text that the manifest names is there', () => {
  const { contributes, main, browser, icon, bin } = manifest();
  const named = [main, browser, icon, ...Object.values(bin), ...contributes.grammars.map((g: any) => g.path), ...contributes.snippets.map((s: any) => s.path),
    ...contributes.jsonValidation.map((v: any) => v.url), ...contributes.languages.flatMap((l: any) => (l.configuration ? [l.configuration] : []))];
  assert.deepEqual(named.filter((p) => p !== undefined && !existsSync(join(extension, p))), []);

  const texts = [...readFileSync(join(extension, 'package.json'), 'utf8').matchAll(/"%([^%"]+)%"/g)].map((m) => m[1]!).sort();
  for (const file of ['package.nls.json', 'package.nls.zh-cn.json']) {
    assert.deepEqual(Object.keys(JSON.parse(readFileSync(join(extension, file), 'utf8'))).sort(), texts, file);
  }
});

test('the extension loads and starts nothing by itself', () => {
  const vscode = new Proxy(class {}, { get: (_, name) => (name === 'then' ? undefined : vscodeMember(String(name))) });
  const load = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };
  const original = load._load;
  load._load = (request, ...rest) => (request === 'vscode' ? vscode : original(request, ...rest));
  try {
    const loaded = createRequire(join(extension, 'package.json'))('./dist/extension.js');
    assert.equal(typeof loaded.activate, 'function');
    assert.equal(typeof loaded.deactivate, 'function');
  } finally {
    load._load = original;
  }
});

/** Enough of `vscode` to load a bundle: classes to extend, enums to read, functions to call. */
const vscodeMember = (_name: string): unknown => new Proxy(class { dispose() {} }, { get: (target, key) => (key === 'prototype' ? target.prototype : undefined) });

test('the command line runs', () => {
  const out = execFileSync(process.execPath, [join(extension, 'dist/cli.js'), '--version'], { encoding: 'utf8', cwd: work });
  assert.match(out, new RegExp(`\\b${manifest()['version'].replaceAll('.', '\\.')}\\b`));
});

test('the server answers initialize over stdio, and ends when told', async () => {
  const child = spawn(process.execPath, [join(extension, 'dist/server.js'), '--stdio'], { cwd: work, stdio: ['pipe', 'pipe', 'pipe'] });
  try {
    let out = '';
    const answer = (id: number) =>
      new Promise<any>((resolve, reject) => {
        const look = () => {
          for (const match of out.matchAll(/Content-Length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n/g)) {
            const body = out.slice(match.index + match[0].length, match.index + match[0].length + Number(match[1]));
            if (body.length === Number(match[1]) && JSON.parse(body).id === id) return resolve(JSON.parse(body));
          }
        };
        child.stdout.on('data', look);
        child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
        look();
      });
    child.stdout.setEncoding('utf8').on('data', (s: string) => (out += s));
    const send = (message: object) => {
      const body = JSON.stringify({ jsonrpc: '2.0', ...message });
      child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    };
    send({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
    const { result } = await answer(1);
    assert.equal(result.capabilities.hoverProvider !== undefined, true);
    send({ method: 'initialized', params: {} });
    send({ id: 2, method: 'shutdown' });
    await answer(2);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    send({ method: 'exit' });
    assert.equal(await ended, 0);
  } finally {
    child.kill('SIGKILL');
  }
});
