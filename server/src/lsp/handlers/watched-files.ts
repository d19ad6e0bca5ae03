import { DidChangeWatchedFilesNotification, FileChangeType, WatchKind, type FileEvent } from 'vscode-languageserver';
import { isPinFile } from '../../core/model/pins';
import { isRecognisableName } from '../../core/model/recognise';
import { canonical, fileName } from '../../core/text/uri';
import { isSettingsName } from '../../host/load';
import type { Guard } from '../server';
import { folderUri, never, type Session } from '../session';

/** What a project is read from: configs, scripts, hostfiles, settings, and the files that pin versions. */
const contents = [
  '**/*.{json,jsonc,json5,hjson,sh,bash,sbatch,slurm,srun,job,toml,lock,txt,in,cfg,yml,yaml,hostfile,def}',
  '**/*hostfile*',
  '**/.deepspeed_env*',
  '**/{setup.py,Dockerfile*,Containerfile*,*.Dockerfile,.gitignore}',
];

/** Anything can be named by a launch; that a folder came or went is told of the folder alone. */
const watchers = [...contents.map((globPattern) => ({ globPattern, kind: WatchKind.Change })), { globPattern: '**/*', kind: WatchKind.Create | WatchKind.Delete }];

/** More changes than these at once, as after a checkout, are not looked at one by one. */
const mostChanges = 300;

/** `workspace/didChangeWatchedFiles` and `workspace/didChangeWorkspaceFolders`. */
export function watchedFiles(session: Session, guard: Guard): void {
  const { connection, client } = session;
  connection.onInitialized(() => {
    if (client.watchesFiles) connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch((error: unknown) => connection.console.warn(String(error)));
    if (client.workspaceFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map((f) => folderUri(f.uri)));
        const come = added.map((f) => folderUri(f.uri)).filter((f) => !session.folders.includes(f));
        session.setFolders([...session.folders.filter((f) => !gone.has(f)), ...come]);
      });
    }
  });
  const handle = guard('workspace/didChangeWatchedFiles', undefined, ({ changes }: { readonly changes: readonly FileEvent[] }) => {
    const mattering = changes.length > mostChanges ? changes : changes.filter((c) => matters(session, c));
    if (mattering.length === 0) return;
    const listing = mattering.some((c) => c.type !== FileChangeType.Changed);
    session.didChangeFiles(mattering.map((c) => canonical(c.uri)), listing, changes.length > mostChanges);
  });
  connection.onDidChangeWatchedFiles((params) => void handle(params, never));
}

/** A training run writes files all the time: only those that an answer can depend on count. */
function matters(session: Session, { uri, type }: FileEvent): boolean {
  if (isRecognisableName(uri) || isSettingsName(uri) || isPinFile(uri) || fileName(uri) === '.gitignore') return true;
  // A name without a dot is likely a folder's, which comes and goes with all that is in it.
  return session.knows(canonical(uri)) || (type !== FileChangeType.Changed && !fileName(uri).includes('.'));
}
