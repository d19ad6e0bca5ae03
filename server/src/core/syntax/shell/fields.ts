import type { Word } from '../script';
import { usual } from './ifs';
import type { Source } from './source';
import { isPiece, knownOf, originsOf, pathOf, textOf, unknownPiece, type Item, type Piece } from './value';

/** Part of a leaf piece that went into a word, and the pieces it stands in, outermost first. */
interface Fragment {
  readonly chain: readonly Piece[];
  readonly start: number;
  readonly end: number;
}

interface Field {
  readonly fragments: Fragment[];
  /** Not all of its top-level pieces: a neighbour word came out of the same ones. */
  cut: boolean;
}

/** What one written word stands for, as words. */
export interface WordOf {
  readonly word: Word;
  readonly pieces: readonly Piece[];
  /** As `word.source`, in the text that was parsed. */
  readonly place: Place | undefined;
}
interface Place {
  readonly source: Source;
  readonly pos: number;
  readonly end: number;
}

const mostWords = 20_000;
const blank = /[ \t\n]/;
/** Where a glob begins: `*`, `?`, or a bracket that is closed somewhere. */
function globAt(text: string): number {
  const bracket = text.indexOf('[');
  const sign = text.search(/[*?]/);
  const closed = bracket >= 0 && text.indexOf(']', bracket) > 0 ? bracket : -1;
  return sign < 0 || closed < 0 ? Math.max(sign, closed) : Math.min(sign, closed);
}
/** No file has a name that begins with `--flag=` or `logger.names=`: a glob behind it stands for itself. */
export const namesNoFile = (before: string): boolean => /^-*[A-Za-z][\w.+-]*=/.test(before);

/**
 * The words that a written word becomes: expansions that are not quoted fall apart at blanks. Where IFS holds other
 * separators, one that has some in it is unknown.
 */
