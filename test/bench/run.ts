// `npm run bench`: what a check costs beside bare parsing, and what an edit costs in the built server beside other servers.
// Prints times and ratios; nothing passes or fails by them.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkRows } from './check';
import { serverRows } from './servers';
import { table } from './table';

const root = fileURLToPath(new URL('../..', import.meta.url));
async function main(): Promise<void> {
  console.log(`\nparse alone (jsonc-parser, unbash) and our whole check, ms; target: ratio ≤ 4 for configs\n\n${table(checkRows())}`);
  execFileSync(process.execPath, [`${root}/scripts/build.mjs`, '--production'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(`\nfrom an edit to the findings; target: no slower than the peer on the same file\n\n${table(await serverRows())}`);
}
void main();
