import { forEachChild, type ArithmeticExpression, type BracketGlobPart, type DoubleQuotedChild, type SyntaxNode, type Word as WordNode, type WordPart } from 'unbash';
import { evaluate, type Names } from './arithmetic';
import { assign } from './assign';
import type { Env } from './env';
import { namesNoFile, wordsOf, type WordOf } from './fields';
import { expandParameter, parameter } from './parameter';
import { separators } from './ifs';
import { isUnknownText, placeholder, splice } from './source';
import { forgetAll } from './state';
import { substitution } from './substitution';
import { append, isPiece, knownOf, literal, originsOf, textOf, textPiece, unknownPiece, type Item, type Piece } from './value';
import type { Assignment } from '../script';

/** word: an argument. value: the right side of an assignment, where globs and braces stay as they are. */
type Use = 'word' | 'value';

/** The words that one written word stands for. */
export function expandWords(node: WordNode, env: Env): readonly WordOf[] {
  if (node.parts === undefined && !special.test(node.text)) return [plainWord(node, env)];
  const words = wordsOf(expand(node, env, 'word'), env.source, node.pos, node.end, separators(env));
  if (words.length > 1) env.run.budget.characters -= words.length * wordWeight;
  return words;
}

const special = /[\\~{<\uE000\uE001]/;
/** A word that an expansion splits off weighs as much as this many characters. */
const wordWeight = 30;

/** A word that stands for itself, as most do. */
function plainWord(node: WordNode, env: Env): WordOf {
  const { source } = env;
  const place = { source, pos: node.pos, end: node.end };
  const text = node.value;
  const span = source.span(node.pos, node.end);
  return {
    pieces: [literal(text, place, true, true)],
    place,
    word: { span, raw: source.raw(node.pos, node.end), value: text, known: text, path: text, open: false, source: source.exact(node.pos, node.end), from: none },
  };
}
const none: readonly Assignment[] = [];

/** What the expansions of a piece of script do on the way, where the words themselves do not matter. */
export function perform(node: SyntaxNode, env: Env): void {
  if (node.type === 'Word') {
    if (node.parts) expand(node, env, 'value');
  } else if (node.type === 'HereDocBody') expandParts(node.parts ?? [], env, true, 'value');
  else forEachChild(node, (child) => perform(child, env));
}

/** A word where nothing is split: the right side of `=`, a `case` subject. */
export const expandValue = (node: WordNode, env: Env): readonly Item[] => expand(node, env, 'value');

/** The word's text, when all of it is known and it is one word. */
export function expandText(node: WordNode, env: Env): string | undefined {
  const items = expandValue(node, env);
  return items.every(isPiece) ? textOf(items as readonly Piece[]) : undefined;
}

function expand(node: WordNode, env: Env, use: Use): readonly Item[] {
  if (node.parts && node.parts.length > mostParts) return [unknownPiece({ source: env.source, pos: node.pos, end: node.end }, false)];
  const items = node.parts ? expandParts(node.parts, env, false, use) : literalPieces(node.text, node.value, node.pos, env, false);
  return withoutTilde(items, env, use);
}

export function expandParts(parts: readonly (WordPart | DoubleQuotedChild)[], env: Env, quoted: boolean, use: Use): Item[] {
  const items: Item[] = [];
  for (const part of parts) {
    const at = { source: env.source, pos: part.pos, end: part.end };
    switch (part.type) {
      case 'Literal':
        append(items, literalPieces(part.text, part.value, part.pos, env, quoted));
        break;
      case 'SingleQuoted':
        append(items, literalPieces(part.text.slice(1, 1 + part.value.length), part.value, part.pos + 1, env, 'single'));
        break;
      case 'AnsiCQuoted':
        items.push(literal(isUnknownText(part.value) ? undefined : part.value, at, true, false));
        break;
      case 'DoubleQuoted':
      case 'LocaleString': {
        const inner = expandParts(part.parts, env, true, use);
        // Quotes make a word even of nothing, but for "${A[@]}" of an empty array.
        if (inner.length === 0 && !part.parts.some(isList)) inner.push(literal('', at, true, false));
        append(items, inner);
        break;
      }
      case 'SimpleExpansion':
        append(items, parameter(part.text.slice(1), at, env, quoted));
        break;
      case 'ParameterExpansion':
        append(items, expandParameter(part, env, quoted));
        break;
      case 'CommandExpansion': {
        const inside = within(env);
        const found = inside && part.script && substitution(part.script, inside);
        items.push(found?.text !== undefined ? textPiece(found.text, at, quoted, []) : unknownPiece(at, quoted, [], found?.symbol));
        break;
      }
      case 'ArithmeticExpansion':
        items.push(arithmetic(part.expression, at, env, quoted));
        break;
      case 'ProcessSubstitution': {
        const inside = within(env);
        if (inside && part.script) env.run.walk(part.script, inside);
        items.push({ ...unknownPiece(at, quoted), single: true });
        break;
      }
      case 'Glob':
      case 'ExtendedGlob':
      case 'BraceExpansion':
        if (part.type === 'Glob' && part.kind === 'bracket' && (use === 'value' || namesNoFile(begun(items)))) append(items, bracket(part, env, use));
        else if (part.type === 'Glob' && use === 'word' && namesNoFile(begun(items))) items.push(literal(part.value, at, false, true));
        else items.push(use === 'word' ? unknownPiece(at, false) : literal(/[$`"'\\]/.test(part.text) || isUnknownText(part.text) ? undefined : part.text, at, quoted, true));
        break;
    }
  }
  return items;
}

/** The beginning of the word that the last of the items are a part of. */
const begun = (items: readonly Item[]): string => knownOf(items.slice(items.lastIndexOf('border') + 1) as readonly Piece[]);

/** `[…]` that matches no file. */
function bracket(part: BracketGlobPart, env: Env, use: Use): Item[] {
  const edge = (pos: number): Piece => literal(env.source.text[pos]!, { source: env.source, pos, end: pos + 1 }, true, true);
  return [edge(part.pos), ...expandParts(part.parts, env, false, use), edge(part.end - 1)];
}

const isList = (part: DoubleQuotedChild): boolean =>
  part.type === 'ParameterExpansion' ? part.parameter === '@' || part.index?.text === '@' : part.type === 'SimpleExpansion' && part.text === '$@';

/** So deep is no launch script; the parser reads each of them anew. */
const mostSubstitutions = 16;
const within = (env: Env): Env | undefined => (env.substitutions < mostSubstitutions ? { ...env, substitutions: env.substitutions + 1 } : undefined);

const mostParts = 20_000;
const mostPieces = 4_096;
/** Text that somebody is meant to fill in; `{name}` and `<name>` stand for themselves in no launch command. */
const fillIn = new RegExp(`[${placeholder}${splice}]+|\\{[A-Za-z_]\\w*\\}|<[^<>\\n]*>`, 'g');

/** Characters as written, without their backslashes: one piece for each stretch that stands in the source as it is. */
function literalPieces(text: string, value: string, pos: number, env: Env, quoted: boolean | 'single'): Piece[] {
  const isQuoted = quoted !== false;
  const pieces: Piece[] = [];
  const add = (from: number, to: number, as?: string): void => {
    const at = { source: env.source, pos: pos + from, end: pos + to };
    if (as !== undefined) return void pieces.push(literal(as, at, isQuoted, false));
    if (to > from) append(pieces, stretch(text.slice(from, to), at.pos, env, isQuoted));
  };
  const escape = quoted === 'single' ? undefined : quoted ? /\\([$`"\\\n])/g : /\\([\s\S])/g;
  let from = 0;
  if (escape && text.includes('\\'))
    for (const m of text.matchAll(escape)) {
      add(from, m.index);
      if (m[1] !== '\n') add(m.index, m.index + m[0].length, m[1]!);
      from = m.index + m[0].length;
    }
  add(from, text.length);
  const read = pieces.length > mostPieces ? undefined : pieces.map((p) => p.text ?? '').join('');
  if (read === value || (read !== undefined && pieces.some((p) => p.text === undefined))) return isQuoted && pieces.length === 0 ? [literal('', { source: env.source, pos, end: pos + text.length }, true, false)] : pieces;
  return [literal(isUnknownText(value) ? undefined : value, { source: env.source, pos, end: pos + text.length }, isQuoted, false)];
}

/** Unescaped characters, with what is to be filled in as unknown pieces. */
function stretch(text: string, pos: number, env: Env, quoted: boolean): Piece[] {
  const at = (from: number, to: number) => ({ source: env.source, pos: pos + from, end: pos + to });
  const pieces: Piece[] = [];
  let from = 0;
  if (/[{<\uE000\uE001]/.test(text))
    for (const m of text.matchAll(fillIn)) {
      if (m.index > from) pieces.push(literal(text.slice(from, m.index), at(from, m.index), quoted, true));
      const place = at(m.index, m.index + m[0].length);
      pieces.push(m[0].includes(splice) && !quoted ? unknownPiece(place, false) : literal(undefined, place, quoted, false));
      from = m.index + m[0].length;
    }
  if (from < text.length) pieces.push(literal(text.slice(from), at(from, text.length), quoted, true));
  return pieces;
}

/** `~/x` is a home folder: unknown. In an assignment also behind each colon, in a word also behind `NAME=`. */
function withoutTilde(items: readonly Item[], env: Env, use: Use): readonly Item[] {
  const first = items[0];
  const plain = (item: Item | undefined): item is Piece => item !== undefined && isPiece(item) && !item.quoted && item.exact && item.text !== undefined;
  if (!items.some((i) => plain(i) && i.text!.includes('~'))) return items;
  const named = use === 'word' && plain(first) && /^[A-Za-z_]\w*\+?=/.test(first.text!);
  const pattern = use === 'value' ? /(^|:)~[^/:\s]*/g : named ? /(^\w+\+?=|:)~[^/:\s]*/g : /(^)~[^/\s]*/g;
  return items.flatMap((item, i) => {
    if (!plain(item) || (i > 0 && use === 'word' && !named)) return [item];
    const pieces: Piece[] = [];
    const text = item.text!;
    let from = 0;
    for (const m of text.matchAll(pattern)) {
      const start = m.index + m[1]!.length;
      if (m[1] === '' && i > 0) continue;
      const end = m.index + m[0].length;
      if (start > from) pieces.push(literal(text.slice(from, start), { source: env.source, pos: item.pos + from, end: item.pos + start }, false, true));
      pieces.push(literal(undefined, { source: env.source, pos: item.pos + start, end: item.pos + end }, false, false));
      from = end;
    }
    if (from < text.length) pieces.push(literal(text.slice(from), { source: env.source, pos: item.pos + from, end: item.end }, false, true));
    return pieces;
  });
}

const longestExpression = 4_000;

/** Computes for `$(( ))`, `(( ))` and array indices; what is assigned on the way is. */
export function compute(node: ArithmeticExpression, env: Env, origins?: Set<Assignment>): bigint | undefined {
  if (node.end - node.pos > longestExpression) {
    forgetAll(env.state);
    return undefined;
  }
  const names: Names = {
    read(word) {
      const at = { source: env.source, pos: word.pos, end: word.end };
      const plain = /^\$?([A-Za-z_]\w*)$/.exec(word.value);
      const items = word.parts ? expandParts(word.parts, env, true, 'value') : plain ? parameter(plain[1]!, at, env, true) : isUnknownText(word.value) || /[$`\[]/.test(word.value) ? [unknownPiece(at, true)] : [literal(word.value, at, true, false)];
      if (!items.every(isPiece)) return undefined;
      const pieces = items as readonly Piece[];
      for (const a of originsOf(pieces)) origins?.add(a);
      return textOf(pieces);
    },
    write(name, value, at) {
      const place = { source: env.source, pos: at.pos, end: at.end };
      assign(env, name, value === undefined ? [unknownPiece(place, true)] : [textPiece(String(value), place, true, [])], undefined);
    },
  };
  return evaluate(node, names);
}

function arithmetic(node: ArithmeticExpression | undefined, at: Pick<Piece, 'source' | 'pos' | 'end'>, env: Env, quoted: boolean): Piece {
  const origins = new Set<Assignment>();
  const value = node && compute(node, env, origins);
  return value === undefined ? { ...unknownPiece(at, quoted, [...origins]), single: true } : textPiece(String(value), at, quoted, [...origins]);
}
