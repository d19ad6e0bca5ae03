import { createScanner, visit, type ParseErrorCode, type SyntaxKind } from 'jsonc-parser';
import { deepest, TreeBuilder } from './node';

// The package's enums are ambient const enums, which single-file compilers do not see.
const openBrace: SyntaxKind = 1;
const closeBrace: SyntaxKind = 2;
const openBracket: SyntaxKind = 3;
const closeBracket: SyntaxKind = 4;
const endOfFile: SyntaxKind = 17;

/** Where brackets nest deeper than any reader goes, or undefined. */
export function tooDeepAt(text: string): number | undefined {
  let openers = 0;
  for (let i = 0; i < text.length && openers <= deepest; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x7b || code === 0x5b) openers++;
  }
  if (openers <= deepest || !nestsDeeply(text)) return undefined;
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token = scanner.scan(); token !== endOfFile; token = scanner.scan()) {
    if (token === openBrace || token === openBracket) depth++;
    else if ((token === closeBrace || token === closeBracket) && depth > 0) depth--;
    if (depth > deepest) return scanner.getTokenOffset();
  }
  return undefined;
}

/** A cheap look at texts of plain JSON: true for any other, and where brackets outside strings nest beyond the limit. */
function nestsDeeply(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > deepest) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
    // Comments and unquoted words can hold a quote or a bracket of their own.
    else if (code === 0x2f || code === 0x23 || code === 0x27) return true;
  }
  return false;
}

export interface Visited {
  readonly builder: TreeBuilder;
  /** True when the text is JSON with comments and trailing commas, which hjson reads the same way. */
  readonly clean: boolean;
}

/**
 * Reads JSON with comments, recovering from faults.
 * @param text The text that the places count in.
 * @param read The same, or as much of it as is to be read, with blanks where something is to be passed over.
 * @param unknown Placeholders in `read` that were overwritten by a number: their ends by their starts.
 */
export function visitJsonc(text: string, read: string = text, unknown: ReadonlyMap<number, number> = new Map(), builder = new TreeBuilder(text)): Visited {
  let clean = true;
  let depth = 0;
  let comma: number | undefined;
  const bom = read.startsWith('\uFEFF');
  if (bom) builder.leniency('bom', { start: 0, end: 1 }, { span: { start: 0, end: 1 }, newText: '' });
  const begin = (kind: 'object' | 'array') => (offset: number) => {
    comma = undefined;
    depth++;
    builder.begin(kind, offset);
  };
  const end = (offset: number, length: number): void => {
    if (comma !== undefined) {
      const span = { start: comma, end: comma + 1 };
      builder.leniency('trailing-comma', span, { span, newText: '' });
    }
    comma = undefined;
    depth--;
    builder.end(Math.min(offset + length, text.length));
  };
  visit(
    bom ? ' ' + read.slice(1) : read,
    {
      onObjectBegin: begin('object'),
      onObjectEnd: end,
      onArrayBegin: begin('array'),
      onArrayEnd: end,
      onObjectProperty: (key, offset, length) => {
        comma = undefined;
        builder.key(key, { start: offset, end: offset + length });
      },
      onLiteralValue: (value: string | number | boolean | null, offset, length) => {
        comma = undefined;
        const placeholder = unknown.get(offset);
        if (placeholder !== undefined) builder.placeholder({ start: offset, end: placeholder });
        else {
          // Beyond these hjson raises, which its own reader tells.
          if (depth === 0 || (typeof value === 'number' && (!Number.isFinite(value) || length > 4300))) clean = false;
          builder.scalar(value === null ? 'null' : (typeof value as 'string' | 'number' | 'boolean'), value === 0 ? 0 : value, { start: offset, end: offset + length });
        }
      },
      onSeparator: (character, offset) => {
        if (character === ',') comma = offset;
        else builder.colon(offset + 1);
      },
      // An unclosed comment is said to be longer than the text.
      onComment: (offset, length) => builder.comment({ start: offset, end: Math.min(offset + length, text.length) }),
      onError: (_: ParseErrorCode) => {
        clean = false;
      },
    },
    { allowTrailingComma: true },
  );
  return { builder, clean };
}
