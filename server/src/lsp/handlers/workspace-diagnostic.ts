import {
  DocumentDiagnosticReportKind, LSPErrorCodes, ResponseError, type CancellationToken, type PreviousResultId, type WorkspaceDiagnosticReport, type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { canonical } from '../../core/text/uri';
import type { Workspace } from '../../host/load';
import { discover } from '../discover';
import type { Guard } from '../server';
import type { Session } from '../session';
import { diagnosticsOf, idOf } from './diagnostic';
import { onFilesChanged } from './watched-files';

/** How long after the last change the workspace is looked at again, in ms. */
const settleDelay = 500;

/**
 * `workspace/diagnostic`: the findings in files that nobody has opened. Held open until some report differs from what the
 * client has: it asks again 2 s after every answer.
 */
export function workspaceDiagnostic(session: Session, guard: Guard): void {
  if (!session.client.workspaceDiagnostics) return;
  const files = backgroundFiles(session);
  session.connection.languages.diagnostics.onWorkspace(
    guard('workspace/diagnostic', { items: [] }, async ({ previousResultIds }, token): Promise<WorkspaceDiagnosticReport> => {
      for (;;) {
        const change = nextChange(session, token);
        const items = await news(session, files, previousResultIds, token);
        if (items.length > 0) return { items };
        await change;
        if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
      }
    }),
  );
}

interface BackgroundFiles {
  /** A workspace with the texts as they are now, and the files in it that are ours. */
  current(token: CancellationToken): Promise<{ readonly workspace: Workspace; readonly uris: readonly string[] }>;
}

/** The workspace's files, found once, and again after some came or went; texts are read anew only where they changed. */
function backgroundFiles(session: Session): BackgroundFiles {
  let workspace: Workspace | undefined;
  let folders = session.folders;
  let found: Promise<readonly string[]> | undefined;
  /** Documents that were open when the workspace was looked at last. */
  let open: readonly string[] = session.open;
  onFilesChanged(session, (uris, listing) => {
    for (const uri of uris) workspace?.forget(uri);
    if (listing) found = undefined;
  });
  return {
    async current(token) {
      if (folders !== session.folders) [folders, workspace, found] = [session.folders, undefined, undefined];
      workspace ??= session.makeWorkspace();
      const uris = await (found ??= discover(session.host, folders, () => token.isCancellationRequested));
      if (token.isCancellationRequested) found = undefined;
      const now = session.open;
      for (const uri of new Set([...open, ...now])) workspace.set(uri, now.includes(uri) ? session.text(uri) : undefined);
      open = now;
      return { workspace, uris };
    },
  };
}

/** The reports that the client does not have. */
async function news(session: Session, files: BackgroundFiles, previous: readonly PreviousResultId[], token: CancellationToken): Promise<WorkspaceDocumentDiagnosticReport[]> {
  const { workspace, uris } = await files.current(token);
  const known = new Map(previous.map((p) => [canonical(p.uri), p.value]));
  const project = await workspace.project(uris);
  const items: WorkspaceDocumentDiagnosticReport[] = [];
  const wanted = new Set([...uris, ...[...project.documents].map((d) => d.uri)]);
  for (const uri of wanted) {
    if (token.isCancellationRequested) return [];
    const diagnostics = diagnosticsOf(session, project, uri);
    const resultId = idOf(diagnostics);
    const before = known.get(uri);
    known.delete(uri);
    // A clean file of which the client knows nothing needs no report.
    if (before === resultId || (before === undefined && diagnostics.length === 0)) continue;
    items.push({ kind: DocumentDiagnosticReportKind.Full, uri: session.clientUri(uri), version: session.version(uri) ?? null, resultId, items: [...diagnostics] });
  }
  const clean = idOf([]);
  for (const [uri, value] of known) {
    if (value !== clean) items.push({ kind: DocumentDiagnosticReportKind.Full, uri: session.clientUri(uri), version: null, resultId: clean, items: [] });
  }
  return items;
}

/** Resolves some time after the next change, or when the client takes its question back. */
const nextChange = (session: Session, token: CancellationToken): Promise<void> =>
  new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const done = (): void => {
      clearTimeout(timer);
      changes.dispose();
      cancelled.dispose();
      resolve();
    };
    const changes = session.onDidChange(() => {
      clearTimeout(timer);
      timer = setTimeout(done, settleDelay);
    });
    const cancelled = token.onCancellationRequested(done);
  });
