/** A half-open range of UTF-16 code units in one text: `[start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const span = (start: number, end: number): Span => ({ start, end });

export const contains = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** True where an editor's cursor counts as being on the span: its end included. */
export const touches = (s: Span, offset: number): boolean => s.start <= offset && offset <= s.end;

export const sameSpan = (a: Span, b: Span): boolean => a.start === b.start && a.end === b.end;
