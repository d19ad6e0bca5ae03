import type { LauncherName, LauncherOption } from '../catalog/launchers';
import type { Span } from '../text/span';
import type { Command, Word } from '../syntax/script';

/** One flag as written before or after the training script. */
export interface FlagUse {
  /** As spelled, without `=value`: `--num_gpus`. */
  readonly name: string;
  readonly nameSpan: Span;
  /** The flag that the launcher takes it for; undefined when it knows none (or the abbreviation fits several). */
  readonly option: LauncherOption | undefined;
  /** True when a unique prefix stands for the option (`--incl`). */
  readonly abbreviated: boolean;
  readonly value: Word | undefined;
  /** The value's own characters within its word (`--num_gpus=8`: the `8`). */
  readonly valueSpan: Span | undefined;
  /** Where exactly the flag's name and its value stand, for edits; undefined where no place holds just them. */
  readonly nameSource: Span | undefined;
  readonly valueSource: Span | undefined;
}

/** One call of a launcher in a script. */
export interface LaunchCommand {
  readonly launcher: LauncherName;
  readonly uri: string;
  readonly command: Command;
  /** Index of `command` in the script. */
  readonly index: number;
  /** The words that name the launcher: `deepspeed`, or `python -m torch.distributed.run`. */
  readonly launcherSpan: Span;
  /** Where those words stand and can be edited; undefined where they came through a variable or stand apart. */
  readonly launcherSource: Span | undefined;
  /** The launcher's own flags, in order. */
  readonly flags: readonly FlagUse[];
  /** The program it starts: `train.py`, or a module after `-m`; undefined when none was found. */
  readonly target: Word | undefined;
  /** True when `target` is the name of a Python module. */
  readonly module: boolean;
  /** What the program is given. Options of the program: `option` is always undefined. */
  readonly targetFlags: readonly FlagUse[];
  /** The launcher inside this one (`srun torchrun …`). */
  readonly inner: LaunchCommand | undefined;
  /** The launcher around this one. */
  readonly outer: { readonly launcher: LauncherName } | undefined;
  /** True when some of the launcher's words are only known at run time, so that a missing flag proves nothing. */
  readonly openEnded: boolean;
  /** The same for what the program is given. */
  readonly targetOpenEnded: boolean;
}

/** The last use of the option whose `dest` this is (launchers take the last one). */
export const flagOf = (launch: LaunchCommand, dest: string): FlagUse | undefined => launch.flags.findLast((f) => f.option?.dest === dest);

/** The last use of any of these spellings among the program's own flags. */
export const targetFlag = (launch: LaunchCommand, ...names: readonly string[]): FlagUse | undefined =>
  launch.targetFlags.findLast((f) => names.includes(f.name));
