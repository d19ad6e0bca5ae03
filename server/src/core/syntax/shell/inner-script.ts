import type { Span } from '../../text/span';
import { placeholder, splice, type Source } from './source';
import type { Piece } from './value';

interface Leaf {
  readonly start: number;
  readonly end: number;
  readonly piece: Piece;
  /** The outermost piece that it is part of. */
  readonly top: Piece;
}

/**
 * Text of a value that a command runs as a script (`bash -c "…"`), its unknown parts as placeholders, and where its
 * characters stand: in the string as written, or where the string's own expansions stand.
 */
export function innerScript(pieces: readonly Piece[]): Source {
  const leaves: Leaf[] = [];
  const wholes = new Map<Piece, { readonly start: number; end: number }>();
  const parts: string[] = [];
  let length = 0;
  const visit = (piece: Piece, top: Piece): void => {
    if (piece.inner) return piece.inner.forEach((p) => visit(p, top));
    const part = piece.text ?? (piece.single ? placeholder : splice);
    const leaf: Leaf = { start: length, end: length + part.length, piece, top };
    length = leaf.end;
    leaves.push(leaf);
    parts.push(part);
    const whole = wholes.get(top);
    if (whole) whole.end = leaf.end;
    else wholes.set(top, { start: leaf.start, end: leaf.end });
  };
  for (const p of pieces) visit(p, p);
  const text = parts.join('');

  const indexAt = (pos: number): number => {
    let low = 0;
    let high = leaves.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (leaves[middle]!.start <= pos) low = middle;
      else high = middle;
    }
    return low;
  };
  const shown = (pos: number): Span => {
    const leaf = leaves[indexAt(pos)];
    if (!leaf) return { start: 0, end: 0 };
    const { piece, top } = leaf;
    if (piece === top && piece.exact) return piece.source.span(piece.pos + pos - leaf.start, piece.pos + pos - leaf.start + 1);
    return top.source.span(top.pos, top.end);
  };
  return {
    text,
    span: (pos, end) => {
      const start = shown(pos).start;
      return { start, end: end > pos ? Math.max(start, shown(end - 1).end) : start };
    },
    exact: (pos, end) => {
      const leaf = leaves[indexAt(pos)];
      if (!leaf) return undefined;
      const { piece, top } = leaf;
      if (piece.exact && end <= leaf.end) return piece.source.exact(piece.pos + pos - leaf.start, piece.pos + end - leaf.start);
      const whole = wholes.get(top)!;
      return whole.start === pos && whole.end === end ? top.source.exact(top.pos, top.end) : undefined;
    },
    raw: (pos, end) => {
      let raw = '';
      for (let i = indexAt(pos); i < leaves.length && leaves[i]!.start < end; i++) {
        const { start, piece } = leaves[i]!;
        raw += piece.text === undefined ? piece.source.raw(piece.pos, piece.end) : piece.text.slice(Math.max(0, pos - start), end - start);
      }
      return raw;
    },
  };
}
