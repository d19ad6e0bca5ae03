import type { FileState } from '../model/document';
import { nearest } from '../text/nearest';
import { directory, fileName, resolvePath } from '../text/uri';
import type { FileReference } from './job';

/** What paths are resolved against: the files looked at so far, and the folder no search goes above. */
export interface FileWorld {
  state(uri: string): FileState | undefined;
  /** The workspace folder or repository root that holds the file. */
  root(uri: string): string | undefined;
}

/**
 * Folders a script is started from, by likelihood: its own, then each one above it up to the root. `cd` inside the
 * script goes on from there; a `directory` that starts with `@script` holds from the script's own folder only.
 */
export function workingFolders(script: string, within: string | undefined, root: string | undefined): readonly string[] {
  if (within === undefined) return [];
  const own = directory(script);
  if (within.startsWith('@script')) return [resolvePath(own, '.' + within.slice('@script'.length))];
  if (within.startsWith('/')) return [resolvePath(own, within)];
  const folders: string[] = [];
  for (let folder = own; ; ) {
    folders.push(within === '' ? folder : resolvePath(folder, within));
    const above = directory(folder);
    if (root === undefined || folder === root || above === folder || !folder.startsWith(root)) break;
    folder = above;
  }
  return folders;
}

/** The reference that a path written in a script stands for. */
export function reference(
  path: string,
  at: FileReference['at'],
  folders: readonly string[],
  world: FileWorld,
  writtenByScript: boolean,
): FileReference {
  const absolute = path.startsWith('/');
  const candidates = absolute && at ? [resolvePath(directory(at.uri), path)] : [...new Set(folders.map((f) => resolvePath(f, path)))];
  const states = candidates.map((c) => world.state(c));
  const found = candidates.find((_, i) => states[i] !== undefined && states[i] !== 'missing');
  const missing = !absolute && candidates.length > 0 && states.every((s) => s === 'missing') && !writtenByScript;
  return { path, at, candidates, uri: found, state: found ? 'found' : missing ? 'missing' : 'unknown' };
}

/**
 * The file that a path which leads nowhere was meant for: one of the same name in another folder, or one of nearly that name
 * where it was looked for. Undefined when none or several fit.
 */
export function similarFile(reference: FileReference, files: FileIndex): string | undefined {
  const first = reference.candidates[0];
  if (first === undefined) return undefined;
  const name = fileName(first);
  const elsewhere = files.byName.get(name) ?? [];
  if (elsewhere.length > 0) return elsewhere.length === 1 ? elsewhere[0] : undefined;
  const beside = [...new Set(reference.candidates.map(directory))].flatMap((f) => files.byFolder.get(f) ?? []);
  const meant = nearest(name, beside.map(fileName));
  return meant === undefined ? undefined : beside.find((f) => fileName(f) === meant);
}

export interface FileIndex {
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly byFolder: ReadonlyMap<string, readonly string[]>;
}

export function indexFiles(files: Iterable<string>): FileIndex {
  const byName = new Map<string, string[]>();
  const byFolder = new Map<string, string[]>();
  const put = (map: Map<string, string[]>, key: string, uri: string): void => void (map.get(key)?.push(uri) ?? map.set(key, [uri]));
  for (const uri of new Set(files)) {
    put(byName, fileName(uri), uri);
    put(byFolder, directory(uri), uri);
  }
  return { byName, byFolder };
}
