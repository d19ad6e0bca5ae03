import type { z } from 'zod';
import type { ConstructorRow, DeepSpeedFile, DeepSpeedRow, textsFile } from '../../schemas/option';

const letters: Readonly<Record<string, string>> = { integer: 'i', number: 'n', boolean: 'b', string: 's', array: 'a', object: 'o', any: 'x' };

const split = (path: string): readonly [section: string, name: string] => {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? ['', path] : [path.slice(0, dot), path.slice(dot + 1)];
};

/** The catalogue as it ships: options by section, each a short list (`deepspeed-data.ts` unpacks it). */
export function packDeepSpeed(file: DeepSpeedFile, texts: z.output<typeof textsFile>): Record<string, unknown> {
  const paths = new Set(file.options.map((o) => o.path));
  const idle = Object.keys(texts).filter((p) => !paths.has(p));
  if (idle.length > 0) throw new Error(`schemas/deepspeed/texts.json speaks of keys that are not there: ${idle.join(', ')}`);
  const options: Record<string, unknown[]> = {};
  for (const row of file.options) {
    const [section, name] = split(row.path);
    (options[section] ??= []).push(packOption(name, row, texts[row.path]));
  }
  return {
    version: file.version,
    sections: file.sections.map((s) => (s.since ? [s.path, s.unknownKeys, s.since] : [s.path, s.unknownKeys])),
    options,
    optimizers: file.optimizers.map(packConstructor),
    torchOptimizers: file.torchOptimizers.map(packConstructor),
    schedulers: file.schedulers.map(packConstructor),
    torchSchedulers: file.torchSchedulers.map(packConstructor),
    removed: file.removed,
  };
}

function packOption(name: string, { path: _, types, coercion, changed, ...rest }: DeepSpeedRow, text: { en: string; zh?: string | undefined } | undefined): unknown[] {
  const extra = {
    ...rest,
    ...(changed ? { changed: changed.map((c) => (c.what ? { ...c, what: { en: c.what.en, zh: c.what.zh ?? c.what.en } } : c)) } : {}),
  };
  const packed: unknown[] = [name, types.map((t) => letters[t]).join(''), coercion === 'any' ? '' : coercion, Object.keys(extra).length > 0 ? extra : 0];
  if (text) packed.push(text.en, ...(text.zh ? [text.zh] : []));
  while (packed[packed.length - 1] === 0) packed.pop();
  return packed;
}

function packConstructor({ name, params, ...extra }: ConstructorRow): unknown[] {
  const { unknownKeys, ...others } = extra;
  const rest = { ...others, ...(unknownKeys === 'refuse' ? {} : { unknownKeys }) };
  return Object.keys(rest).length > 0 ? [name, params, rest] : [name, params];
}
