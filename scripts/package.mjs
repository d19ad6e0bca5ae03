// Builds for production and packs shardlint.vsix.
//   node scripts/package.mjs [--out FILE.vsix] [--no-build]
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'shardlint.vsix') }, 'no-build': { type: 'boolean', default: false } } });
const run = (file, ...args) => execFileSync(process.execPath, [join(root, file), ...args], { cwd: root, stdio: 'inherit' });

if (!values['no-build']) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  run('scripts/build.mjs', '--production');
}
// Everything is bundled, so there are no dependencies to pack. The pages link to each other by relative paths, which stay.
run('node_modules/@vscode/vsce/vsce', 'package', '--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', resolve(values.out));
