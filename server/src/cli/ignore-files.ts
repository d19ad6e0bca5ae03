import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** The .gitignore of one folder. */
export interface IgnoreLayer {
  readonly folder: string;
  readonly rules: Ignore;
}

const foldsCase = process.platform === 'win32' || process.platform === 'darwin';

export async function readIgnore(folder: string): Promise<IgnoreLayer | undefined> {
  try {
    return { folder, rules: ignore({ ignorecase: foldsCase }).add(await readFile(join(folder, '.gitignore'), 'utf8')) };
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
  return isIgnored(layers, folder, true) ? [] : layers;
}

/** The innermost .gitignore that says something about the path decides, as in git. */
export function isIgnored(layers: readonly IgnoreLayer[], path: string, folder: boolean): boolean {
  for (const layer of layers.toReversed()) {
    const inside = relative(layer.folder, path).split(sep).join('/');
    if (inside === '' || inside.startsWith('../')) continue;
    const answer = layer.rules.test(folder ? `${inside}/` : inside);
    if (answer.ignored) return true;
    if (answer.unignored) return false;
  }
  return false;
}
