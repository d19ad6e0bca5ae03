export type Row = Readonly<Record<string, string | number | undefined>>;

export function percentile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? NaN;
}
export const median = (values: readonly number[]): number => percentile(values, 0.5);

const shown = (value: Row[string]): string => (value === undefined ? '–' : typeof value === 'string' ? value : value >= 100 ? value.toFixed(0) : value.toFixed(2));

/** A Markdown table; the columns are those of the first row. */
export function table(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return [columns, columns.map((_, i) => (i === 0 ? '---' : '---:')), ...rows.map((r) => columns.map((c) => shown(r[c])))].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
