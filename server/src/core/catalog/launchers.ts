import type { Text } from '../text/say';
import packed from './launchers.generated.json';

/** The launchers whose command lines are read. */
export type LauncherName = 'deepspeed' | 'torchrun' | 'torch.distributed.launch' | 'accelerate' | 'srun' | 'mpirun';

export interface LauncherOption {
  /** argparse's name for the option: the key to look it up by, over all spellings. For srun and mpirun the long name with underscores. */
  readonly dest: string;
  readonly spellings: readonly string[];
  /** none: a switch. one: exactly one value. optional: only when attached (`-K1`). many: `count` values. rest: all that follows. */
  readonly takes: 'none' | 'one' | 'optional' | 'many' | 'rest';
  /** How many values, where argparse's `nargs` is a number above one. */
  readonly count?: number;
  readonly type: 'int' | 'float' | 'str' | 'bool';
  /** The only values that the parser lets through. */
  readonly choices?: readonly string[];
  /** The values that mean something later on; others pass the parser. */
  readonly values?: readonly string[];
  readonly default?: string | number | boolean | null;
  /** The environment variable that supplies the default. */
  readonly env?: string;
  /** True when several uses add up; else the last one wins. */
  readonly repeats?: boolean;
  /** The first release with it (`0.14.5`); absent when it is as old as the launcher. */
  readonly since?: string;
  /** It still works; what to write instead. */
  readonly deprecated?: string;
  readonly meaning?: Text;
}

/** An option that newer releases of a launcher refuse. */
export interface RemovedLauncherOption {
  readonly spelling: string;
  readonly since: string;
  /** The last release that takes it. */
  readonly until: string;
  readonly replacedBy?: string;
}

export interface LauncherTable {
  readonly options: readonly LauncherOption[];
  /** By exact spelling: `--num_gpus`, `-H`. */
  find(spelling: string): LauncherOption | undefined;
  /** Whether a beginning of a long option stands for the only one that it fits. */
  readonly abbreviations: 'unique-prefix' | 'none';
  removed(spelling: string): RemovedLauncherOption | undefined;
}

type TableName = LauncherName | 'sbatch';
type Extra = Partial<Omit<LauncherOption, 'dest' | 'spellings' | 'takes' | 'type' | 'meaning'>> & { readonly only?: TableName };
/** `spellings` is a list, or the pattern that it follows; `kind` is what it takes, then its type, a letter each. */
type PackedOption = readonly [dest: string, spellings: string | readonly string[], kind: string, extra?: Extra | 0, en?: string, zh?: string];
interface TableData {
  readonly abbreviations: 'unique-prefix' | 'none';
  readonly inherits?: TableName;
  readonly options: readonly PackedOption[];
  readonly removed?: readonly RemovedLauncherOption[];
}

const data = packed as unknown as Readonly<Record<Exclude<TableName, 'srun' | 'sbatch'> | 'slurm', TableData>>;
const built = new Map<TableName, LauncherTable>();

const takes: Readonly<Record<string, LauncherOption['takes']>> = { '': 'none', '1': 'one', '?': 'optional', '*': 'many', '…': 'rest' };
const types: Readonly<Record<string, LauncherOption['type']>> = { b: 'bool', i: 'int', f: 'float', s: 'str' };

function spellingsOf(dest: string, pattern: string | readonly string[]): readonly string[] {
  if (typeof pattern !== 'string') return pattern;
  const [under, hyphen] = [`--${dest}`, `--${dest.replaceAll('_', '-')}`];
  const patterns: Readonly<Record<string, readonly string[]>> = { u: [under], h: [hyphen], uh: [under, hyphen], hu: [hyphen, under], hd: [hyphen, hyphen.slice(1)] };
  return patterns[pattern]!;
}

function unpack([dest, spellings, kind, extra, english, chinese]: PackedOption): LauncherOption {
  const { only: _, ...rest } = extra || {};
  const taken = takes[kind.slice(0, -1)]!;
  return {
    dest,
    spellings: spellingsOf(dest, spellings),
    takes: taken,
    type: types[kind.slice(-1)]!,
    ...(taken === 'none' ? { default: false } : {}),
    ...rest,
    ...(english ? { meaning: { en: english, zh: chinese ?? english } } : {}),
  };
}

function table(name: TableName): LauncherTable {
  const known = built.get(name);
  if (known) return known;
  const { abbreviations, inherits, options: rows, removed = [] } = data[name === 'srun' || name === 'sbatch' ? 'slurm' : name];
  const own = rows.filter(([, , , extra]) => !extra || extra.only === undefined || extra.only === name).map(unpack);
  const options = [...(inherits ? table(inherits).options : []), ...own];
  const bySpelling = new Map<string, LauncherOption>();
  for (const option of options) for (const s of option.spellings) if (!bySpelling.has(s)) bySpelling.set(s, option);
  const result: LauncherTable = {
    options,
    abbreviations,
    find: (spelling) => bySpelling.get(spelling),
    removed: (spelling) => removed.find((r) => r.spelling === spelling),
  };
  built.set(name, result);
  return result;
}

/** The options that a launcher itself takes, before the program that it starts. */
export const launcherOptions = (launcher: LauncherName): LauncherTable => table(launcher);

/** The options of sbatch: what `#SBATCH` lines hold. */
export const sbatchOptions = (): LauncherTable => table('sbatch');
