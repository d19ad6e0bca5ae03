import { pythonBlank, pythonStrip } from '../text/python';
import { span, type Span } from '../text/span';
import type { Comment } from './tree';

/** One line of a hostfile as DeepSpeed's launcher reads it (`runner.py: _parse_hostfile` @ 0.19). */
export interface HostLine {
  readonly line: number;
  /** The line without surrounding blanks. */
  readonly span: Span;
  readonly text: string;
  /** Undefined where the launcher refuses the line. */
  readonly entry: HostEntry | undefined;
}

export interface HostEntry {
  readonly host: string;
  readonly hostSpan: Span;
  readonly slots: number;
  /** The digits after `slots=`. */
  readonly slotsSpan: Span;
  /** What follows the digits, which the launcher drops; empty if nothing does. */
  readonly restSpan: Span;
}

export interface HostfileSyntax {
  readonly lines: readonly HostLine[];
  readonly comments: readonly Comment[];
}

const entryPattern = new RegExp(`^([^${pythonBlank}]+)[${pythonBlank}]+slots=(\\p{Nd}+)`, 'u');

/** Decimal value of any Unicode digits, as Python's `int()` reads them. */
const digits = (text: string): number => Number([...text].map((c) => (c >= '0' && c <= '9' ? c : String(unicodeDigit(c)))).join(''));
function unicodeDigit(c: string): number {
  let code = c.codePointAt(0)!;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code--;
    value++;
  }
  return value;
}

export function parseHostfile(text: string): HostfileSyntax {
  const lines: HostLine[] = [];
  const comments: Comment[] = [];
  let number = 0;
  for (const match of text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)) {
    const line = number++;
    const raw = match[1]!;
    const body = pythonStrip(raw);
    const start = match.index + raw.indexOf(body);
    if (body.startsWith('#')) comments.push({ span: span(start, start + body.length), text: body.replace(/^#+/, '').trim() });
    else if (body !== '') lines.push({ line, span: span(start, start + body.length), text: body, entry: readEntry(body, start) });
    if (match[2] === '') break;
  }
  return { lines, comments };
}

function readEntry(body: string, start: number): HostEntry | undefined {
  const match = entryPattern.exec(body);
  if (!match) return undefined;
  const host = match[1]!;
  const slots = match[2]!;
  const slotsEnd = start + match[0].length;
  return {
    host,
    hostSpan: span(start, start + host.length),
    slots: digits(slots),
    slotsSpan: span(slotsEnd - slots.length, slotsEnd),
    restSpan: span(slotsEnd, start + body.length),
  };
}
