import type { Text } from '../text/say';
import type { Span } from '../text/span';

/** Where something stands written. */
export interface FilePlace {
  readonly uri: string;
  readonly span: Span;
}

/** Where a value was read: a file, or an option or setting that the user gave (`--gpus`), or a tool's default. */
export type Place = FilePlace | { readonly given: string };

export const isFilePlace = (place: Place): place is FilePlace => 'uri' in place;

/** A value and where it was read. Never a guess: what is not known has no Fact. */
export interface Fact<T> {
  readonly value: T;
  readonly at: Place;
  /** For values worked out from others: those, in the order of the working. */
  readonly from?: readonly Fact<unknown>[];
  /** How it was read or worked out, in a few words: `2 hosts × 8 slots`. */
  readonly how?: Text;
}

export const fact = <T>(value: T, at: Place, how?: Text, from?: readonly Fact<unknown>[]): Fact<T> => ({
  value,
  at,
  ...(how ? { how } : {}),
  ...(from ? { from } : {}),
});

/** The places in files that a fact rests on, the fact's own first, each once; the first `most` of them. */
export function origins(start: Fact<unknown>, most = Infinity): readonly { readonly place: FilePlace; readonly fact: Fact<unknown> }[] {
  const found = new Map<string, { place: FilePlace; fact: Fact<unknown> }>();
  const visit = (f: Fact<unknown>): void => {
    if (found.size >= most) return;
    if (isFilePlace(f.at)) {
      const key = `${f.at.span.start}-${f.at.span.end} ${f.at.uri}`;
      if (!found.has(key)) found.set(key, { place: f.at, fact: f });
    }
    f.from?.forEach(visit);
  };
  visit(start);
  return [...found.values()];
}
