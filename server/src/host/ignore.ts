import ignore, { type Ignore } from 'ignore';

/** The .gitignore of one folder. */
export interface IgnoreLayer {
  /** Its path, with `/` and without one at its end. */
  readonly folder: string;
  readonly rules: Ignore;
}

/** @param ignoreCase Whether the file system takes `A` and `a` for the same name. */
export const ignoreLayer = (folder: string, text: string, ignoreCase: boolean): IgnoreLayer => ({ folder, rules: ignore({ ignorecase: ignoreCase }).add(text) });

/** The innermost .gitignore that says something about the path decides, as in git. */
export function isIgnored(layers: readonly IgnoreLayer[], path: string, folder: boolean): boolean {
  for (const layer of layers.toReversed()) {
    const start = layer.folder.endsWith('/') ? layer.folder : `${layer.folder}/`;
    if (!path.startsWith(start) || path.length === start.length) continue;
    const inside = path.slice(start.length);
    const answer = layer.rules.test(folder ? `${inside}/` : inside);
    if (answer.ignored) return true;
    if (answer.unignored) return false;
  }
  return false;
}

const skippedFolders = new Set(['node_modules', '__pycache__', 'venv']);
/** Folders that no search enters, whatever .gitignore says. Hidden ones (.git, .venv, .tox) are left out as well. */
export const isSkippedFolder = (name: string): boolean => name.startsWith('.') || skippedFolders.has(name);
