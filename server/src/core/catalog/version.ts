/** The numbers a version starts with: `v0.16.9+cu121` → [0, 16, 9]. Empty when it starts with none. */
const numbers = (version: string): readonly number[] => /^\s*v?(\d+(?:\.\d+)*)/.exec(version)?.[1]?.split('.').map(Number) ?? [];

/** Negative when `a` is the older release, 0 when both are the same. Missing numbers count as 0; suffixes are not looked at. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [numbers(a), numbers(b)];
  for (let i = 0; i < Math.max(x.length, y.length); i++) {
    const d = (x[i] ?? 0) - (y[i] ?? 0);
    if (d !== 0) return d;
  }
  return 0;
}

/** True when `version` is `since` or newer. */
export const atLeast = (version: string, since: string): boolean => compareVersions(version, since) >= 0;
