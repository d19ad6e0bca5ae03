// Writes every generated file from the rule files and schemas/: `npm run generate`. With --check nothing is written and
// a difference exits with 1.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { generateConcepts } from './generate/concepts';
import { generateDocs } from './generate/docs';
import { generateRegistry } from './generate/registry';

const root = fileURLToPath(new URL('..', import.meta.url));
const checkOnly = process.argv.includes('--check');
const different: string[] = [];

function put(files: Map<string, string>): void {
  for (const [path, text] of files) {
    const file = join(root, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    different.push(path);
    if (checkOnly) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Pages of rules that are gone. */
function sweep(folder: string, kept: Map<string, string>): void {
  if (!existsSync(join(root, folder))) return;
  for (const name of readdirSync(join(root, folder))) {
    const path = `${folder}/${name}`;
    if (!name.endsWith('.md') || kept.has(path)) continue;
    different.push(path);
    if (!checkOnly) rmSync(join(root, path));
  }
}

async function main(): Promise<void> {
  // The catalogues and the registry first: the rules are loaded through them.
  const catalogs = join(root, 'scripts/generate/catalogs.ts');
  if (existsSync(catalogs)) put(((await import(pathToFileURL(catalogs).href)) as { generateCatalogs(): Map<string, string> }).generateCatalogs());
  put(generateConcepts(root));
  put(generateRegistry(root));
  const { rules } = await import('../server/src/core/rules/index.generated');
  const docs = generateDocs(rules);
  put(docs);
  for (const folder of ['docs/rules', 'docs/rules/zh-cn']) sweep(folder, docs);
  put((await import('./generate/settings-schema')).generateSettingsSchema(rules));

  if (different.length === 0) console.log('generated files are up to date');
  else console.log(`${checkOnly ? 'out of date' : 'written'}:\n${different.map((d) => `  ${d}`).join('\n')}`);
  if (checkOnly && different.length > 0) process.exit(1);
}

void main();
