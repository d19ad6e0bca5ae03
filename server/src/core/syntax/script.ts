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
  readonly cuts: readonly Cut[];
  readonly problems: readonly Problem[];
}

/** A word after expansion. `value` is undefined where any part is only known at run time. */
export interface Word {
  readonly span: Span;
  readonly raw: string;
  readonly value: string | undefined;
  /** The assignments that the value came through, nearest first; empty for a literal. */
  readonly from: readonly Assignment[];
}

/** `NAME=value`, `export NAME=value`, or one before a command (`NAME=value python …`). */
export interface Assignment {
  readonly name: string;
  readonly nameSpan: Span;
  readonly span: Span;
  readonly word: Word;
  /** Reaches the environment of programs started later (`export`, `set -a`, or a prefix of this one command). */
  readonly exported: boolean;
  /** Index into `commands` for a prefix assignment, which holds for that command alone. */
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
  /** The folder that `cd` led to before, relative to where the script starts; undefined when unknown. '' where it started. */
  readonly directory: string | undefined;
  readonly conditional: boolean;
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
  readonly reason: 'comment' | 'blank-line' | 'trailing-space' | 'carriage-return';
  /** The comment, the empty line, the blanks after the backslash. */
  readonly span: Span;
  /** The command that is cut short, by index. */
  readonly command: number;
  /** The lines that no longer belong to it. */
  readonly droppedSpan: Span;
  /** The flags in those lines, as written: `--deepspeed`. */
  readonly dropped: readonly string[];
}
