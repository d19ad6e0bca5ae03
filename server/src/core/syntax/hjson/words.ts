import { stripEnd, stripStart } from './python';

/** How an unquoted string has to be written for a strict JSON reader. All offsets count in the whole text. */
export interface StrictWord {
  /** Undefined where `json.load` reads the word itself (`NaN`). */
  readonly code: 'unquoted-string' | undefined;
  readonly edit: { readonly start: number; readonly end: number; readonly newText: string } | undefined;
  /** The comma that hjson took into the string. */
  readonly comma: number | undefined;
  /** The comment that hjson took into the string. */
  readonly comment: { readonly start: number; readonly end: number } | undefined;
  /** Where a comma goes if one is missing. */
  readonly end: number;
}

const literals = new Map([['true', 'true'], ['false', 'false'], ['none', 'null'], ['null', 'null']]);
/** What `json.load` takes beyond the standard. */
const strictConstant = /^(?:NaN|-?Infinity)$/;
const behindWord = /^(true|false|none|null)[ \t]*,[ \t]*"/i;

/**
 * An unquoted string runs to the line end, with the comma and the comment that were meant to follow it. The edit puts what
 * was meant: `False,` becomes `false,`. Where that cannot be told (`a, "b": 1`) there is none.
 */
export function strictWord(text: string, start: number, end: number): StrictWord {
  const sign = text.slice(start, end).search(/[ \t,](?:#|\/\/|\/\*)/);
  const comment = sign < 0 ? undefined : { start: start + sign + 1, end };
  let bodyEnd = blanksBefore(text, start, comment?.start ?? end);
  const comma = text[bodyEnd - 1] === ',' ? bodyEnd - 1 : undefined;
  if (comma !== undefined) bodyEnd = blanksBefore(text, start, comma);
  const last = stripEnd(text, start, bodyEnd);
  const body = text.slice(stripStart(text, start, last), last);
  const several = behindWord.exec(text.slice(start, end));
  if (several && isJsonRest(text.slice(start + several[1]!.length, bodyEnd))) {
    const word = several[1]!;
    const edit = { start, end: start + word.length, newText: literals.get(word.toLowerCase())! };
    return { code: 'unquoted-string', edit, comma, comment, end: comma ?? bodyEnd };
  }
  if (strictConstant.test(body) && start + body.length === bodyEnd) return { code: undefined, edit: undefined, comma, comment, end: bodyEnd };
  const newText = literals.get(body.toLowerCase()) ?? strictNumber(body) ?? quoted(body, bodyEnd === end);
  return newText === undefined
    ? { code: 'unquoted-string', edit: undefined, comma: undefined, comment: undefined, end }
    : { code: 'unquoted-string', edit: { start, end: bodyEnd, newText }, comma, comment, end: bodyEnd };
}

/** True where what follows a word goes on as JSON members or items do. */
function isJsonRest(rest: string): boolean {
  for (const whole of [`{"":0${rest}}`, `[0${rest}]`]) {
    try {
      JSON.parse(whole);
      return true;
    } catch {}
  }
  return false;
}

function blanksBefore(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--;
  return at;
}

/** `.5`, `+1`, `08`, `5.` and `1_000` as JSON writes them. */
function strictNumber(word: string): string | undefined {
  if (/^[+-]?[0-9]+(?:_[0-9]+)+$/.test(word)) return strictNumber(word.replaceAll('_', ''));
  const match = /^([+-]?)([0-9]*)(\.[0-9]*)?([eE][+-]?[0-9]+)?$/.exec(word);
  if (!match || !/[0-9]/.test(match[2]! + (match[3] ?? ''))) return undefined;
  const [, sign, integer, fraction, exponent] = match;
  return (sign === '-' ? '-' : '') + (integer!.replace(/^0+(?=[0-9])/, '') || '0') + (fraction === '.' ? '.0' : (fraction ?? '')) + (exponent ?? '');
}

/** `whole`: nothing was cut off, so that quoting keeps what hjson reads. */
function quoted(word: string, whole: boolean): string | undefined {
  if (word === '' && !whole) return undefined;
  if (/["{}[\]]/.test(word)) return undefined;
  return whole || !word.includes(',') ? JSON.stringify(word) : undefined;
}
