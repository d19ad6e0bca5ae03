import { readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { ignoreLayer, isIgnored, type IgnoreLayer } from '../host/ignore';
import { nodeHost } from '../host/node';

const slashed = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));

export async function readIgnore(folder: string): Promise<IgnoreLayer | undefined> {
  try {
    return ignoreLayer(slashed(folder), await readFile(join(folder, '.gitignore'), 'utf8'), nodeHost.ignoresCase ?? false);
  } catch {
    return undefined;
  }
}

/** The layers that hold in a folder from above, up to its repository; none where the folder itself is ignored by them. */
export async function layersAbove(folder: string, repository: string | undefined): Promise<readonly IgnoreLayer[]> {
  if (repository === undefined || folder === repository) return [];
  const layers: IgnoreLayer[] = [];
  for (let at = dirname(folder); ; at = dirname(at)) {
    const layer = await readIgnore(at);
    if (layer) layers.unshift(layer);
    if (at === repository || dirname(at) === at) break;
  }
  // Named by the user, it is looked at all the same.
  return isIgnoredPath(layers, folder, true) ? [] : layers;
}

export const isIgnoredPath = (layers: readonly IgnoreLayer[], path: string, folder: boolean): boolean => isIgnored(layers, slashed(path), folder);
