// Bundles the extension, the language server and the command line into dist/, and the VS Code suites into out/.
//   node scripts/build.mjs [--production | --tests] [--watch]
// --production: minified, without the suites; --tests: the suites only.
import { build, context } from 'esbuild';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const production = process.argv.includes('--production');
const testsOnly = process.argv.includes('--tests');
const watch = process.argv.includes('--watch');

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  external: ['vscode'],
  // The "main" of jsonc-parser is UMD, whose inner requires esbuild cannot follow.
  mainFields: ['module', 'main'],
  logLevel: 'warning',
};
const node = { ...common, platform: 'node', format: 'cjs', target: 'node20' };
const browser = { ...common, platform: 'browser', mainFields: ['browser', 'module', 'main'], target: 'es2022' };

const suites = existsSync(`${root}/test/vscode/suite`) ? readdirSync(`${root}/test/vscode/suite`).filter((f) => f.endsWith('.ts')) : [];

/** One bundle each: the file it starts from, where it goes, and what is special about it. */
const bundles = [
  { from: 'client/src/node.ts', to: 'dist/extension.js', options: node },
  { from: 'server/src/entry/node.ts', to: 'dist/shardlint.js', options: node },
  { from: 'client/src/browser.ts', to: 'dist/web/extension.js', options: { ...browser, format: 'cjs' } },
  { from: 'server/src/entry/server.browser.ts', to: 'dist/web/server.js', options: { ...browser, format: 'iife' } },
  { from: 'test/vscode/index.ts', to: 'out/vscode/index.js', options: { ...node, external: ['vscode', 'mocha'] }, test: true },
  ...suites.map((f) => ({ from: `test/vscode/suite/${f}`, to: `out/vscode/suite/${f.replace(/\.ts$/, '.js')}`, options: node, test: true })),
];

/** Two programs, one bundle: what each file loads of it. */
const programs = { 'dist/server.js': "require('./shardlint.js').server();\n", 'dist/cli.js': "#!/usr/bin/env node\nrequire('./shardlint.js').cli();\n" };

const started = performance.now();
const made = [];
for (const { from, to, options, test } of bundles) {
  if (test ? production : testsOnly) continue;
  if (!existsSync(`${root}/${from}`)) {
    console.log(`skipped ${to}: there is no ${from}`);
    continue;
  }
  made.push({ ...options, entryPoints: [from], outfile: to });
}
if (!testsOnly) {
  mkdirSync(`${root}/dist`, { recursive: true });
  for (const [file, text] of Object.entries(programs)) writeFileSync(`${root}/${file}`, text);
}
if (watch) {
  for (const options of made) await (await context({ ...options, logLevel: 'info' })).watch();
} else {
  await Promise.all(made.map((options) => build(options))).catch(() => process.exit(1));
  console.log(`built ${made.map((o) => o.outfile).join(', ')} in ${Math.round(performance.now() - started)} ms`);
}
