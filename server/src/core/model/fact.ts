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

/** The places in files that a fact rests on, the fact's own first, each once. */
export function origins(start: Fact<unknown>): readonly { readonly place: FilePlace; readonly fact: Fact<unknown> }[] {
  const found: { place: FilePlace; fact: Fact<unknown> }[] = [];
  const visit = (f: Fact<unknown>): void => {
    const at = f.at;
    if (isFilePlace(at) && !found.some((o) => o.place.uri === at.uri && o.place.span.start === at.span.start && o.place.span.end === at.span.end))
      found.push({ place: at, fact: f });
    f.from?.forEach(visit);
  };
  visit(start);
  return found;
}
