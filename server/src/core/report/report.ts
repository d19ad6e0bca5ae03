import type { SourceText } from '../model/document';
import type { Finding } from '../model/finding';
import type { Lang, Text } from '../text/say';

/** The outcome of one run: what every format renders. */
export interface Report {
  /** How many files were linted. */
  readonly files: number;
  /** In the order they are shown: by file, then as in the text. */
  readonly findings: readonly Finding[];
  readonly skipped: readonly Skipped[];
  /** The text that the findings' spans are in. */
  source(uri: string): SourceText | undefined;
  /** The working directory, as a URI: paths are shown relative to it. */
  readonly base: string;
  readonly lang: Lang;
  /** Shardlint's version. */
  readonly version: string;
}

/** A file that was asked for and not linted. */
export interface Skipped {
  readonly uri: string;
  readonly reason: Text;
}

export interface Counts {
  readonly error: number;
  readonly warning: number;
  readonly info: number;
  readonly hint: number;
}

export function countsOf(findings: readonly Finding[]): Counts {
  const counts = { error: 0, warning: 0, info: 0, hint: 0 };
  for (const finding of findings) counts[finding.severity]++;
  return counts;
}
