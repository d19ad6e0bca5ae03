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

/** The path from a folder to a file, with forward slashes: `a/ds_config.json`, `../hostfile`. Absolute on another drive or host. */
export function relativePath(base: string, uri: string): string {
  const from = URI.parse(base);
  const to = URI.parse(uri);
  if (from.scheme !== to.scheme || from.authority !== to.authority) return uri;
  const fromParts = from.path.split('/').filter((p) => p !== '');
  const toParts = to.path.split('/').filter((p) => p !== '');
  const drive = (parts: readonly string[]): string | undefined => (/^[a-zA-Z]:$/.test(parts[0] ?? '') ? parts[0]!.toLowerCase() : undefined);
  if (drive(fromParts) !== drive(toParts)) return drive(toParts) === undefined ? to.path : to.path.slice(1);
  let common = 0;
  while (common < fromParts.length && common < toParts.length - 1 && sameStep(fromParts[common]!, toParts[common]!, common)) common++;
  return [...fromParts.slice(common).map(() => '..'), ...toParts.slice(common)].join('/');
}

const sameStep = (a: string, b: string, depth: number): boolean => a === b || (depth === 0 && a.endsWith(':') && a.toLowerCase() === b.toLowerCase());

/** For people: the path of a URI, relative to a folder where it lies inside it. */
export function shownPath(uri: string, base?: string): string {
  const path = URI.parse(uri).path;
  if (base === undefined) return path;
  const root = URI.parse(base).path.replace(/\/?$/, '/');
  return path.startsWith(root) ? path.slice(root.length) : path;
}
