/** JSON that diffs well: members of the top objects on lines of their own, their list entries and members one a line. */
export function rowsJson(value: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .map(([key, v]) => `  ${JSON.stringify(key)}: ${member(v)}`);
  return `{\n${parts.join(',\n')}\n}\n`;
}

function member(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[\n${value.map((v) => `    ${JSON.stringify(v)}`).join(',\n')}\n  ]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, v]) => v !== undefined);
  return entries.length === 0 ? '{}' : `{\n${entries.map(([k, v]) => `    ${JSON.stringify(k)}: ${JSON.stringify(v)}`).join(',\n')}\n  }`;
}

/** The object without the members that say nothing: undefined, null. */
export const compact = <T extends object>(row: T): { [K in keyof T]: Exclude<T[K], null> } =>
  Object.fromEntries(Object.entries(row).filter(([, v]) => v !== undefined && v !== null)) as { [K in keyof T]: Exclude<T[K], null> };

/** `v0.16.9` → `0.16.9`; undefined at or below the oldest tag, where the reference only says "or older". */
export function release(tag: string | null | undefined, oldest?: string): string | undefined {
  if (!tag || tag === oldest || !/^v?\d+(\.\d+)*$/.test(tag)) return undefined;
  return tag.replace(/^v/, '');
}
