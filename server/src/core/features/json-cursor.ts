import { createScanner, type ScanError, type SyntaxKind } from 'jsonc-parser';
import { span, type Span } from '../text/span';

/** Where the cursor stands in a JSON text that is being typed. */
export interface JsonCursor {
  readonly place: 'key' | 'value';
  /** Of the object, at a key; of the member, at a value (list indices as decimal strings). */
  readonly path: readonly string[];
  /** What an item replaces: the word or string around the cursor; empty between words. */
  readonly replace: Span;
  /** The other keys of the object, before and after. */
  readonly siblings: ReadonlySet<string>;
  /** At a key: a colon follows, so the value is there already. */
  readonly colonAfter: boolean;
  /** A member follows with no comma in between. */
  readonly commaAfter: boolean;
  /** The member before ends here without a comma. */
  readonly commaBefore: number | undefined;
}

// The package's enums are ambient const enums, which single-file compilers do not see.
const openBrace: SyntaxKind = 1;
const closeBrace: SyntaxKind = 2;
const openBracket: SyntaxKind = 3;
const closeBracket: SyntaxKind = 4;
const comma: SyntaxKind = 5;
const colon: SyntaxKind = 6;
const string: SyntaxKind = 10;
const lineComment: SyntaxKind = 12;
const blockComment: SyntaxKind = 13;
const lineBreak: SyntaxKind = 14;
const trivia: SyntaxKind = 15;
const unknown: SyntaxKind = 16;
const endOfFile: SyntaxKind = 17;
const unclosed: ScanError = 2;

interface Token {
  readonly kind: SyntaxKind;
  readonly start: number;
  readonly end: number;
  /** A key's or word's own characters. */
  readonly text: string;
  readonly open: boolean;
}

