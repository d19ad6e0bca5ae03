import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { deepspeedFile, envFile, launcherFile, textsFile } from '../../schemas/option';
import { packDeepSpeed } from './catalog-deepspeed';
import { packEnv } from './catalog-env';
import { packLaunchers } from './catalog-launchers';
import { deepspeedConfigSchema } from './config-schema';

const schemas = fileURLToPath(new URL('../../schemas', import.meta.url));
const catalog = 'server/src/core/catalog';

/** A data file, checked against its shape; throws with the path inside the file where it does not fit. */
function load<T extends z.ZodType>(name: string, shape: T): z.output<T> {
  const result = shape.safeParse(JSON.parse(readFileSync(join(schemas, name), 'utf8')));
  if (result.success) return result.data;
  throw new Error(`schemas/${name}: ${result.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('\n')}`);
}

/** Compact, with the members of the two outer levels on lines of their own: a diff still shows where it changed. */
function lines(value: unknown, depth = 2): string {
  if (typeof value !== 'object' || value === null || depth === 0) return JSON.stringify(value);
  const list = Array.isArray(value);
  const members = list
    ? value.map((v) => lines(v, depth - 1))
    : Object.entries(value).flatMap(([k, v]) => (v === undefined ? [] : [`${JSON.stringify(k)}:${lines(v, depth - 1)}`]));
  const text = members.join(',\n');
  return `${list ? '[' : '{'}\n${text}\n${list ? ']' : '}'}`;
}

/** The generated files of the catalogues, by path from the project's root: from `schemas/` alone, always the same. */
export function generateCatalogs(): Map<string, string> {
  const deepspeed = load('deepspeed/options.json', deepspeedFile);
  const texts = load('deepspeed/texts.json', textsFile);
  return new Map([
    ['schemas/deepspeed-config.schema.json', deepspeedConfigSchema(deepspeed, texts)],
    [`${catalog}/launchers.generated.json`, lines(packLaunchers((name) => load(`launchers/${name}.json`, launcherFile), load('launchers/texts.json', textsFile)), 3) + '\n'],
    [`${catalog}/env.generated.json`, lines(packEnv(load('env/variables.json', envFile), load('env/texts.json', textsFile)), 4) + '\n'],
    [`${catalog}/deepspeed.generated.json`, lines(packDeepSpeed(deepspeed, texts), 3) + '\n'],
  ]);
}
