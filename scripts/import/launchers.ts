import type { LauncherFile, LauncherRow } from '../../schemas/option';
import { compact, release } from './rows';

interface ReferenceFlag {
  readonly flags: readonly string[] | null;
  readonly dest?: string;
  readonly kind?: string;
  readonly type?: string | null;
  readonly takesValue?: boolean;
  readonly nargs?: string | number | null;
  readonly default?: unknown;
  readonly choices?: readonly string[] | null;
  readonly values?: readonly string[];
  readonly env?: string;
  readonly repeat?: boolean;
  readonly since_tag?: string;
  readonly firstTag?: string;
  readonly deprecated?: boolean;
  readonly replacedBy?: string;
  readonly accepted?: readonly string[];
  readonly meaning?: string;
  readonly note?: string | null;
}

interface ReferenceRemoved {
  readonly flag: string;
  readonly firstTag: string;
  readonly lastTag: string;
  readonly replacedBy: string | null;
}

/** `launch-flags.json`'s launchers. */
export interface LaunchFlags {
  readonly torchrun: { readonly flags: readonly ReferenceFlag[] };
  readonly 'torch.distributed.launch': { readonly extraFlags: readonly ReferenceFlag[] };
  readonly 'accelerate launch': { readonly flags: readonly ReferenceFlag[]; readonly removed: readonly ReferenceRemoved[] };
  readonly mpirun: { readonly flags: readonly ReferenceFlag[]; readonly hydra: readonly ReferenceFlag[] };
  readonly slurm: { readonly options: readonly ReferenceFlag[] };
}
export interface DeepSpeedFlags {
  readonly meta: { readonly deepspeed: string };
  readonly runner: readonly ReferenceFlag[];
}

const integers = new Set([
  'ntasks', 'ntasks_per_node', 'ntasks_per_core', 'ntasks_per_socket', 'ntasks_per_gpu', 'cpus_per_task', 'cpus_per_gpu', 'threads_per_core',
  'cores_per_socket', 'sockets_per_node', 'mincpus', 'np', 'npernode', 'npersocket', 'ppn',
]);
const sameOption: Readonly<Record<string, string>> = { tasks_per_node: 'ntasks_per_node', n: 'np', cpu_bind: 'cpu_bind', perhost: 'ppn', f: 'hostfile', x: 'x' };

/** Options of the Pyxis plug-in (NVIDIA/pyxis README @ 0.20), which many clusters load into srun and sbatch. */
const pyxis: readonly ReferenceFlag[] = [
  ...['image', 'mounts', 'workdir', 'name', 'save', 'env'].map((n) => ({ flags: [`--container-${n}`], type: 'value', takesValue: true })),
  ...['mount-home', 'remap-root', 'entrypoint'].flatMap((n) => [`--container-${n}`, `--no-container-${n}`].map((f) => ({ flags: [f], type: 'bool', takesValue: false }))),
  ...['writable', 'readonly', 'entrypoint-log'].map((n) => ({ flags: [`--container-${n}`], type: 'bool', takesValue: false })),
];

const destOf = (flags: readonly string[]): string => {
  const long = flags.find((f) => f.startsWith('--')) ?? flags[0]!;
  const name = long.replace(/^-+/, '').replaceAll('-', '_');
  return sameOption[name] ?? name;
};

function row(flag: ReferenceFlag, oldest?: string): LauncherRow | undefined {
  if (!flag.flags || flag.flags.length === 0) return undefined;
  const dest = flag.dest ?? destOf(flag.flags);
  const optional = flag.type === 'optional value';
  const takesValue = flag.kind ? flag.kind !== 'flag' : flag.takesValue === true;
  const many = typeof flag.nargs === 'number' && flag.nargs > 1;
  const value = flag.default;
  return compact({
    dest,
    spellings: [...flag.flags],
    takes: optional ? 'optional' : !takesValue ? 'none' : many ? 'many' : 'one',
    count: many ? (flag.nargs as number) : undefined,
    type: typeOf(flag, dest, takesValue || optional),
    choices: flag.choices ? [...flag.choices] : undefined,
    values: flag.values ? [...flag.values] : undefined,
    default: typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '' && !value.includes(' if ')) ? value : undefined,
    env: flag.env,
    repeats: flag.repeat,
    since: release(flag.since_tag ?? flag.firstTag, oldest),
    deprecated: flag.deprecated ? flag.replacedBy : undefined,
  }) as LauncherRow;
}

function typeOf(flag: ReferenceFlag, dest: string, takesValue: boolean): LauncherRow['type'] {
  if (!takesValue) return 'bool';
  if (integers.has(dest)) return 'int';
  // argparse's type=bool makes True of every word but the empty one, so those are words to us.
  return flag.type === 'int' || flag.type === 'float' ? flag.type : 'str';
}

