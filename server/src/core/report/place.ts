import type { SourceText } from '../model/document';
import type { Span } from '../text/span';

/** Line and column from 1; the column counts Unicode code points. A byte order mark is no character of the text. */
export interface Point {
  readonly line: number;
  readonly column: number;
}

/** Half-open: `end` is behind the last character. */
export interface Range {
  readonly start: Point;
  readonly end: Point;
}

const nowhere: Point = { line: 1, column: 1 };

export function pointAt(source: SourceText | undefined, offset: number): Point {
  if (!source) return nowhere;
  const { line, character } = source.lines.positionAt(offset);
  const { start, end } = source.lines.lineSpan(line);
  const mark = line === 0 && source.text.startsWith('\uFEFF') ? 1 : 0;
  const before = source.text.slice(start + mark, Math.min(start + character, end));
  return { line: line + 1, column: codePoints(before) + 1 };
}

export const rangeOf = (source: SourceText | undefined, span: Span): Range => ({ start: pointAt(source, span.start), end: pointAt(source, span.end) });

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
