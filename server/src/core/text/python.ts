/** What Python's `str.isspace` and `\s` take for a blank, as the inside of a character class. U+FEFF is none, unlike in JavaScript. */
export const pythonBlank = '\\t\\n\\v\\f\\r\\x1c-\\x1f \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

const leading = new RegExp(`^[${pythonBlank}]+`);
const blank = new RegExp(`[${pythonBlank}]`);

/** Python's `str.strip()`. */
export function pythonStrip(text: string): string {
  const start = leading.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > start && blank.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}
