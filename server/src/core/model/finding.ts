import type { TextEdit } from '../text/edit';
import type { Text } from '../text/say';
import type { FilePlace } from './fact';

/**
 * error: the run stops, or cannot do what is written. warning: it runs, and something written is ignored or clearly
 * hurts. info: a better known setting exists. hint: dead text.
 */
export type Severity = 'error' | 'warning' | 'info' | 'hint';
export const severities: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

/** safe: the run computes the same thing, or runs where it would have stopped on this very text. Only these run unasked. */
export type Safety = 'safe' | 'unsafe';

export interface FileEdit extends TextEdit {
  readonly uri: string;
}

export interface Fix {
  readonly title: Text;
  readonly safety: Safety;
  readonly edits: readonly FileEdit[];
}

/** A place in another line or file that the finding rests on. */
export interface Because {
  readonly place: FilePlace;
  readonly message: Text;
}

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly place: FilePlace;
  /** What is wrong, with the actual values: one sentence. */
  readonly message: Text;
  /** What to do. */
  readonly help: Text | undefined;
  readonly because: readonly Because[];
  readonly fixes: readonly Fix[];
  readonly tags: readonly ('unnecessary' | 'deprecated')[];
}
