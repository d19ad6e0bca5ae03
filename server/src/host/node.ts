import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { URI, Utils } from 'vscode-uri';
import { SourceText, type FileState } from '../core/model/document';
import { looksBinary, sizeLimit, type Host } from './host';

/** Files on this machine's disk. */
export const nodeHost: Host = {
  ignoresCase: process.platform === 'win32' || process.platform === 'darwin',
  async read(uri: string, most = sizeLimit): Promise<FileState> {
    const parsed = URI.parse(uri);
    if (parsed.scheme !== 'file') return 'unreadable';
    let file;
    try {
      // Opening a named pipe would wait for someone to write into it. Windows has neither the flag nor the need.
      file = await open(parsed.fsPath, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      const stat = await file.stat();
      if (!stat.isFile()) return stat.isDirectory() ? 'missing' : 'unreadable';
      if (stat.size > most) return 'too-large';
      const bytes = await file.readFile();
      return looksBinary(bytes) ? 'binary' : new SourceText(uri, bytes.toString('utf8'));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
    } finally {
      await file?.close();
    }
  },
  async list(uri: string) {
    const parsed = URI.parse(uri);
    if (parsed.scheme !== 'file') return [];
    try {
      const entries = await readdir(parsed.fsPath, { withFileTypes: true });
      const base = uri.endsWith('/') ? uri : `${uri}/`;
      // Making a URI is slow, and in most names there is nothing to encode.
      const uriOf = (name: string): string => (/^[\w.~-]+$/.test(name) ? base + name : Utils.joinPath(parsed, name).toString());
      return entries.map((e) => ({ name: e.name, uri: uriOf(e.name), folder: e.isDirectory() }));
    } catch {
      return [];
    }
  },
};
