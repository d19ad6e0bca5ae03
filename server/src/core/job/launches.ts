import { launcherOptions, type LauncherName } from '../catalog/launchers';
import type { Command, ScriptSyntax, Word } from '../syntax/script';
import { span } from '../text/span';
import { ownArguments, programArguments } from './arguments';
import type { LaunchCommand } from './launch';
import { isPython, isShell, isWrapper, launcherAt, pythonProgram, type LauncherAt } from './programs';

interface Place {
  readonly uri: string;
  readonly index: number;
}

/** Every call of a launcher in a script, outermost first where one starts another. */
export const launchesOf = (uri: string, script: ScriptSyntax): readonly LaunchCommand[] => script.commands.flatMap((c, index) => inCommand(forThisShell(c), { uri, index }, undefined, 0));

/** A `$` that is still there was escaped: another shell, which knows other variables, expands it later. */
function forThisShell(command: Command): Command {
  const later = (w: Word): boolean => w.value !== undefined && /[$`]/.test(w.value);
  if (!command.words.some(later)) return command;
  return { ...command, words: command.words.map((w) => (later(w) ? { ...w, value: undefined, path: undefined, known: w.value!.slice(0, w.value!.search(/[$`]/)) } : w)) };
}

/** Strings that run strings that run strings: beyond this it is no launch script. */
const deepest = 5;

function inCommand(command: Command, place: Place, outer: LaunchCommand['outer'], depth: number): readonly LaunchCommand[] {
  const launch = launchAt(command, 0, place, outer, depth);
  if (launch) return [launch];
  return depth < deepest ? command.inner.flatMap((c) => inCommand(forThisShell(c), place, outer, depth + 1)) : [];
}

/** The launcher that a command starts, behind any programs that only pass on to it. */
function launchAt(command: Command, from: number, place: Place, outer: LaunchCommand['outer'], depth: number): LaunchCommand | undefined {
  const found = findLauncher(command.words, from);
  if (!found) return undefined;
  const launch = readLaunch(command, found, place, outer, depth);
  return matters(launch) ? launch : undefined;
}

function findLauncher(words: readonly Word[], from: number): LauncherAt | undefined {
  const direct = launcherAt(words, from);
  if (direct || !isWrapper(words[from])) return direct;
  // What options a container's or a profiler's run takes is not known here; a launcher's name among its words is plain.
  for (let i = from + 1; i < words.length; i++) {
    const found = words[i]!.value === undefined && !/\/[\w.-]+["']?$/.test(words[i]!.raw) && words[i + 1]?.value !== '-m' ? undefined : launcherAt(words, i);
    if (found) return found;
    // What an interpreter's script is given is its own business.
    if (isPython(words[i]) || isShell(words[i]) || /\.(py|sh)$/.test(words[i]!.value ?? '')) return undefined;
  }
  return undefined;
}

const general = new Set<LauncherName>(['srun', 'mpirun']);

/** srun and mpirun start anything; only what looks like a training is a launch. */
function matters(launch: LaunchCommand): boolean {
  if (!general.has(launch.launcher) || launch.inner) return true;
  const target = launch.target;
  return target !== undefined && (target.value === undefined || /\.(py|sh|sbatch|slurm|bash)$/.test(target.value) || launch.module);
}

function readLaunch(command: Command, { launcher, from, to }: LauncherAt, place: Place, outer: LaunchCommand['outer'], depth: number): LaunchCommand {
  const { words } = command;
  const own = ownArguments(words, to, launcherOptions(launcher));
  const base = { launcher, uri: place.uri, command, index: place.index, ...placesOf(words.slice(from, to)), flags: own.flags, openEnded: own.openEnded || lost(command, own.program), outer };
  const start = own.program;
  if (general.has(launcher)) return { ...base, ...startedBy(command, start, own.end, place, launcher, depth) };
  const module = own.flags.some((f) => f.option?.dest === 'module' && f.option.takes === 'none');
  const given = programArguments(words, start === undefined ? own.end : start + 1);
  return { ...base, target: start === undefined ? undefined : words[start], module, targetFlags: given.flags, targetOpenEnded: given.openEnded || command.openEnded, inner: undefined };
}

/** Words of the launcher itself could hide in what was not split, when its program was not found. */
const lost = (command: Command, program: number | undefined): boolean => program === undefined && command.openEnded;

type Started = Pick<LaunchCommand, 'target' | 'module' | 'targetFlags' | 'targetOpenEnded' | 'inner'>;

/** What srun or mpirun start: another launcher, an interpreter with a script, or a program. */
function startedBy(command: Command, start: number | undefined, end: number, place: Place, launcher: LauncherName, depth: number): Started {
  const { words } = command;
  const nothing: Started = { target: undefined, module: false, targetFlags: [], targetOpenEnded: true, inner: undefined };
  if (start === undefined) {
    const given = programArguments(words, end);
    return { ...nothing, targetFlags: given.flags };
  }
  const outer = { launcher };
  const direct = findLauncher(words, start);
  const inner = direct
    ? readLaunch(command, direct, place, outer, depth + 1)
    : depth < deepest
      ? command.inner.flatMap((c) => inCommand(forThisShell(c), place, outer, depth + 1))[0]
      : undefined;
  if (inner) return { ...nothing, target: inner.target, module: inner.module, targetOpenEnded: inner.targetOpenEnded, inner };
  const program = programIn(words, start);
  if (!program) return nothing;
  const given = programArguments(words, program.index + 1);
  return { target: words[program.index], module: program.module, targetFlags: given.flags, targetOpenEnded: given.openEnded || command.openEnded, inner: undefined };
}

/** The script behind an interpreter, else the program itself. */
function programIn(words: readonly Word[], start: number): { readonly index: number; readonly module: boolean } | undefined {
  let at = start;
  if (isWrapper(words[at])) {
    const interpreter = words.findIndex((w, i) => i > at && (isPython(w) || isShell(w)));
    if (interpreter < 0) return undefined;
    at = interpreter;
  }
  const word = words[at]!;
  if (isPython(word)) return pythonProgram(words, at + 1);
  if (isShell(word)) {
    const script = words.findIndex((w, i) => i > at && !w.known.startsWith('-'));
    return script < 0 || words.slice(at, script).some((w) => /^-[a-z]*c$/.test(w.value ?? '')) ? undefined : { index: script, module: false };
  }
  // An interpreter out of a variable: `$PYTHON train.py`.
  if (word.value === undefined && /\.py$/.test(words[at + 1]?.value ?? '')) return { index: at + 1, module: false };
  return { index: at, module: false };
}

function placesOf(words: readonly Word[]): Pick<LaunchCommand, 'launcherSpan' | 'launcherSource'> {
  const first = words[0]!;
  const last = words[words.length - 1]!;
  const [from, to] = [first.source ?? first.span, last.source ?? last.span];
  const whole = from.start <= to.start ? span(from.start, to.end) : from;
  const exact = words.every((w, i) => w.source !== undefined && (i === 0 || words[i - 1]!.source!.end < w.source.start));
  return { launcherSpan: whole, launcherSource: exact ? whole : undefined };
}