/** Rows with one `dest` become one, where they take the same. */
function merged(rows: readonly (LauncherRow | undefined)[]): LauncherRow[] {
  const all: LauncherRow[] = [];
  for (const next of rows) {
    if (!next) continue;
    const at = all.findIndex((r) => r.dest === next.dest && r.takes === next.takes && r.default === next.default);
    if (at < 0) all.push(next);
    else all[at] = { ...next, ...all[at]!, spellings: [...new Set([...all[at]!.spellings, ...next.spellings])] };
  }
  return all;
}

const byDest = (a: LauncherRow, b: LauncherRow): number => (a.dest < b.dest ? -1 : a.dest > b.dest ? 1 : 0);

export function importLaunchers(deepspeed: DeepSpeedFlags, flags: LaunchFlags): Record<string, LauncherFile> {
  const accelerate = flags['accelerate launch'];
  // argparse's own -h counts when a beginning is looked up.
  const help: LauncherRow = { dest: 'help', spellings: ['-h', '--help'], takes: 'none', type: 'bool' };
  const slurm = (program: string): LauncherRow[] =>
    merged([...flags.slurm.options.filter((f) => f.accepted?.includes(program)), ...pyxis].map((f) => row(f))).sort(byDest);
  return {
    deepspeed: { source: `deepspeed/launcher/runner.py @ ${deepspeed.meta.deepspeed}`, abbreviations: 'unique-prefix', options: merged([help, ...deepspeed.runner.map((f) => row(f, 'v0.3.0'))]) },
    torchrun: { source: 'torch/distributed/run.py @ 2.13.0', abbreviations: 'unique-prefix', options: merged([help, ...flags.torchrun.flags.map((f) => row(f))]) },
    'torch.distributed.launch': {
      source: 'torch/distributed/launch.py @ 2.13.0',
      abbreviations: 'unique-prefix',
      inherits: 'torchrun',
      options: merged(flags['torch.distributed.launch'].extraFlags.map((f) => row(f))),
    },
    accelerate: {
      source: 'accelerate/commands/launch.py @ 1.15.0',
      abbreviations: 'none',
      options: merged([help, ...accelerate.flags.map((f) => row(f, 'v0.1.0'))]),
      removed: accelerate.removed.map((r) =>
        compact({ spelling: r.flag, since: release(r.firstTag)!, until: release(r.lastTag)!, replacedBy: /^--/.test(r.replacedBy ?? '') ? r.replacedBy! : undefined }),
      ),
    },
    srun: { source: 'slurm/src/common/slurm_opt.c @ 284c3b9', abbreviations: 'unique-prefix', options: slurm('srun') },
    sbatch: { source: 'slurm/src/common/slurm_opt.c @ 284c3b9', abbreviations: 'unique-prefix', options: slurm('sbatch') },
    mpirun: { source: 'prrte schizo_ompi.c @ 52d5e4b; MPICH hydra', abbreviations: 'none', options: mpirun(flags.mpirun) },
  };
}

/** Open MPI and hydra in one table: the command line does not say which of the two `mpirun` is. */
function mpirun(reference: LaunchFlags['mpirun']): LauncherRow[] {
  const known = reference.flags
    .filter((f) => !f.flags?.[0]?.startsWith('--PMIX'))
    // --gmca and its kind take a name and a value, as --mca does.
    .map((f) => (/^--[a-z]*mca$/.test(f.flags?.[0] ?? '') && f.flags?.[0] !== '--amca' ? { ...f, nargs: 2, repeat: true } : f));
  const rows = merged([...known, { flags: ['--rank-by'], type: 'value', takesValue: true }, ...reference.hydra].map((f) => row(f)));
  const taken = new Set(rows.flatMap((r) => r.spellings));
  return rows
    .map((r) => {
      const other = r.spellings.map((s) => (s.startsWith('--') ? s.slice(1) : `-${s}`)).filter((s) => !taken.has(s));
      // Single-dash long names are Open MPI's own spelling; a one-letter name with two dashes is taken, too.
      return { ...r, spellings: [...new Set([...r.spellings, ...other])] };
    })
    .sort(byDest);
}

/** What the reference says of each option, by `launcher.dest`: the English halves that are not written by hand. */
export function launcherNotes(deepspeed: DeepSpeedFlags, flags: LaunchFlags): Record<string, string> {
  const notes: Record<string, string> = {};
  const add = (launcher: string, list: readonly ReferenceFlag[]): void => {
    for (const f of list) {
      const note = [f.meaning, f.note].filter(Boolean).join('; ');
      if (f.flags?.length && note) notes[`${launcher}.${f.dest ?? destOf(f.flags)}`] ??= note;
    }
  };
  add('deepspeed', deepspeed.runner);
  add('torchrun', flags.torchrun.flags);
  add('accelerate', flags['accelerate launch'].flags);
  add('slurm', flags.slurm.options);
  add('mpirun', flags.mpirun.flags);
  return notes;
}
