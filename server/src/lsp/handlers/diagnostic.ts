import { DocumentDiagnosticReportKind, type Diagnostic, type DocumentDiagnosticReport } from 'vscode-languageserver';
import { lint } from '../../core/engine/lint';
import type { Project } from '../../core/job/project';
import { canonical } from '../../core/text/uri';
import { diagnosticOf, sourceOf } from '../convert';
import type { Guard } from '../server';
import type { Session } from '../session';

/** `textDocument/diagnostic`: the findings of one document; `unchanged` where the client has them already. */
export function diagnostic(session: Session, guard: Guard): void {
  const nothing: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };
  session.connection.languages.diagnostics.on(
    guard('textDocument/diagnostic', nothing, async ({ textDocument, previousResultId }, token): Promise<DocumentDiagnosticReport> => {
      const items = diagnosticsOf(session, await session.projectFor(token), canonical(textDocument.uri));
      const resultId = idOf(items);
      return resultId === previousResultId ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId } : { kind: DocumentDiagnosticReportKind.Full, resultId, items: [...items] };
    }),
  );
}

export function diagnosticsOf(session: Session, project: Project, uri: string): readonly Diagnostic[] {
  const source = sourceOf(project, uri);
  return source ? lint(project, uri).map((finding) => diagnosticOf(session, project, source, finding)) : [];
}

/** Names the content of a report, so that two equal reports have the same name (FNV-1a, twice 32 bits). */
export function idOf(items: readonly Diagnostic[]): string {
  const text = JSON.stringify(items);
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 0x5bd1e995);
  }
  return `${items.length}-${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}
