// Starts code-server on a free loopback port with throw-away state, and opens headless Chromium on it.
import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const browserFlags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const startTimeout = 90_000;

const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'update.mode': 'none',
  'security.workspace.trust.enabled': false,
  'chat.disableAIFeatures': true,
};

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const freePort = () =>
  new Promise((ok, no) => {
    const s = createServer().once('error', no).listen(0, '127.0.0.1', () => {
      const { port } = s.address();
      s.close(() => ok(port));
    });
  });

/**
 * @param harness what setUpHarness() answers
 * @param o vsix: files to install; settings: user settings; options: VS Code server options; log: file for the server's output
 * @returns `{ base, authority, stop }`: the address, the remote authority, and a function that ends it and removes its state
 */
export async function startCodeServer({ codeServer, node }, { vsix = [], settings = {}, env = {}, options = [], log } = {}) {
  const state = mkdtempSync(join(tmpdir(), 'vscode-'));
  const folders = ['--user-data-dir', join(state, 'user'), '--extensions-dir', join(state, 'extensions')];
  mkdirSync(join(state, 'user', 'User'), { recursive: true });
  writeFileSync(join(state, 'user', 'User', 'settings.json'), JSON.stringify({ ...quietSettings, ...settings }));
  writeFileSync(join(state, 'config.yaml'), '{}\n');
  mkdirSync(join(state, 't')); // for sockets: a short path, since theirs end at 107 bytes
  const childEnv = {
    ...process.env,
    HOME: state,
    TMPDIR: join(state, 't'),
    XDG_CONFIG_HOME: join(state, 'config'),
    XDG_DATA_HOME: join(state, 'data'),
    EXTENSIONS_GALLERY: '{"serviceUrl":"","itemUrl":"","resourceUrlTemplate":""}', // no gallery is asked
    ...env,
  };
  delete childEnv.VSCODE_IPC_HOOK_CLI;
  const entry = resolve(codeServer, 'out/node/entry.js');
  const remove = () => rmSync(state, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  try {
    for (const file of vsix) execFileSync(node, [entry, ...folders, '--install-extension', resolve(file)], { env: childEnv, stdio: 'pipe' });
  } catch (error) {
    remove();
    throw new Error(`the extension could not be installed:\n${error.stdout}${error.stderr}`);
  }

  const port = await freePort();
  const child = spawn(
    node,
    [
      entry, ...folders, '--config', join(state, 'config.yaml'), '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`,
      '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust', '--disable-getting-started-override',
      ...options.flatMap((o) => ['--vscode-option', o]),
    ],
    { env: childEnv, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const out = log ? createWriteStream(log) : undefined;
  let tail = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      tail = (tail + bytes).slice(-4000);
      out?.write(bytes);
    });
  const signal = (name) => {
    try {
      process.kill(-child.pid, name); // its whole process group
    } catch {
      // gone already
    }
  };
  async function stop() {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((done) => child.once('exit', done));
      signal('SIGTERM');
      const timer = setTimeout(() => signal('SIGKILL'), 5000);
      await gone;
      clearTimeout(timer);
    }
    signal('SIGKILL'); // children that outlived it
    out?.end();
    remove();
  }

  const base = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + startTimeout; ; await sleep(100)) {
    const exited = child.exitCode !== null;
    if (!exited && (await fetch(`${base}/healthz`).then((r) => r.ok, () => false))) return { base, authority: `127.0.0.1:${port}`, stop };
    if (!exited && Date.now() < end) continue;
    await stop();
    throw new Error(`code-server ${exited ? 'ended at once' : `did not answer within ${startTimeout} ms`}:\n${tail}`);
  }
}

export async function openBrowser(harness, { viewport = { width: 1280, height: 800 }, scale = 1 } = {}) {
  const browser = await chromium.launch({ executablePath: harness.chromium, args: browserFlags });
  const context = await browser.newContext({ viewport, deviceScaleFactor: scale, permissions: ['clipboard-read', 'clipboard-write'] });
  return { browser, page: await context.newPage() };
}
