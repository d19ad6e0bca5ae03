import type { FileState } from '../core/model/document';

export interface Entry {
  readonly name: string;
  readonly uri: string;
  readonly folder: boolean;
}

/** The outside world as lsp and cli see it: the only way to a file. Never throws; what cannot be read is said in the answer. */
export interface Host {
  /** @param most Bytes over which a file is `too-large`; `sizeLimit` if absent. */
  read(uri: string, most?: number): Promise<FileState>;
  /** Entries of a folder; empty when it cannot be listed. Links to folders are not followed. */
  list(uri: string): Promise<readonly Entry[]>;
  /** Whether `A` and `a` are the same name; false if absent. */
  readonly ignoresCase?: boolean;
}

/** Files over this size, in bytes, are named as skipped. */
export const sizeLimit = 2 * 1024 * 1024;

/** A NUL byte near the start: not a text, whatever its name. */
export const looksBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8192).includes(0);
