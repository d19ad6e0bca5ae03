import { URI } from 'vscode-uri';
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

/** The path from a folder to a file, with forward slashes: `a/ds_config.json`, `../hostfile`. Absolute on another drive or host. */
export function relativePath(base: string, uri: string): string {
  const from = URI.parse(base);
  const to = URI.parse(uri);
  if (from.scheme !== to.scheme || from.authority !== to.authority) return uri;
  const fromParts = from.path.split('/').filter((p) => p !== '');
  const toParts = to.path.split('/').filter((p) => p !== '');
  const drive = (parts: readonly string[]): string | undefined => (/^[a-zA-Z]:$/.test(parts[0] ?? '') ? parts[0]!.toLowerCase() : undefined);
  if (drive(fromParts) !== drive(toParts)) return drive(toParts) === undefined ? to.path : to.path.slice(1);
  let common = 0;
  while (common < fromParts.length && common < toParts.length - 1 && same(fromParts[common]!, toParts[common]!, common)) common++;
  return [...fromParts.slice(common).map(() => '..'), ...toParts.slice(common)].join('/');
}

const same = (a: string, b: string, depth: number): boolean => a === b || (depth === 0 && a.endsWith(':') && a.toLowerCase() === b.toLowerCase());
