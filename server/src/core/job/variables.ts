import type { Span } from '../text/span';

/** One place where an environment variable is set. */
export interface Variable {
  readonly name: string;
  readonly uri: string;
  readonly nameSpan: Span;
  /** The value's characters as written; for an edit. */
  readonly valueSpan: Span;
  /** The whole setting, `export NAME=value` or the line of an env file. */
  readonly span: Span;
  /** As the program will see it; undefined when only known at run time. */
  readonly value: string | undefined;
  readonly how: 'env-file' | 'export' | 'prefix' | 'option';
  /** Index of the one command that it is set for; undefined where it holds for all that come after it. */
  readonly command: number | undefined;
  /** Only set on some path through the script. */
  readonly conditional: boolean;
}
