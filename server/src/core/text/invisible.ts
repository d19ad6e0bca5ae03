/** Characters of no width that no editor shows, and no blank to Python: byte order mark, zero-width space and their like. */
export const invisible = /[\u200b-\u200f\u2060\ufeff]/;

/** `U+FEFF`. */
export const codePoint = (character: string): string => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
