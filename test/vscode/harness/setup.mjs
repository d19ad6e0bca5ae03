// Puts what the tests in a real VS Code need into .vscode-test/ (ignored by git): Chromium, a Node that code-server runs on,
// and code-server, which is VS Code's own server and workbench from npm. No install script is run and nothing is compiled.
//   node test/vscode/harness/setup.mjs
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const home = join(root, '.vscode-test');
const codeServerVersion = '4.139.1'; // VS Code 1.139.1
const nodeVersion = '24.22.3'; // what this code-server is built for
const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const isRoot = process.getuid?.() === 0;
const found = (name) => {
  const r = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return r.status === 0 ? r.stdout.trim() : undefined;
};
const quietly = (command, args, options = {}) => {
  const r = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (r.error ?? r.status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${r.error?.message ?? (r.stdout + r.stderr).slice(-4000)}`);
};

/** The Chromium at hand; undefined where there is none. */
export const findChromium = () => process.env.CHROMIUM_PATH || chromiumNames.map(found).find(Boolean);

/** Why this machine cannot have the harness; undefined where it can. */
export function impossible() {
  if (process.platform !== 'linux') return 'the code-server harness is for Linux';
  if (!['x64', 'arm64'].includes(process.arch)) return `the code-server harness has no Node for ${process.arch}`;
  if (!findChromium() && !(isRoot && found('apt-get'))) return 'there is no Chromium; install one or set CHROMIUM_PATH';
  return undefined;
}

function installChromium(say) {
  if (findChromium()) return;
  say('installing Chromium with apt-get');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  quietly('apt-get', ['update', '-q'], { env });
  quietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env });
}

function installNode(say) {
  const name = `node-linux-${process.arch}`;
  const folder = join(home, 'node', nodeVersion);
  const binary = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(binary)) return binary;
  say(`installing Node ${nodeVersion}`);
  mkdirSync(folder, { recursive: true });
  quietly('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${nodeVersion}`]);
  return binary;
}

function installCodeServer(say, node) {
  const folder = join(home, 'code-server', codeServerVersion);
  const at = join(folder, 'node_modules', 'code-server');
  const done = join(folder, 'complete');
  if (existsSync(done)) return at;
  say(`installing code-server ${codeServerVersion}`);
  rmSync(folder, { recursive: true, force: true }); // a half-made one
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` };
  const npm = (cwd, ...args) => quietly('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...args], { cwd, env });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  npm(folder, '--no-save', `code-server@${codeServerVersion}`);
  const vscode = join(at, 'lib', 'vscode');
  npm(vscode, '--omit=dev');
  npm(join(vscode, 'extensions'), '--omit=dev');
  // What its install script would have linked.
  for (const [link, target] of [['bin/remote-cli/code-server', 'code-linux.sh'], ['bin/helpers/browser.sh', 'browser-linux.sh']]) {
    rmSync(join(vscode, link), { force: true });
    symlinkSync(target, join(vscode, link));
  }
  writeFileSync(done, `${execFileSync(node, ['--version'], { encoding: 'utf8' })}`);
  return at;
}

/** Installs what is missing. Answers `{ codeServer, node, chromium }`; throws where the machine cannot have it. */
export function setUpHarness(say = (s) => console.log(`[vscode harness] ${s}`)) {
  const no = impossible();
  if (no) throw new Error(no);
  installChromium(say);
  const node = installNode(say);
  return { codeServer: installCodeServer(say, node), node, chromium: findChromium() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const t0 = performance.now();
  console.log(JSON.stringify(setUpHarness(), null, 2));
  console.log(`ready after ${((performance.now() - t0) / 1000).toFixed(1)} s`);
}
