import { DocumentDiagnosticReportKind, type DocumentDiagnosticReport } from 'vscode-languageserver';
import { canonical } from '../../core/text/uri';
import { reportOf } from '../reports';
import type { Guard } from '../server';
import type { Session } from '../session';

/** `textDocument/diagnostic`: the findings of one document; `unchanged` where the client has them already. */
export function diagnostic(session: Session, guard: Guard): void {
  const nothing: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };
  session.connection.languages.diagnostics.on(
    guard('textDocument/diagnostic', nothing, async ({ textDocument, previousResultId }, token): Promise<DocumentDiagnosticReport> => {
      const uri = canonical(textDocument.uri);
      try {
        const project = await session.projectFor(token);
        const { diagnostics, id: resultId } = reportOf(session, project, uri);
        session.answered.set(uri, { id: resultId, at: session.changeSeen(project) });
        return resultId === previousResultId ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId } : { kind: DocumentDiagnosticReportKind.Full, resultId, items: [...diagnostics] };
      } finally {
        session.didAskAbout(uri);
      }
    }),
  );
}
