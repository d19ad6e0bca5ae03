// Reads the reference folder and writes the data files of schemas/. Run by hand when the reference is renewed:
//   npx tsx scripts/import-reference.ts [FOLDER]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importDeepSpeed, type DeepSpeedReference } from './import/deepspeed';
import { importEnv, type EnvReference } from './import/env';
import { importLaunchers, type DeepSpeedFlags, type LaunchFlags } from './import/launchers';
import { rowsJson } from './import/rows';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.argv[2] ?? join(root, '../shared/reference');
if (!existsSync(folder)) {
  console.error(`no such folder: ${folder}`);
  process.exit(2);
}
const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;

function write(path: string, content: string): void {
  const file = join(root, 'schemas', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const launchers = importLaunchers(read<DeepSpeedFlags>('deepspeed-launcher-flags.json'), read<{ launchers: LaunchFlags }>('launch-flags.json').launchers);
for (const [name, file] of Object.entries(launchers)) write(`launchers/${name}.json`, rowsJson({ ...file }));

write('deepspeed/options.json', rowsJson(importDeepSpeed(read<DeepSpeedReference>('deepspeed-config.json'))));
write('env/variables.json', rowsJson(importEnv(read<EnvReference>('nccl-env.json'))));
