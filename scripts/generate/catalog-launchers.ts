import type { z } from 'zod';
import type { LauncherFile, LauncherRow, textsFile } from '../../schemas/option';

type Texts = z.output<typeof textsFile>;

const names = ['deepspeed', 'torchrun', 'torch.distributed.launch', 'accelerate', 'mpirun'] as const;
const takes: Readonly<Record<LauncherRow['takes'], string>> = { none: '', one: '1', optional: '?', many: '*', rest: '…' };
const types: Readonly<Record<LauncherRow['type'], string>> = { bool: 'b', int: 'i', float: 'f', str: 's' };

/** The patterns that most spellings follow; `launchers.ts` turns them back. */
function spellings({ dest, spellings: list }: LauncherRow): string | readonly string[] {
  const [under, hyphen] = [`--${dest}`, `--${dest.replaceAll('_', '-')}`];
  const same = (...other: readonly string[]): boolean => list.length === other.length && other.every((s, i) => list[i] === s);
  if (same(under)) return 'u';
  if (same(hyphen)) return 'h';
  if (same(under, hyphen)) return 'uh';
  if (same(hyphen, under)) return 'hu';
  if (same(hyphen, hyphen.slice(1))) return 'hd';
  return list;
}

/**
 * The launchers' options as they ship. srun and sbatch share a table, whose rows say which of the two take them. Texts
 * stand under `launcher.dest`; `slurm` is srun and sbatch, and `torchrun` is torch.distributed.launch, too.
 */
export function packLaunchers(load: (name: string) => LauncherFile, texts: Texts): Record<string, unknown> {
  const used = new Set<string>();
  const pack = (group: string, row: LauncherRow, only?: string): unknown[] => {
    const { dest, spellings: _, takes: taken, type, ...rest } = row;
    const key = `${group}.${dest}`;
    const text = texts[key];
    if (text) used.add(key);
    // A switch is off unless something else is said.
    const extra = { ...rest, ...(taken === 'none' && rest.default === false ? { default: undefined } : {}), ...(only ? { only } : {}) };
    const packed: unknown[] = [dest, spellings(row), takes[taken] + types[type], Object.values(extra).some((v) => v !== undefined) ? extra : 0];
    if (text) packed.push(text.en, ...(text.zh ? [text.zh] : []));
    while (packed[packed.length - 1] === 0) packed.pop();
    return packed;
  };
  const tables: Record<string, unknown> = {};
  for (const name of names) {
    const { abbreviations, inherits, options, removed } = load(name);
    tables[name] = { abbreviations, inherits, options: options.map((row) => pack(name, row)), removed };
  }
  const [srun, sbatch] = [load('srun'), load('sbatch')];
  const twin = (row: LauncherRow, others: readonly LauncherRow[]): boolean => others.some((o) => JSON.stringify(o) === JSON.stringify(row));
  const rows = [
    ...srun.options.map((row) => pack('slurm', row, twin(row, sbatch.options) ? undefined : 'srun')),
    ...sbatch.options.filter((row) => !twin(row, srun.options)).map((row) => pack('slurm', row, 'sbatch')),
  ];
  tables['slurm'] = { abbreviations: srun.abbreviations, options: rows };
  const idle = Object.keys(texts).filter((k) => !used.has(k));
  if (idle.length > 0) throw new Error(`schemas/launchers/texts.json speaks of options that are not there: ${idle.join(', ')}`);
  return tables;
}
