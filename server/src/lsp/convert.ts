import {
  DiagnosticSeverity, DiagnosticTag, type Diagnostic, type Location, type MarkupContent, type Position, type Range, type TextEdit, type WorkspaceEdit,
} from 'vscode-languageserver';
import { withConceptPages } from '../core/catalog/concepts';
import type { Project } from '../core/job/project';
import { SourceText } from '../core/model/document';
import type { FilePlace } from '../core/model/fact';
import type { FileEdit, Finding, Severity } from '../core/model/finding';
import { ruleUrl } from '../core/report/links';
import { render, type Text } from '../core/text/say';
import type { Span } from '../core/text/span';
import type { Session } from './session';

/*
 * Our offsets count UTF-16 code units from a text's first; LSP's positions count lines, and UTF-16 code units within one.
 */

export const rangeOf = (source: SourceText, span: Span): Range => ({ start: source.lines.positionAt(span.start), end: source.lines.positionAt(span.end) });

export const offsetOf = (source: SourceText, position: Position): number => source.lines.offsetAt(position);

export const spanOf = (source: SourceText, range: Range): Span => ({ start: offsetOf(source, range.start), end: offsetOf(source, range.end) });

export const sourceOf = (project: Project, uri: string): SourceText | undefined => {
  const state = project.file(uri);
  return state instanceof SourceText ? state : undefined;
};

const start: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function locationOf(session: Session, project: Project, place: FilePlace): Location {
  const source = sourceOf(project, place.uri);
  return { uri: session.clientUri(place.uri), range: source ? rangeOf(source, place.span) : start };
}

const severities: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};
const tags = { unnecessary: DiagnosticTag.Unnecessary, deprecated: DiagnosticTag.Deprecated } as const;

export function diagnosticOf(session: Session, project: Project, source: SourceText, finding: Finding): Diagnostic {
  const { lang, relatedInformation, codeDescription } = session.client;
  const say = (text: Text): string => render(text, lang);
  return {
    range: rangeOf(source, finding.place.span),
    severity: severities[finding.severity],
    source: 'shardlint',
    code: finding.rule,
    ...(codeDescription ? { codeDescription: { href: ruleUrl(finding.rule) } } : {}),
    message: finding.help ? `${say(finding.message)}\n${say(finding.help)}` : say(finding.message),
    ...(finding.tags.length > 0 ? { tags: finding.tags.map((t) => tags[t]) } : {}),
    ...(relatedInformation && finding.because.length > 0
      ? { relatedInformation: finding.because.map((b) => ({ location: locationOf(session, project, b.place), message: say(b.message) })) }
      : {}),
  };
}

/** Our own extension has the pages at hand, and opens them without a network. */
export function markdown({ client }: Session, text: Text): MarkupContent {
  const value = render(text, client.lang);
  const local = client.commands ? withConceptPages(value, (id) => `command:shardlint.showDocumentation?${encodeURIComponent(JSON.stringify([`concepts/${id}`]))}`) : value;
  return { kind: client.markdown ? 'markdown' : 'plaintext', value: local };
}

/** Edits of texts that the project holds; open documents are named with the version that they were made for. */
export function workspaceEdit(session: Session, project: Project, edits: readonly FileEdit[]): WorkspaceEdit {
  const byFile = new Map<string, TextEdit[]>();
  for (const { uri, span, newText } of edits) {
    const source = sourceOf(project, uri);
    if (source) byFile.set(uri, [...(byFile.get(uri) ?? []), { range: rangeOf(source, span), newText }]);
  }
  if (!session.client.documentChanges) return { changes: Object.fromEntries([...byFile].map(([uri, list]) => [session.clientUri(uri), list])) };
  return { documentChanges: [...byFile].map(([uri, list]) => ({ textDocument: { uri: session.clientUri(uri), version: session.version(uri) ?? null }, edits: list })) };
}
