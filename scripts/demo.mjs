// A first look, from a fresh clone with one command: installs what is missing, builds, and lints examples/.
//   node scripts/demo.mjs [arguments of `shardlint check`]
import { installIfNeeded, node } from './install.mjs';

installIfNeeded();
if (node(['scripts/build.mjs']) !== 0) process.exit(1);
const code = node(['dist/cli.js', 'check', ...(process.argv.length > 2 ? process.argv.slice(2) : ['examples'])]);
// The examples are full of mistakes: finding them (exit code 1) is what the demo shows.
process.exit(code === 1 ? 0 : code);
