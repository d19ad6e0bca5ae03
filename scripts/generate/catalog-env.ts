import type { z } from 'zod';
import type { EnvRow, envFile, textsFile } from '../../schemas/option';

type Texts = z.output<typeof textsFile>;
const packText = (text: Texts[string] | undefined): unknown => (text ? [text.en, ...(text.zh ? [text.zh] : [])] : 0);

/**
 * The variables as they ship, by who reads them; `env.ts` unpacks them. Texts stand under `NAME`, what goes wrong under
 * `NAME danger`, and what a value does under `NAME=value`.
 */
export function packEnv({ variables }: z.output<typeof envFile>, texts: Texts): Record<string, unknown> {
  const names = new Set(variables.map((v) => v.name));
  const idle = Object.keys(texts).filter((k) => !names.has(k.split(/[ =]/)[0]!));
  if (idle.length > 0) throw new Error(`schemas/env/texts.json speaks of variables that are not there: ${idle.join(', ')}`);
  const groups: { family: string; readBy: string; variables: unknown[] }[] = [];
  for (const row of variables) {
    let group = groups.find((g) => g.family === row.family && g.readBy === row.readBy);
    if (!group) groups.push((group = { family: row.family, readBy: row.readBy, variables: [] }));
    group.variables.push(packVariable(row, texts));
  }
  return { groups };
}

function packVariable({ name, family: _, readBy: __, type, ...extra }: EnvRow, texts: Texts): unknown[] {
  const effects = Object.entries(texts).filter(([k]) => k.startsWith(`${name}=`));
  const packed: unknown[] = [
    name,
    type,
    Object.keys(extra).length > 0 ? extra : 0,
    packText(texts[name]),
    packText(texts[`${name} danger`]),
    effects.length > 0 ? Object.fromEntries(effects.map(([k, t]) => [k.slice(name.length + 1), packText(t)])) : 0,
  ];
  while (packed[packed.length - 1] === 0) packed.pop();
  return packed;
}