export function wordsOf(items: readonly Item[], source: Source, pos: number, end: number, separators: string | undefined): readonly WordOf[] {
  const fields = fieldsOf(glues(items) ? [unknownPiece({ source, pos, end }, false)] : items, separators);
  const whole = source.span(pos, end);
  return fields.map((field) => {
    const pieces = piecesOf(field);
    const isGlob = (p: Piece, i: number): boolean => {
      const at = p.expansion && !p.quoted ? globAt(p.text ?? '') : -1;
      return at >= 0 && !namesNoFile(knownOf(pieces.slice(0, i)) + p.text!.slice(0, at));
    };
    const glob = pieces.findIndex(isGlob);
    const globbed = glob >= 0;
    const value = globbed ? undefined : textOf(pieces);
    const path = globbed ? undefined : pathOf(pieces);
    const alone = !field.cut;
    const place = alone ? { source, pos, end } : placeOf(field.fragments);
    const exact = place?.source.exact(place.pos, place.end);
    return {
      pieces,
      place: exact && place,
      word: {
        span: whole,
        raw: exact && place ? place.source.raw(place.pos, place.end) : source.raw(pos, end),
        value,
        known: globbed ? knownOf([...pieces.slice(0, glob), { ...pieces[glob]!, text: pieces[glob]!.text!.replace(/[*?[].*/s, '') }]) : knownOf(pieces),
        path: path === undefined || path.includes('@self') ? undefined : path,
        open: globbed || pieces.some((p) => p.text === undefined && p.symbol === undefined && !p.quoted && !p.single),
        source: exact,
        from: originsOf(pieces),
      },
    };
  });
}

/** An element that may be none stands beside other text: then that belongs to the next element. */
const glues = (items: readonly Item[]): boolean =>
  items.some((item, i) => {
    if (!isPiece(item) || item.text !== undefined || item.quoted || item.single) return false;
    const [before, after] = [items[i - 1], items[i + 1]];
    return (before === 'border' && after !== undefined && after !== 'border') || (after === 'border' && before !== undefined && before !== 'border');
  });

function fieldsOf(items: readonly Item[], separators: string | undefined): readonly Field[] {
  const fields: Field[] = [];
  let current: Field | undefined;
  const close = (): void => {
    if (current) fields.push(current);
    current = undefined;
  };
  const add = (fragment: Fragment): void => {
    current ??= { fragments: [], cut: false };
    current.fragments.push(fragment);
  };
  const visit = (piece: Piece, chain: readonly Piece[], splitting: boolean): void => {
    if (fields.length > mostWords) return;
    const here = [...chain, piece];
    if (piece.quoted || !splitting || piece.text === undefined) {
      if (splitting && !piece.quoted && piece.inner) return piece.inner.forEach((p) => visit(p, here, true));
      return add({ chain: here, start: 0, end: piece.text?.length ?? 0 });
    }
    if (separators !== usual && piece.text !== '') {
      const falls = separators === undefined || [...separators].some((c) => piece.text!.includes(c));
      return falls ? add({ chain: [...chain, { ...piece, text: undefined, inner: undefined }], start: 0, end: 0 }) : add({ chain: here, start: 0, end: piece.text.length });
    }
    if (piece.inner) return piece.inner.forEach((p) => visit(p, here, true));
    const text = piece.text;
    for (let i = 0; i < text.length && fields.length <= mostWords; ) {
      if (blank.test(text[i]!)) {
        close();
        i++;
        continue;
      }
      let j = i;
      while (j < text.length && !blank.test(text[j]!)) j++;
      add({ chain: here, start: i, end: j });
      i = j;
    }
  };
  for (const item of items) {
    if (isPiece(item)) visit(item, [], item.expansion);
    else close();
  }
  close();
  // A word is all of what was written unless that fell apart, or lost blanks on the way.
  const borders = items.some((i) => !isPiece(i));
  if (fields.length > 1 || borders) for (const f of fields) f.cut = true;
  else if (fields[0]) fields[0].cut = fields[0].fragments.some((f) => f.chain.length > 1 && f.end - f.start !== (f.chain[f.chain.length - 1]!.text?.length ?? 0));
  return fields;
}

function piecesOf(field: Field): readonly Piece[] {
  return field.fragments.map(({ chain, start, end }) => {
    const leaf = chain[chain.length - 1]!;
    const from = chain.length > 1 ? originsOf(chain) : leaf.from;
    const expansion = chain[0]!.expansion;
    const quoted = leaf.quoted || (chain.length === 1 && !expansion);
    if (leaf.text === undefined || (start === 0 && end === leaf.text.length)) return { ...leaf, from, expansion, quoted };
    const text = leaf.text.slice(start, end);
    return leaf.exact
      ? { ...leaf, text, pos: leaf.pos + start, end: leaf.pos + end, from, expansion, quoted }
      : { ...leaf, text, from, expansion, quoted };
  });
}

/**
 * Where a word stands that an expansion brought here: as deep in the chain of expansions as it takes for the word to
 * be all of what stands there.
 */
function placeOf(fragments: readonly Fragment[], depth = 0): Place | undefined {
  const first = fragments[0]!;
  const top = first.chain[depth];
  if (!top) return undefined;
  if (fragments.every((f) => f.chain[depth] === top)) {
    const whole = top.text !== undefined && fragments.reduce((n, f) => n + f.end - f.start, 0) === top.text.length;
    if (first.chain.length - 1 === depth) {
      if (top.exact) return { source: top.source, pos: top.pos + first.start, end: top.pos + fragments[fragments.length - 1]!.end };
      return top.own && (whole || top.text === undefined) ? { source: top.source, pos: top.pos, end: top.end } : undefined;
    }
    if (whole && depth > 0 && top.own) return { source: top.source, pos: top.pos, end: top.end };
    return placeOf(fragments, depth + 1);
  }
  // Several neighbours in one string: they have to stand side by side, and each be there in full.
  if (depth === 0) return undefined;
  let from: number | undefined;
  let to = 0;
  for (const [i, f] of fragments.entries()) {
    const piece = f.chain[depth];
    if (!piece || piece.source !== top.source) return undefined;
    const leaf = f.chain.length - 1 === depth;
    const whole = leaf ? piece.text === undefined || (f.start === 0 && f.end === piece.text.length) : coversWhole(fragments, piece, depth);
    if (!whole && !(leaf && piece.exact && (i === 0 || i === fragments.length - 1))) return undefined;
    const start = leaf && piece.exact ? piece.pos + f.start : piece.pos;
    const end = leaf && piece.exact ? piece.pos + f.end : piece.end;
    if (from !== undefined && !(start >= to || piece === fragments[i - 1]!.chain[depth]) ) return undefined;
    if (from !== undefined && start > to && !/^(["']|\\\r?\n|\\)*$/.test(piece.source.text.slice(to, start))) return undefined;
    from ??= start;
    to = Math.max(to, end);
  }
  return from === undefined ? undefined : { source: top.source, pos: from, end: to };
}

const coversWhole = (fragments: readonly Fragment[], piece: Piece, depth: number): boolean =>
  piece.text !== undefined && fragments.filter((f) => f.chain[depth] === piece).reduce((n, f) => n + f.end - f.start, 0) === piece.text.length;
