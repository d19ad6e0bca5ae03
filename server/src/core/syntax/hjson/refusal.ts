import type { Span } from '../../text/span';

export type RefusalCode =
  | 'unterminated-string'
  | 'control-character'
  | 'bad-escape'
  | 'unclosed-comment'
  | 'unclosed-multiline'
  | 'unclosed-object'
  | 'unclosed-array'
  | 'key-expected'
  | 'blank-in-key'
  | 'colon-expected'
  | 'value-expected'
  | 'unquoted-word'
  | 'extra-data'
  | 'number-too-large'
  | 'number-too-long'
  | 'too-deep';

/** Why and where Python's hjson gives a text up. */
export interface Refusal {
  readonly code: RefusalCode;
  /** The tool's own words, without the place. */
  readonly tool: string;
  /** The place the tool names; undefined where its error names none. */
  readonly at: number | undefined;
  /** The end that the tool names as well. */
  readonly until?: number;
  readonly span: Span;
  /** True for hjson's own error class: only after such a one does it try to read the text as a single value. */
  readonly decode: boolean;
  /** The offset of the bracket that is never closed. */
  readonly opener?: number;
}

/** Thrown and caught inside the reader. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.tool);
  }
}

export function refuse(code: RefusalCode, tool: string, at: number, more: Partial<Refusal> = {}): never {
  throw new Refused({ code, tool, at, span: { start: at, end: at }, decode: true, ...more });
}

/** Reading past the end of a Python string; the error names no place. */
export const refuseIndex = (code: RefusalCode, span: Span): never =>
  refuse(code, 'IndexError: string index out of range', span.start, { at: undefined, span, decode: false });
