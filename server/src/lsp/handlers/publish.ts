import { canonical } from '../../core/text/uri';
import { statusChanged } from '../protocol';
import type { Guard } from '../server';
import type { Session } from '../session';
import { diagnosticsOf, idOf } from './diagnostic';

/** How long after the last change the open documents are looked at, in ms. */
const settleDelay = 150;

/**
 * After a change: clients that do not ask are sent `textDocument/publishDiagnostics`; clients that do are told to ask again
 * when the findings of another document than the changed one are different.
 */
export function publish(session: Session, guard: Guard): void {
  const { connection, client, documents } = session;
  const last = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let edited = new Set<string>();

  const look = guard('diagnostics', undefined, async () => {
    const own = edited;
    edited = new Set();
    const project = await session.project();
    let others = false;
    for (const uri of session.open) {
      const items = diagnosticsOf(session, project, uri);
      const id = idOf(items);
      if (last.get(uri) === id) continue;
      others ||= last.has(uri) && !own.has(uri);
      last.set(uri, id);
      if (!client.pullsDiagnostics) await connection.sendDiagnostics({ uri: session.clientUri(uri), version: session.version(uri)!, diagnostics: [...items] });
    }
    if (others && client.pullsDiagnostics && client.refreshesDiagnostics) connection.languages.diagnostics.refresh();
    if (others && client.refreshesHints) void connection.languages.inlayHint.refresh();
    if (client.commands) await connection.sendNotification(statusChanged);
  });

  documents.onDidChangeContent(({ document }) => edited.add(canonical(document.uri)));
  session.onDidChange(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(undefined, never), settleDelay);
  });
  documents.onDidClose(({ document }) => {
    const uri = canonical(document.uri);
    if (last.delete(uri) && !client.pullsDiagnostics) void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
  });
  connection.onShutdown(() => clearTimeout(timer));
}

const never = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
