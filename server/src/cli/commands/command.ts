import type { Text } from '../../core/text/say';
import type { Options, Parsed } from '../args';
import type { Context, ExitCode } from '../io';

export interface Command<O extends Options = Options> {
  readonly name: string;
  /** What stands behind the name in the help: `[PATH…]`. */
  readonly operands: string;
  readonly summary: Text;
  /** Further paragraphs of its help page. */
  readonly notes?: readonly Text[];
  readonly options: O;
  run(parsed: Parsed<O>, context: Context): Promise<ExitCode>;
}

export const defineCommand = <O extends Options>(command: Command<O>): Command => command as unknown as Command;
