import { URI, Utils } from 'vscode-uri';

/** Files are named by URI strings in canonical form, so that two names of one file are the same string. */
export const canonical = (uri: string): string => URI.parse(uri).toString();

/** A file's URI in which nothing is encoded, as most are. Parsing one takes many times as long. */
const plain = /^file:\/\/(?:\/[\w.~-]+)+$/;
const plainRoot = 'file:///'.length;

export const directory = (uri: string): string => (plain.test(uri) ? uri.slice(0, Math.max(uri.lastIndexOf('/'), plainRoot)) : Utils.dirname(URI.parse(uri)).toString());

export const fileName = (uri: string): string => (plain.test(uri) ? uri.slice(uri.lastIndexOf('/') + 1) : Utils.basename(URI.parse(uri)));

/** `path` as a program started in `base` (a folder) would open it: absolute paths stand for themselves. */
export function resolvePath(base: string, path: string): string {
  const uri = URI.parse(base);
  // Several slashes at the start are one to a program, and a host's name to a URI.
  const posix = path.replaceAll('\\', '/').replace(/^\/+/, '/');
  if (posix.startsWith('/')) return Utils.resolvePath(uri.with({ path: '/' }), posix).toString();
  return Utils.resolvePath(uri, posix).toString();
}

/** How a program started in `base` (a folder) names a file. */
export function relativePath(base: string, uri: string): string {
  const from = URI.parse(base).path.split('/').filter(Boolean);
  const to = URI.parse(uri).path.split('/').filter(Boolean);
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common += 1;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}

/** For people: the path of a URI, relative to a folder where it lies inside it. */
export function shownPath(uri: string, base?: string): string {
  const path = URI.parse(uri).path;
  if (base === undefined) return path;
  const root = URI.parse(base).path.replace(/\/?$/, '/');
  return path.startsWith(root) ? path.slice(root.length) : path;
}
