import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import packageJson from '../../package.json';
import { clean, folderWith, withError, withWarning, withWarningFixed } from './support';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let cli: string;

/** As scripts/build.mjs bundles it, from the sources as they are now. */
const bundle = (entry: string, outfile: string) =>
  build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shardlint-bundle-'));
  cli = join(folder, 'cli.js');
  await bundle('server/src/entry/cli.ts', cli);
});
after(() => rmSync(folder, { recursive: true, force: true }));

function shardlint(cwd: string, args: readonly string[], input = '') {
  const env = { ...process.env, LC_ALL: 'C', FORCE_COLOR: undefined, NO_COLOR: undefined };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd, env, input, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('the bundle answers with the exit codes', (t) => {
  const files = folderWith(t, { 'ok/ds_config.json': clean, 'bad/ds_config.json': withError, 'none/x.txt': '' });
  assert.deepEqual(shardlint(files, ['--version']), { status: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  assert.equal(shardlint(files, ['ok']).status, 0);
  assert.equal(shardlint(files, ['check', 'bad']).status, 1);
  assert.equal(shardlint(files, ['check', '--nope']).status, 2);
  assert.equal(shardlint(files, ['check', 'none']).status, 3);
});

test('the bundle reads standard input to its end', (t) => {
  const files = folderWith(t, {});
  const padding = `${' '.repeat(300_000)}\n`;
  const fixed = shardlint(files, ['fix', '--stdin-file-name', 'ds_config.json'], withWarning + padding);
  assert.deepEqual([fixed.status, fixed.stdout], [0, withWarningFixed + padding]);
});

test('a report of several megabytes reaches the other end of a pipe whole', (t) => {
  const many = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`ds_${i}.json`, withError]));
  const { status, stdout } = shardlint(folderWith(t, many), ['check', '--format', 'json']);
  assert.equal(status, 1);
  assert.ok(stdout.length > 500_000);
  assert.equal(JSON.parse(stdout).findings.length, 1500);
});

test('a reader that goes away ends the run quietly', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`ds_${i}.json`, withError]));
  const child = spawn(process.execPath, [cli, 'check'], { cwd: folderWith(t, many), stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (d) => (stderr += String(d)));
  child.stdout.once('data', () => child.stdout.destroy());
  await new Promise((done) => child.on('close', done));
  assert.equal(stderr, '');
});

test('the server is a bundle beside this one: without it the command says so, with it the server answers', async (t) => {
  const files = folderWith(t, {});
  const missing = shardlint(files, ['server', '--stdio']);
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /server\.js/);

  await bundle('server/src/entry/server.node.ts', join(folder, 'server.js'));
  const child = spawn(process.execPath, [cli, 'server', '--stdio'], { cwd: files, stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.kill());
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const answer = async (id: number): Promise<string> => {
    let text = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      text += String(chunk);
      if (text.includes(`"id":${id},`) && text.trimEnd().endsWith('}')) return text;
    }
    throw new Error(`the server closed its output after ${JSON.stringify(text)}`);
  };
  send({ id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
  assert.match(await answer(1), /"capabilities":\{/);
  send({ id: 2, method: 'shutdown' });
  await answer(2);
  send({ method: 'exit' });
  assert.equal(await new Promise((done) => child.on('close', done)), 0);
});
