// Runs the node:test suites: all of them, or those whose path holds one of the given words.
//   node scripts/test.mjs [--rule [NAME]] [WORD…]
// --rule: of the rules, only those whose name holds NAME.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const env = { ...process.env };
const at = words.indexOf('--rule');
if (at >= 0) {
  const [, name] = words.splice(at, 2);
  if (name !== undefined) env.RULE = name;
}
const files = readdirSync(`${root}/test`, { recursive: true })
  .map((f) => `test/${f.replaceAll('\\', '/')}`)
  .filter((f) => f.endsWith('.test.ts') && (words.length === 0 || words.some((w) => f.includes(w))))
  .sort();
if (files.length === 0) {
  console.error(`no test file matches ${words.join(' ')}`);
  process.exit(2);
}
const run = spawnSync(process.execPath, ['--import', 'tsx', '--test', '--test-reporter=spec', ...files], { cwd: root, stdio: 'inherit', env });
process.exit(run.status ?? 1);
