import type { LauncherName } from '../catalog/launchers';
import type { Word } from '../syntax/script';

/** The program's own name, without folders: of `$BIN/torchrun` too, where only the folder is unknown. */
export function programName(word: Word | undefined): string | undefined {
  if (word === undefined) return undefined;
  const text = word.value ?? (/^["']?[^"'`()\s]*\/([\w.-]+)["']?$/.exec(word.raw)?.[1] || undefined) ?? word.path;
  return text?.slice(text.lastIndexOf('/') + 1);
}

const python = /^(python|pypy)([23](\.\d+)?)?(\.exe)?$/;
export const isPython = (word: Word | undefined): boolean => python.test(programName(word) ?? '');
const shell = /^(ba|da|z|k)?sh$/;
export const isShell = (word: Word | undefined): boolean => shell.test(programName(word) ?? '');

/** Programs that start another one, which follows their own options. */
const wrappers = new Set([
  ...['exec', 'nohup', 'time', 'env', 'sudo', 'nice', 'ionice', 'timeout', 'stdbuf', 'setsid', 'taskset', 'numactl', 'command', 'unbuffer', 'catchsegv', 'xvfb-run'],
  ...['nsys', 'ncu', 'nvprof', 'dlprof', 'perf', 'strace', 'gdb', 'cuda-memcheck', 'compute-sanitizer', 'py-spy', 'viztracer', 'memray', 'scalene', 'coverage', 'kernprof'],
  ...['singularity', 'apptainer', 'docker', 'podman', 'nerdctl', 'enroot', 'shifter', 'charliecloud', 'ch-run', 'kubectl'],
  ...['conda', 'mamba', 'micromamba', 'poetry', 'pipenv', 'uv', 'pixi', 'rye', 'hatch', 'pdm'],
]);
export const isWrapper = (word: Word | undefined): boolean => wrappers.has(programName(word) ?? '');

/** The launchers that are programs of their own. */
const byName: Readonly<Record<string, LauncherName>> = {
  deepspeed: 'deepspeed',
  'deepspeed.pt': 'deepspeed',
  ds: 'deepspeed',
  torchrun: 'torchrun',
  'accelerate-launch': 'accelerate',
  srun: 'srun',
  mpirun: 'mpirun',
  mpiexec: 'mpirun',
  'mpirun.openmpi': 'mpirun',
  'mpiexec.openmpi': 'mpirun',
  orterun: 'mpirun',
};

/** The launchers that are run as Python modules, `python -m NAME`. */
const byModule: Readonly<Record<string, LauncherName>> = {
  'torch.distributed.run': 'torchrun',
  'torch.distributed.elastic.launch': 'torchrun',
  'torch.distributed.launch': 'torch.distributed.launch',
  'deepspeed.launcher.runner': 'deepspeed',
  'accelerate.commands.launch': 'accelerate',
};

export interface LauncherAt {
  readonly launcher: LauncherName;
  /** Index of the first of the words that name it, and of the first behind them. */
  readonly from: number;
  readonly to: number;
}

/** The launcher that these words begin with. */
export function launcherAt(words: readonly Word[], from: number): LauncherAt | undefined {
  const name = programName(words[from]);
  // `ds` is the installed short name of the launcher, and an alias of all the world: only with a script is it taken for it.
  if (name === 'ds' && !words.slice(from).some((w) => w.value?.endsWith('.py'))) return undefined;
  if (name !== undefined && Object.hasOwn(byName, name)) return { launcher: byName[name]!, from, to: from + 1 };
  if (name === 'accelerate') {
    // Flags of the command itself come before its name.
    return words[from + 1]?.value === 'launch' ? { launcher: 'accelerate', from, to: from + 2 } : undefined;
  }
  const module = pythonModule(words, from);
  if (!module) return undefined;
  const text = words[module]!.value!;
  if (Object.hasOwn(byModule, text)) return { launcher: byModule[text]!, from, to: module + 1 };
  if (/^accelerate\.commands\.accelerate_cli$/.test(text) && words[module + 1]?.value === 'launch') return { launcher: 'accelerate', from, to: module + 2 };
  return undefined;
}

/** Options of `python` that take the next word. */
const pythonTakesNext = /^-[WXQ]$|^--check-hash-based-pycs$/;

/** Index of the word after `python -m`, where it is known. An interpreter that is only known at run time counts. */
function pythonModule(words: readonly Word[], from: number): number | undefined {
  const word = words[from];
  if (!word || !(isPython(word) || word.value === undefined)) return undefined;
  const at = pythonProgram(words, from + 1);
  return at?.module && words[at.index]?.value !== undefined ? at.index : undefined;
}

/** What an interpreter is told to run: index of the script's word, or of the module's after `-m`. */
export function pythonProgram(words: readonly Word[], from: number): { readonly index: number; readonly module: boolean } | undefined {
  for (let i = from; i < words.length; i++) {
    const text = words[i]!.value;
    if (text === undefined) return words[i]!.open && i + 1 < words.length ? undefined : { index: i, module: false };
    if (text === '-' || text === '-c') return undefined;
    if (text === '--') return i + 1 < words.length ? { index: i + 1, module: false } : undefined;
    if (!text.startsWith('-')) return { index: i, module: false };
    if (/^-[A-Za-z]*m$/.test(text)) return i + 1 < words.length ? { index: i + 1, module: true } : undefined;
    if (pythonTakesNext.test(text)) i += 1;
  }
  return undefined;
}

/** True for a word that starts something, so that it is no flag's value. */
export const isProgramName = (word: Word): boolean => isPython(word) || isShell(word) || isWrapper(word) || Object.hasOwn(byName, programName(word) ?? '') || programName(word) === 'accelerate';
