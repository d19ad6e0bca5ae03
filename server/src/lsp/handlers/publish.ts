import { hints } from '../../core/features';
import type { Project } from '../../core/job/project';
import { sourceOf } from '../convert';
import { statusChanged } from '../protocol';
import { contentName, reportOf } from '../reports';
import type { Guard } from '../server';
import { never, type Session } from '../session';

/** How long after the last change the open documents are looked at, in ms. */
const settleDelay = 150;

/**
 * After a change: clients that do not ask are sent `textDocument/publishDiagnostics`; clients that do are told to ask again
 * when they were given other findings in a document that has not changed since.
 */
export function publish(session: Session, guard: Guard): void {
  const { connection, client } = session;
  const sent = new Map<string, string>();
  const shown = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  /** A client that refuses is left alone; its answer is of no use. */
  const quietly = (what: string, sending: unknown): void => void Promise.resolve(sending).catch((error: unknown) => connection.console.warn(`${what}: ${String(error)}`));

  const look = guard('diagnostics', undefined, async () => {
    const project = await session.project();
    // Nothing is awaited from here on: texts, versions and findings belong together.
    let outdated = false;
    let hintsMoved = false;
    for (const uri of session.open) {
      const { id, diagnostics } = reportOf(session, project, uri);
      if (client.pullsDiagnostics) outdated = isOutdated(session, uri, id) || outdated;
      else if (sent.get(uri) !== id) {
        sent.set(uri, id);
        quietly('textDocument/publishDiagnostics', connection.sendDiagnostics({ uri: session.clientUri(uri), version: session.version(uri)!, diagnostics: [...diagnostics] }));
      }
      // Those of the document that changed last are asked for anyway.
      if (client.refreshesHints && otherHints(shown, project, uri) && session.changeOf(uri) < session.change) hintsMoved = true;
    }
    if (outdated && client.refreshesDiagnostics) quietly('workspace/diagnostic/refresh', connection.languages.diagnostics.refresh());
    if (hintsMoved) quietly('workspace/inlayHint/refresh', connection.languages.inlayHint.refresh());
    if (client.commands) quietly(statusChanged, connection.sendNotification(statusChanged));
  });

  session.onDidChange(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(undefined, never), settleDelay);
  });
  session.onDidClose((uri) => {
    session.answered.delete(uri);
    shown.delete(uri);
    if (sent.delete(uri)) quietly('textDocument/publishDiagnostics', connection.sendDiagnostics({ uri: session.clientUri(uri), diagnostics: [] }));
  });
  connection.onShutdown(() => clearTimeout(timer));
}

/** A document that changed since it was answered for is asked about again anyway. */
function isOutdated(session: Session, uri: string, id: string): boolean {
  const answer = session.answered.get(uri);
  return answer !== undefined && answer.id !== id && session.changeOf(uri) <= answer.at;
}

/** Whether a document's hints are others than at the last look. */
function otherHints(shown: Map<string, string>, project: Project, uri: string): boolean {
  const source = sourceOf(project, uri);
  if (!source) return false;
  const before = shown.get(uri);
  const now = contentName(hints(project, uri, { start: 0, end: source.text.length }).map((h) => [h.label, h.tooltip]));
  shown.set(uri, now);
  return before !== undefined && before !== now;
}
