import { isSettingsName } from '../host/load';
import type { Host } from '../host/host';
import { isScriptName, recognise } from '../core/model/recognise';

/** Bounds on what a workspace can cost: folders listed, and files kept. */
const maximumFolders = 5000;
const maximumFiles = 2000;
const foldersAtOnce = 16;
const skipped = /^(\..*|node_modules|__pycache__|venv|site-packages|wandb|outputs?|checkpoints?|checkpoint-\d+)$/;

/** Whether a file in the workspace is one of ours by its name: JSON of another name is looked at when a launch or a user names it. */
export const isOurs = (uri: string): boolean => isScriptName(uri) || isSettingsName(uri) || recognise(uri, '') !== undefined;

/** The files of these folders that are ours by name. */
export async function discover(host: Host, folders: readonly string[], stop: () => boolean): Promise<readonly string[]> {
  const found: string[] = [];
  let wave = [...folders];
  let listed = 0;
  while (wave.length > 0 && listed < maximumFolders && found.length < maximumFiles && !stop()) {
    const now = wave.splice(0, foldersAtOnce);
    listed += now.length;
    for (const entries of await Promise.all(now.map((folder) => host.list(folder)))) {
      for (const { name, uri, folder } of entries) {
        if (folder) {
          if (!skipped.test(name)) wave.push(uri);
        } else if (isOurs(uri)) found.push(uri);
      }
    }
  }
  return found.slice(0, maximumFiles);
}
