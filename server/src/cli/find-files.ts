import type { Dirent } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { URI } from 'vscode-uri';
import { isRecognisableName } from '../core/model/recognise';
import { isSkippedFolder, type IgnoreLayer } from '../host/ignore';
import { isSettingsName } from '../host/load';
import { pool } from '../host/pool';
import { isIgnoredPath, layersAbove, readIgnore } from './ignore-files';

export interface FoundFile {
  readonly uri: string;
  /** Named by the user, not met in a folder. */
  readonly asked: boolean;
}

export interface Found {
  /** In the order of the arguments, folders by name; each file once. */
  readonly files: readonly FoundFile[];
  /** Arguments that lead nowhere. */
  readonly missing: readonly string[];
  /** Folders that could not be listed: URIs. */
  readonly unlisted: readonly string[];
}

export interface FindOptions {
  readonly cwd: string;
  /** The repository that holds a folder, as a path. */
  repository(folder: string): Promise<string | undefined>;
  /** Whether the user's settings say what a file with an unusual name is. */
  mapped(uri: string): Promise<boolean>;
}

export const uriOf = (path: string): string => URI.file(path).toString();

/**
 * The files that the arguments stand for. Folders are walked, without hidden ones, dependencies and what .gitignore
 * leaves out; links to folders are not followed, so a loop of them has no end to miss.
 */
export async function findFiles(paths: readonly string[], options: FindOptions): Promise<Found> {
  const files = new Map<string, FoundFile>();
  const missing: string[] = [];
  const walk = walker(options);
  for (const path of paths) {
    const full = resolve(options.cwd, path);
    const kind = await kindOf(full);
    if (kind === 'missing') missing.push(path);
    else if (kind === 'file') files.set(uriOf(full), { uri: uriOf(full), asked: true });
    else for (const file of await walk.files(full)) if (!files.has(uriOf(file))) files.set(uriOf(file), { uri: uriOf(file), asked: false });
  }
  return { files: [...files.values()], missing, unlisted: walk.unlisted };
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'missing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    // Not allowed to look is not the same as not there.
    const code = (error as NodeJS.ErrnoException).code;
    return code === 'EACCES' || code === 'EPERM' || code === 'ELOOP' ? 'file' : 'missing';
  }
}

function walker(options: FindOptions) {
  const limited = pool(32);
  const unlisted: string[] = [];

  async function walk(folder: string, above: readonly IgnoreLayer[]): Promise<{ files: string[]; links: string[] }> {
    let entries: Dirent[];
    try {
      entries = await limited(() => readdir(folder, { withFileTypes: true }));
    } catch {
      unlisted.push(uriOf(folder));
      return { files: [], links: [] };
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const own = entries.some((e) => e.name === '.gitignore') ? await limited(() => readIgnore(folder)) : undefined;
    const layers = own ? [...above, own] : above;
    const found = await Promise.all(
      entries.map(async (entry): Promise<{ files: string[]; links: string[] }> => {
        const path = join(folder, entry.name);
        const isFolder = entry.isDirectory();
        if ((isFolder && isSkippedFolder(entry.name)) || isIgnoredPath(layers, path, isFolder)) return { files: [], links: [] };
        if (isFolder) return walk(path, layers);
        if (!(await isCandidate(path, entry))) return { files: [], links: [] };
        return entry.isSymbolicLink() ? { files: [], links: [path] } : { files: [path], links: [] };
      }),
    );
    return { files: found.flatMap((f) => f.files), links: found.flatMap((f) => f.links) };
  }

  async function isCandidate(path: string, entry: Dirent): Promise<boolean> {
    const uri = uriOf(path);
    if (isRecognisableName(uri) || isSettingsName(uri)) return true;
    if (await options.mapped(uri)) return true;
    return entry.isFile() && !basename(path).includes('.') && limited(() => startsWithShebang(path));
  }

  return {
    unlisted,
    async files(folder: string): Promise<readonly string[]> {
      const { files, links } = await walk(folder, await layersAbove(folder, await options.repository(folder)));
      return [...files, ...(await strangers(files, links))].sort();
    },
  };
}

/** Links to files that the walk did not come by anyway. */
async function strangers(files: readonly string[], links: readonly string[]): Promise<readonly string[]> {
  if (links.length === 0) return [];
  const known = new Set(await Promise.all(files.map((f) => realpath(f).catch(() => f))));
  const kept: string[] = [];
  for (const link of links) {
    try {
      const target = await realpath(link);
      if ((await stat(target)).isDirectory() || known.has(target)) continue;
      known.add(target);
      kept.push(link);
    } catch {
      // Leads nowhere.
    }
  }
  return kept;
}

async function startsWithShebang(path: string): Promise<boolean> {
  let file;
  try {
    file = await open(path, 'r');
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.toString('latin1') === '#!';
  } catch {
    return false;
  } finally {
    await file?.close();
  }
}
