import { asciiDigits, characters, hexInteger, reprCharacter, stripEnd, stripStart } from './python';
import { refuse, refuseIndex } from './refusal';

/** One token as hjson reads it (`hjson/decoder.py` @ 3.1.0). */
export interface Scanned<T> {
  readonly value: T;
  readonly end: number;
}

/** A quoted string, and where in it stands an escape that `json.load` refuses. */
export interface ScannedString extends Scanned<string> {
  readonly oddEscapes: readonly { readonly start: number; readonly end: number; readonly newText: string }[];
}

const escapes: Record<string, string> = { '"': '"', "'": "'", '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

export const isBreak = (code: number): boolean => code === 10 || code === 13;
/** The offset behind the line break at `at`; `\r\n` is one. */
export const afterBreak = (text: string, at: number): number => at + (text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10 ? 2 : 1);

export function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isBreak(text.charCodeAt(end))) end++;
  return end;
}

/** A string in `"` or `'`, from its opening quote. */
export function scanString(text: string, open: number): ScannedString {
  const quote = text[open]!;
  const oddEscapes: { start: number; end: number; newText: string }[] = [];
  let value = '';
  let from = open + 1;
  let at = from;
  const unterminated = (): never =>
    refuse('unterminated-string', 'Unterminated string starting at', open, { span: { start: open, end: Math.max(open + 1, stripEnd(text, open, lineEnd(text, open))) } });
  for (;;) {
    if (at >= text.length) unterminated();
    const c = text[at]!;
    if (c === quote) return { value: value + text.slice(from, at), end: at + 1, oddEscapes };
    if (c < ' ') {
      const next = afterBreak(text, at);
      refuse('control-character', `Invalid control character ${reprCharacter(pythonCharacter(text, next))} at`, next, {
        span: isBreak(c.charCodeAt(0)) ? { start: open, end: at } : { start: at, end: next },
      });
    }
    if (c !== '\\') {
      at++;
      continue;
    }
    value += text.slice(from, at);
    const letter = text[at + 1];
    if (letter === undefined) unterminated();
    if (letter === 'u') {
      const { code, end } = unicodeEscape(text, at);
      value += String.fromCharCode(code);
      if (!/^[0-9A-Fa-f]{4}$/.test(text.slice(at + 2, end))) oddEscapes.push({ start: at, end, newText: JSON.stringify(String.fromCharCode(code)).slice(1, -1) });
      at = end;
    } else {
      const char = escapes[letter!];
      if (char === undefined) {
        refuse('bad-escape', `Invalid \\X escape sequence ${reprCharacter(pythonCharacter(text, at + 1))}`, at + 1, { span: { start: at, end: at + 2 } });
      }
      value += char;
      if (letter === "'") oddEscapes.push({ start: at, end: at + 2, newText: "'" });
      at += 2;
    }
    from = at;
  }
}

const pythonCharacter = (text: string, at: number): string => characters(text, at, 1).taken[0] ?? '';

/** The code unit of `\uXXXX` at `at`; pairs of surrogates meet by themselves. */
function unicodeEscape(text: string, at: number): { readonly code: number; readonly end: number } {
  const { taken, end } = characters(text, at + 2, 4);
  const span = { start: at, end };
  const code = taken.length === 4 && taken[1] !== 'x' && taken[1] !== 'X' ? hexInteger(taken.join('')) : undefined;
  if (code === undefined) return refuse('bad-escape', 'Invalid \\uXXXX escape sequence', at, { span });
  if (code < 0) refuse('bad-escape', 'ValueError: chr() arg not in range(0x110000)', at, { at: undefined, decode: false, span });
  return { code, end };
}

