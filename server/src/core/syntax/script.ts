import type { TextEdit } from '../text/edit';
import type { Span } from '../text/span';
import type { Comment, Problem } from './tree';

/**
 * A shell script, as far as the product needs it: what is run, with which words, and which variables are set on the
 * way. Control flow is flattened in source order; what only runs on some path carries `conditional`.
 */
export interface ScriptSyntax {
  readonly commands: readonly Command[];
  readonly assignments: readonly Assignment[];
  readonly comments: readonly Comment[];
  /** `#SBATCH` lines before the first command, one option each. */
  readonly directives: readonly Directive[];
  /** `#SBATCH` lines after the first command, which Slurm does not read. */
  readonly lateDirectives: readonly Directive[];
  readonly cuts: readonly Cut[];
  readonly problems: readonly Problem[];
}

/**
 * A word after expansion. `value` is undefined where any part is only known at run time. A variable that the script
 * never sets takes the script's own default (`${X:-8}` is 8), unless it is one that a scheduler or the system sets.
 */
export interface Word {
  readonly span: Span;
  /** The characters as written; for one of several words of an expansion those at `source`, where that is known. */
  readonly raw: string;
  readonly value: string | undefined;
  /** The characters up to the first part that is only known at run time; all of `value` where that is known. */
  readonly known: string;
  /**
   * What the word is as a path: `value`, or one that begins with `@script` (the script's own folder), `@start` (the
   * folder that the script is started in) or `@bin` (`$(which X)`), of which only the place is unknown. Such a one may
   * stand behind an equals sign: `--config=@script/a.json`.
   */
  readonly path: string | undefined;
  /** True for something unquoted that is only known at run time: it stands for no word, one or several. */
  readonly open: boolean;
  /**
   * The place that holds exactly this word: `span`, or the array element or the part of a string that an expansion
   * brought here. Undefined where there is none; nothing may be edited then.
   */
  readonly source: Span | undefined;
  /** The assignments that the value came through, nearest first; empty for a literal. */
  readonly from: readonly Assignment[];
}

/** `NAME=value`, `export NAME=value`, or one before a command (`NAME=value python …`). */
export interface Assignment {
  readonly name: string;
  readonly nameSpan: Span;
  readonly span: Span;
  /** The value as written, with the value that the variable then has (`+=` included). An array has no `value`. */
  readonly word: Word;
  /** Reaches the environment of programs started later (`export`, `set -a`, or a prefix of this one command). */
  readonly exported: boolean;
  /** Index into `commands` for a prefix assignment, which holds for that command alone (in a string that a command runs: that command's). */
  readonly prefixOf: number | undefined;
  readonly conditional: boolean;
}

export interface Command {
  /** From the first word to the last. */
  readonly span: Span;
  /** Program and arguments. An expansion that splits (`$ARGS`, `"${A[@]}"`) stands as its several words, all with the expansion's span. */
  readonly words: readonly Word[];
  /** True when some argument could not be split into words: there may be more than `words` shows. */
  readonly openEnded: boolean;
  /**
   * The folder that `cd` led to before, relative to where the script starts; undefined when unknown. '' where it
   * started. `@script`, `@script/..`: from the script's own folder (`cd "$(dirname "$0")"`). `/a/b`: absolute.
   */
  readonly directory: string | undefined;
  readonly conditional: boolean;
  /** The commands of a string that this one runs: `bash -c "…"`, `eval "…"`. They are not in `commands`. */
  readonly inner: readonly Command[];
}

export interface Directive {
  readonly span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: string | undefined;
  readonly valueSpan: Span | undefined;
}

/** A place where a command over several lines ends before its author meant it to. */
export interface Cut {
  /** missing-backslash: the line has none, and the next one begins with a flag. */
  readonly reason: 'comment' | 'blank-line' | 'trailing-space' | 'carriage-return' | 'missing-backslash';
  /** The comment, the empty line, the blanks after the backslash, the last word of a line without one. */
  readonly span: Span;
  /** The command that is cut short, by index. */
  readonly command: number;
  /** The lines that no longer belong to it. */
  readonly droppedSpan: Span;
  /** The flags in those lines, as written: `--deepspeed`. */
  readonly dropped: readonly string[];
  /** Edits that join the lines here; comments in between move above the command where there is room for them. */
  readonly mend: readonly TextEdit[];
}
