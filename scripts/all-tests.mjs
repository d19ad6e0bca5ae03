// Every test, from a fresh clone with one command: installs what is missing, builds and packs the extension, then runs the
// node:test suites, the suite inside a real VS Code, and the walk through its user interface.
//   node scripts/all-tests.mjs
import { installIfNeeded, node, root } from './install.mjs';

installIfNeeded();
if (node(['scripts/package.mjs']) !== 0) process.exit(1);

const vsix = `${root}/shardlint.vsix`;
const parts = [
  ['node tests', () => node(['scripts/test.mjs'], { SHARDLINT_VSIX: vsix })],
  ['VS Code suite', () => node(['test/vscode/run.mjs', '--vsix', vsix])],
  ['VS Code user interface', () => node(['test/vscode/ui.mjs', '--vsix', vsix])],
];
const failed = [];
for (const [name, test] of parts) {
  const started = performance.now();
  console.log(`\n== ${name}`);
  const code = test();
  console.log(`== ${name}: ${code === 0 ? 'ok' : `failed (${code})`}, ${((performance.now() - started) / 1000).toFixed(0)} s`);
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);
