import { DidChangeWatchedFilesNotification, FileChangeType } from 'vscode-languageserver';
import { canonical } from '../../core/text/uri';
import type { Guard } from '../server';
import type { Session } from '../session';

/** What a project is read from: configs, scripts, hostfiles, settings, and the files that pin versions. */
const globs = [
  '**/*.{json,jsonc,json5,hjson,sh,bash,sbatch,slurm,srun,job,toml,lock,txt,cfg,yml,yaml}',
  '**/*hostfile*',
  '**/.deepspeed_env*',
  '**/{setup.py,Dockerfile*,Containerfile*}',
];

type Listener = (uris: readonly string[], listing: boolean) => void;
const listeners = new WeakMap<Session, Listener[]>();

/** Called with the files that changed on disk; `listing`: some came or went. */
export function onFilesChanged(session: Session, listener: Listener): void {
  listeners.set(session, [...(listeners.get(session) ?? []), listener]);
}

/** `workspace/didChangeWatchedFiles` and `workspace/didChangeWorkspaceFolders`. */
export function watchedFiles(session: Session, guard: Guard): void {
  const { connection, client } = session;
  connection.onInitialized(() => {
    if (client.watchesFiles) {
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: globs.map((globPattern) => ({ globPattern })) }).catch((error: unknown) => connection.console.warn(String(error)));
    }
    if (client.workspaceFolders) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map((f) => canonical(f.uri)));
        session.setFolders([...session.folders.filter((f) => !gone.has(f)), ...added.map((f) => canonical(f.uri))]);
      });
    }
  });
  const handle = guard('workspace/didChangeWatchedFiles', undefined, ({ changes }: { readonly changes: readonly { readonly uri: string; readonly type: FileChangeType }[] }) => {
    const uris = changes.map((c) => canonical(c.uri));
    const listing = changes.some((c) => c.type !== FileChangeType.Changed);
    for (const listener of listeners.get(session) ?? []) listener(uris, listing);
    session.didChangeFiles(uris);
  });
  connection.onDidChangeWatchedFiles((params) => void handle(params, { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) }));
}