/** The tokens without comments and blanks; undefined when the offset lies in a comment. */
function tokensOf(text: string, offset: number): readonly Token[] | undefined {
  const scanner = createScanner(text, false);
  const tokens: Token[] = [];
  for (let kind = scanner.scan(); kind !== endOfFile; kind = scanner.scan()) {
    const start = scanner.getTokenOffset();
    let end = start + scanner.getTokenLength();
    const hash = kind === unknown && text[start] === '#';
    if (hash) {
      const line = text.indexOf('\n', start);
      end = line < 0 ? text.length : line;
      scanner.setPosition(end);
    }
    if (hash || kind === lineComment || kind === blockComment) {
      const closed = kind === blockComment && scanner.getTokenError() === 0;
      if (start < offset && (closed ? offset < end : offset <= end)) return undefined;
    } else if (kind !== trivia && kind !== lineBreak) {
      const raw = text.slice(start, end);
      const quoted = kind === unknown && /^(['"]).*\1$/.test(raw);
      tokens.push({ kind, start, end, text: kind === string ? scanner.getTokenValue() : quoted ? raw.slice(1, -1) : raw, open: scanner.getTokenError() === unclosed });
    }
  }
  return tokens;
}

interface Frame {
  readonly object: boolean;
  /** Where in the outer frame: its key or index. */
  readonly name: string;
  keys: string[];
  key: string;
  index: number;
  phase: 'key' | 'colon' | 'value' | 'after';
  /** End of the last whole value. */
  end: number;
  /** The last value, where it is a single word. */
  word: string | undefined;
}

const isWord = (t: Token): boolean => t.kind === string || t.kind === unknown || (t.kind >= 7 && t.kind <= 11);

/** What stands at an offset of a JSON text, whole or half typed; undefined where neither key nor value is due. */
export function jsonCursor(text: string, offset: number): JsonCursor | undefined {
  const tokens = tokensOf(text, offset);
  if (!tokens) return undefined;
  const stack: Frame[] = [];
  let i = 0;
  for (; i < tokens.length && !reaches(tokens[i]!, offset); i++) step(stack, tokens[i]!);
  const frame = stack[stack.length - 1];
  if (!frame) return undefined;
  const inside = tokens[i] && tokens[i]!.start < offset && isWord(tokens[i]!) ? tokens[i]! : undefined;
  const next = tokens[inside ? i + 1 : i];
  const place = placeOf(frame, inside, next, offset);
  if (!place) return undefined;
  const own = frame.object && place === 'value' ? frame.key : undefined;
  const base = stack.slice(1).map((f) => f.name);
  const before = frame.keys.length;
  const needsComma = place === 'key' && frame.phase === 'after' ? frame.end : undefined;
  const path = place === 'key' ? base : [...base, frame.object ? frame.key : String(frame.index)];
  const siblings = new Set([...frame.keys.filter((k) => k !== own), ...later(stack, tokens, i, inside, frame, before)]);
  return {
    place,
    path,
    replace: inside ? replaceSpan(text, inside, offset) : span(offset, offset),
    siblings,
    colonAfter: place === 'key' && next?.kind === colon,
    commaAfter: next !== undefined && (isWord(next) || next.kind === openBrace || next.kind === openBracket),
    commaBefore: needsComma,
  };
}

/** True for the first token that is not wholly before the cursor; a closed string ends before a cursor behind it. */
function reaches(token: Token, offset: number): boolean {
  if (token.start >= offset) return true;
  if (token.kind === string && !token.open) return offset < token.end;
  return isWord(token) ? offset <= token.end : offset < token.end;
}

function placeOf(frame: Frame, inside: Token | undefined, next: Token | undefined, offset: number): 'key' | 'value' | undefined {
  if (!frame.object) return frame.phase === 'after' ? undefined : 'value';
  if (inside && next?.kind === colon) return 'key';
  switch (frame.phase) {
    case 'key':
      return 'key';
    case 'value':
      return 'value';
    case 'colon':
      return inside ? 'key' : undefined;
    case 'after':
      return offset > frame.end ? 'key' : undefined;
  }
}

/** A string that was closed by the next member's quote holds more than what is typed: only the word is replaced then. */
function replaceSpan(text: string, token: Token, offset: number): Span {
  const rest = text.slice(offset, token.end);
  if (/^[^,:{}\r\n]*$/.test(rest)) return span(token.start, token.end);
  return span(token.start, offset + /^[\w.-]*/.exec(rest)![0].length);
}

/** The keys that come after the cursor in its object. */
function later(stack: Frame[], tokens: readonly Token[], from: number, inside: Token | undefined, frame: Frame, before: number): readonly string[] {
  const depth = stack.length;
  const isKey = inside && tokens[from + 1]?.kind === colon;
  let i = from + (inside ? 1 : 0);
  if (inside) {
    frame.phase = isKey ? 'colon' : 'after';
    frame.end = inside.end;
  } else if (frame.phase === 'value') frame.phase = 'after';
  for (; i < tokens.length; i++) {
    step(stack, tokens[i]!);
    if (stack.length < depth) break;
  }
  return frame.keys.slice(before);
}

/** Takes one token; what does not fit is taken for the nearest thing that does. */
function step(stack: Frame[], token: Token): void {
  const frame = stack[stack.length - 1];
  const open = token.kind === openBrace || token.kind === openBracket;
  if (open) {
    const name = frame ? (frame.object ? frame.key : String(frame.index)) : '';
    stack.push({ object: token.kind === openBrace, name, keys: [], key: '', index: 0, phase: token.kind === openBrace ? 'key' : 'value', end: token.end, word: undefined });
    return;
  }
  if (!frame) return;
  if (token.kind === closeBrace || token.kind === closeBracket) {
    stack.pop();
    const outer = stack[stack.length - 1];
    if (outer) [outer.phase, outer.end, outer.word] = ['after', token.end, undefined];
  } else if (token.kind === comma) {
    frame.phase = frame.object ? 'key' : 'value';
    frame.index++;
  } else if (token.kind === colon) {
    // After a value that turned out to be the next key: the value before it is missing.
    if (frame.object && frame.phase === 'after' && frame.word !== undefined) {
      frame.keys.push(frame.word);
      frame.key = frame.word;
    }
    if (frame.object) frame.phase = 'value';
  } else if (!frame.object) [frame.phase, frame.end] = ['after', token.end];
  else if (frame.phase === 'value') {
    [frame.phase, frame.end] = ['after', token.end];
    frame.word = token.text;
  } else {
    frame.keys.push(token.text);
    frame.key = token.text;
    frame.phase = 'colon';
  }
}