/** A string in `'''`, from its first quote. `indent`: how many blanks to take off each further line; undefined raises. */
export function scanMultiline(text: string, open: number, indent: number | undefined): Scanned<string> {
  const span = { start: open, end: open + 3 };
  if (indent === undefined) return refuseIndex('unclosed-multiline', span);
  let at = skipBlanks(text, open + 3, Infinity);
  if (at >= text.length) refuseIndex('unclosed-multiline', span);
  if (isBreak(text.charCodeAt(at))) at = skipBlanks(text, afterBreak(text, at), indent);
  const close = text.indexOf("'''", at);
  if (close < 0) refuse('unclosed-multiline', 'Bad multiline string', text.length, { span });
  const lines = text.slice(at, close).split(/\r\n|\r|\n/);
  const value = lines.map((line, i) => (i === 0 ? line : line.slice(skipBlanks(line, 0, indent)))).join('\n');
  return { value: value.endsWith('\n') ? value.slice(0, -1) : value, end: close + 3 };
}

function skipBlanks(text: string, from: number, most: number): number {
  let at = from;
  while (at - from < most && (text[at] === ' ' || text[at] === '\t')) at++;
  return at;
}

export interface ScannedWord extends Scanned<string | number | boolean | null> {
  /** Where the value stands without blanks around. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

const literals = new Map<string, boolean | null>([['null', null], ['true', true], ['false', false]]);
const numberPattern = /(-?(?:0|[1-9]\p{Nd}*))(\.\p{Nd}+)?([eE][-+]?\p{Nd}+)?[\t ]*/uy;
/** From CPython 3.11 on (and security releases before), `int()` refuses more digits. */
const mostDigits = 4300;

/**
 * An unquoted value: null, true, false or a number where that is all up to the next `,` `}` `]`, comment or line end;
 * else a string of everything up to the line end.
 * @param jinja A `{%` ends the value as well.
 */
export function scanWord(text: string, start: number, jinja: boolean): ScannedWord {
  let stop = start;
  while (stop < text.length && !endsWord(text, stop, jinja)) stop++;
  const valueEnd = stripEnd(text, start, stop);
  const literal = literals.get(text.slice(start, Math.min(valueEnd, start + 6)));
  if (literal !== undefined) return { value: literal, end: stop, valueStart: start, valueEnd };
  const first = text[start]!;
  if (first === '-' || (first >= '0' && first <= '9')) {
    numberPattern.lastIndex = start;
    const match = numberPattern.exec(text);
    if (match && start + match[0].length === stop) return { value: readNumber(match, start), end: stop, valueStart: start, valueEnd };
  }
  let end = lineEnd(text, stop);
  if (jinja) end = stop + (/\{%|$/.exec(text.slice(stop, end))?.index ?? 0);
  const from = stripStart(text, start, end);
  const last = stripEnd(text, from, end);
  return { value: text.slice(from, last), end, valueStart: from, valueEnd: last };
}

function endsWord(text: string, at: number, jinja: boolean): boolean {
  switch (text.charCodeAt(at)) {
    case 10: case 13: case 35: case 44: case 93: case 125:
      return true;
    case 47:
      return text[at + 1] === '/' || text[at + 1] === '*';
    case 123:
      return jinja && text[at + 1] === '%';
    default:
      return false;
  }
}

function readNumber(match: RegExpExecArray, start: number): number {
  const [, integer, fraction, exponent] = match;
  const span = { start, end: start + match[0].trimEnd().length };
  const value = Number(asciiDigits(integer! + (fraction ?? '') + (exponent ?? '')));
  if (fraction === undefined && exponent === undefined) {
    const digits = [...integer!.replace('-', '')].length;
    if (digits > mostDigits) {
      refuse('number-too-long', `ValueError: Exceeds the limit (${mostDigits} digits) for integer string conversion: value has ${digits} digits`, start, { at: undefined, decode: false, span });
    }
  } else if (!Number.isFinite(value)) {
    refuse('number-too-large', 'OverflowError: cannot convert float infinity to integer', start, { at: undefined, decode: false, span });
  }
  // hjson makes whole floats integers, and Python's integer 0 has no sign.
  return value === 0 ? 0 : value;
}
