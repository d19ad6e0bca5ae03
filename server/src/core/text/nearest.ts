/** Edit distance that counts a swap of neighbours as one step; stops above `limit` and answers `limit + 1`. */
export function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length]!;
}

/**
 * The candidate that `word` was most likely meant to be, or undefined when none is close or two are equally close.
 * Close: at most one step in short words, two from six characters on, three from twelve. Case does not count as a step.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const limit = word.length >= 12 ? 3 : word.length >= 6 ? 2 : 1;
  const folded = word.toLowerCase().replaceAll('-', '_');
  let found: string | undefined;
  let least = limit + 1;
  let tie = false;
  for (const candidate of candidates) {
    if (candidate === word) continue;
    const d = distance(folded, candidate.toLowerCase().replaceAll('-', '_'), limit);
    if (d < least) [found, least, tie] = [candidate, d, false];
    else if (d === least && d <= limit) tie = true;
  }
  return tie ? undefined : found;
}
