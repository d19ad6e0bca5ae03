import type { Assignment } from '../script';
import type { Source } from './source';

/** A stretch of a value: characters of the script, or what an expansion stands for. */
export interface Piece {
  /** Undefined when only known at run time. */
  readonly text: string | undefined;
  /** For a path of which only the place is unknown: `@script/..`, `@start/run`. */
  readonly symbol: string | undefined;
  readonly source: Source;
  readonly pos: number;
  readonly end: number;
  /** The text is, character for character, what stands at `pos`. */
  readonly exact: boolean;
  readonly quoted: boolean;
  /** Came out of an expansion: split into words unless quoted. */
  readonly expansion: boolean;
  /** Unquoted and unknown, yet one word for certain. */
  readonly single: boolean;
  /** False when `pos` to `end` holds other words too, so that nothing there stands for this one alone. */
  readonly own: boolean;
  /** What the expansion's text is made of, where it is known. */
  readonly inner: readonly Piece[] | undefined;
  /** How deep `inner` goes, and of how many parts it is in the end; 0 and 1 without. */
  readonly depth: number;
  readonly parts: number;
  readonly from: readonly Assignment[];
}

/** Pieces of words to be, and the borders between words that an array brings in. */
export type Item = Piece | 'border';
export const isPiece = (item: Item): item is Piece => item !== 'border';

/** No value grows over this many characters; scripts that build longer ones are not launch scripts. */
const longest = 65_536;
const mostPieces = 2_048;
const deepest = 40;
const mostOrigins = 16;

type Place = Pick<Piece, 'source' | 'pos' | 'end'>;

export const literal = (text: string | undefined, at: Place, quoted: boolean, exact: boolean): Piece => ({
  text,
  symbol: undefined,
  source: at.source,
  pos: at.pos,
  end: at.end,
  exact,
  quoted,
  expansion: false,
  single: false,
  own: true,
  inner: undefined,
  depth: 0,
  parts: 1,
  from: [],
});

/** An expansion that is only known at run time. */
export const unknownPiece = (at: Place, quoted: boolean, from: readonly Assignment[] = [], symbol?: string): Piece => ({
  ...literal(undefined, at, quoted, false),
  symbol,
  expansion: true,
  from,
});

export const textPiece = (text: string, at: Place, quoted: boolean, from: readonly Assignment[]): Piece => ({
  ...literal(text.length > longest ? undefined : text, at, quoted, false),
  expansion: true,
  from,
});

/** An expansion that stands for these pieces. */
export function expansionPiece(inner: readonly Piece[], at: Place, quoted: boolean, from: readonly Assignment[]): Piece {
  const text = textOf(inner);
  let depth = 1;
  let parts = 0;
  for (const p of inner) {
    depth = Math.max(depth, p.depth + 1);
    parts += p.parts;
  }
  // Where there would be too much to keep, the text is all that is left; unknown text leaves nothing.
  const kept = text !== '' && parts > 0 && parts <= mostPieces && depth <= deepest;
  return {
    ...literal(text, at, quoted, false),
    symbol: text === undefined ? symbolOf(inner) : undefined,
    expansion: true,
    inner: kept ? inner : undefined,
    depth: kept ? depth : 0,
    parts: kept ? parts : 1,
    from,
  };
}

export function textOf(pieces: readonly Piece[]): string | undefined {
  if (pieces.length === 1) return pieces[0]!.text;
  let text = '';
  for (const p of pieces) {
    if (p.text === undefined) return undefined;
    text += p.text;
    if (text.length > longest) return undefined;
  }
  return text;
}

/**
 * The value as a path whose place is symbolic, also behind `--flag=`; undefined when there is no symbol in it, or
 * something else unknown.
 */
export function symbolOf(pieces: readonly Piece[]): string | undefined {
  let text = '';
  let symbolic = false;
  for (const p of pieces) {
    const part = p.text ?? p.symbol;
    const isSymbol = p.text === undefined;
    if (part === undefined || (isSymbol && !/(^|=)$/.test(text))) return undefined;
    // `@start` and `4` are no `@start4`.
    if (symbolic && nameless.test(text) && !/^(\/|$)/.test(part)) return undefined;
    symbolic ||= isSymbol;
    text += part;
    if (text.length > longest) return undefined;
  }
  return symbolic ? text : undefined;
}
/** What ends in a place rather than in a name. */
const nameless = /(^|=)@\w+$|\/\.\.$/;

export const pathOf = (pieces: readonly Piece[]): string | undefined => textOf(pieces) ?? symbolOf(pieces);

/** As `pathOf`, of a word that is all path: nothing stands before the place. */
export function wholePathOf(pieces: readonly Piece[]): string | undefined {
  const text = textOf(pieces);
  const path = text ?? symbolOf(pieces);
  return text !== undefined || path?.startsWith('@') ? path : undefined;
}

/** What is known from the start of the value on. */
export function knownOf(pieces: readonly Piece[]): string {
  let text = '';
  for (const p of pieces) {
    if (p.text === undefined) return p.inner ? text + knownOf(p.inner) : text;
    text += p.text;
  }
  return text;
}

export function originsOf(pieces: readonly Piece[], first?: Assignment): readonly Assignment[] {
  const found = new Set<Assignment>(first ? [first] : []);
  for (const p of pieces) for (const a of p.from) if (found.size < mostOrigins) found.add(a);
  return [...found];
}

/** Two values are the same when they are known and equal: what makes a variable certain after a branch. */
export function sameText(a: readonly Piece[], b: readonly Piece[]): boolean {
  if (a === b) return true;
  const path = pathOf(a);
  return path !== undefined && path === pathOf(b) && (textOf(a) === undefined) === (textOf(b) === undefined);
}

/** As a variable holds it: quotes no longer count, borders between array elements are blanks. */
export function stored(items: readonly Item[]): readonly Piece[] {
  const pieces: Piece[] = [];
  items.forEach((item, i) => {
    if (isPiece(item)) {
      if (item.text !== '') pieces.push(item.quoted ? { ...item, quoted: false } : item);
    } else {
      const before = items[i - 1];
      if (before && isPiece(before)) pieces.push(literal(' ', { source: before.source, pos: before.end, end: before.end }, false, false));
    }
  });
  return pieces;
}

/** Adds many at once: as arguments of `push` there could be more of them than a call can take. */
export function append<T>(to: T[], from: readonly T[]): void {
  for (const item of from) to.push(item);
}

/** A value put behind another (`+=`). */
export function appended(old: readonly Piece[], more: readonly Piece[]): readonly Piece[] {
  const all = [...old, ...more];
  const last = all[all.length - 1];
  if (all.length <= mostPieces || !last) return all;
  return [textOf(all) === undefined ? unknownPiece(last, false, originsOf(all)) : textPiece(textOf(all)!, last, false, originsOf(all))];
}
