import type { Lang, Text } from '../core/text/say';

export interface Sink {
  write(text: string | Uint8Array): unknown;
  readonly isTTY?: boolean | undefined;
  /** The terminal's width in columns. */
  readonly columns?: number | undefined;
}

/** The process as the commands see it; tests hand in their own. */
export interface Io {
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** All of standard input. */
  stdin(): Promise<Uint8Array>;
  /** The working directory, as a path. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs the language server on this process's streams. */
  startServer(): Promise<void>;
}

export interface Context {
  readonly io: Io;
  readonly lang: Lang;
}

/** 0: no errors. 1: errors, or too many warnings. 2: usage or internal error. 3: nothing to lint. */
export const exitCode = { clean: 0, findings: 1, failure: 2, nothing: 3 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The command line asks for something that cannot be done as written; exit code 2. */
export class UsageError extends Error {
  constructor(readonly text: Text) {
    super(text.en);
  }
}
