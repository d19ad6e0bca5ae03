/** What Python's `str` and `int` do with characters, where JavaScript does something else. */

const blanks = new Set<number>([
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
  ...Array.from({ length: 11 }, (_, i) => 0x2000 + i),
]);

/** Where `text.slice(start, end)` ends after `str.rstrip()`. */
export function stripEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && blanks.has(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Where `text.slice(start, end)` starts after `str.lstrip()`. */
export function stripStart(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && blanks.has(text.charCodeAt(at))) at++;
  return at;
}

const decimal = /\p{Nd}/u;

/** Unicode's decimal digits come in runs of ten, zero first; a few runs stand side by side. */
function digitValue(code: number): number {
  let first = code;
  while (first > 0 && decimal.test(String.fromCodePoint(first - 1))) first--;
  return (code - first) % 10;
}

/** The same number in ASCII digits: `int()` and `float()` take any script's digits. */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (c) => (c >= '0' && c <= '9' ? c : String(digitValue(c.codePointAt(0)!))));

/** `s[at:at + count]` of a file opened as text, and where it ends: a `\r\n` is one `\n`, an emoji one character. */
export function characters(text: string, at: number, count: number): { readonly taken: readonly string[]; readonly end: number } {
  const taken: string[] = [];
  let end = at;
  while (taken.length < count && end < text.length) {
    const c = String.fromCodePoint(text.codePointAt(end)!);
    end += c === '\r' && text[end + 1] === '\n' ? 2 : c.length;
    taken.push(c === '\r' ? '\n' : c);
  }
  return { taken, end };
}

/** `int(text, 16)`: blanks around, a sign, a `0x` and single underscores pass. Undefined where Python raises. */
export function hexInteger(text: string): number | undefined {
  // Of ASCII, `int` takes fewer blanks off than `strip`.
  if (/[\x1c-\x1f]/.test(text)) return undefined;
  const bare = text.slice(stripStart(text, 0, text.length), stripEnd(text, 0, text.length));
  const match = /^([+-]?)(?:0[xX]_?)?([0-9A-Fa-f]+(?:_[0-9A-Fa-f]+)*)$/.exec(asciiDigits(bare));
  if (!match) return undefined;
  const value = parseInt(match[2]!.replaceAll('_', ''), 16);
  return match[1] === '-' ? -value : value;
}

/** `line 4 column 3 (char 68)` as Python's JSON readers say it of a file opened as text: `\r\n` is one character, so is an emoji. */
export function place(text: string, offset: number): { readonly line: number; readonly column: number; readonly char: number } {
  let [line, column, char] = [1, 1, 0];
  for (let i = 0; i < offset; char++) {
    const code = text.charCodeAt(i);
    if (code === 13 && text.charCodeAt(i + 1) === 10) i++;
    if (code === 13 || code === 10) {
      line++;
      column = 1;
      i++;
    } else {
      i += text.codePointAt(i)! > 0xffff ? 2 : 1;
      column++;
    }
  }
  return { line, column, char };
}

/** `repr()` of one character. */
export function reprCharacter(c: string): string {
  if (c === "'") return `"'"`;
  const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }[c];
  if (short !== undefined) return `'${short}'`;
  if (c === '' || c === ' ' || !/[\p{C}\p{Z}]/u.test(c)) return `'${c}'`;
  const code = c.codePointAt(0)!;
  const hex = code.toString(16);
  return code < 0x100 ? `'\\x${hex.padStart(2, '0')}'` : code < 0x10000 ? `'\\u${hex.padStart(4, '0')}'` : `'\\U${hex.padStart(8, '0')}'`;
}
