// Runs test/vscode/suite/ inside a real VS Code, on the extension as packed.
//   node test/vscode/run.mjs [--grep TEXT] [--vsix FILE] [--desktop | --code-server]
// Which VS Code: $VSCODE_EXECUTABLE; else, on Linux without a display, code-server (see harness/); else a downloaded desktop VS Code.
import { runTests } from '@vscode/test-electron';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root, setUpHarness } from './harness/setup.mjs';
import { unzipExtension } from './harness/unzip.mjs';

const { values } = parseArgs({
  options: { grep: { type: 'string' }, vsix: { type: 'string' }, desktop: { type: 'boolean' }, 'code-server': { type: 'boolean' } },
});
const node = (file, ...args) => execFileSync(process.execPath, [join(root, file), ...args], { cwd: root, stdio: 'inherit' });
const headless = process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

function chooseExecutable() {
  if (process.env.VSCODE_EXECUTABLE) return process.env.VSCODE_EXECUTABLE;
  if (values.desktop || (!headless && !values['code-server'])) return undefined; // downloaded
  try {
    setUpHarness();
    return join(root, 'test/vscode/harness/vscode.mjs');
  } catch (error) {
    // A suite that silently does not run is a green light for nothing: in CI it is a failure.
    console.log(`The VS Code suite was NOT run: ${error.message}`);
    process.exit(process.env.CI ? 1 : 0);
  }
}

const executable = chooseExecutable();
let vsix = values.vsix;
if (!vsix) {
  node('scripts/package.mjs');
  vsix = join(root, 'shardlint.vsix');
}
node('scripts/build.mjs', '--tests');
const work = mkdtempSync(join(tmpdir(), 'shardlint-vscode-'));
const workspace = join(work, 'workspace');
cpSync(join(root, 'test/vscode/workspace'), workspace, { recursive: true });
const extension = join(work, 'extension');
await unzipExtension(resolve(vsix), extension);
try {
  const code = await runTests({
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: extension,
    extensionTestsPath: join(root, 'out/vscode/index.js'),
    extensionTestsEnv: { SUITE_GREP: values.grep, SUITE_EXTENSION: extension },
    launchArgs: [workspace, '--disable-extensions', '--disable-workspace-trust'],
  });
  process.exitCode = code;
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
