import type { Diagnostic } from 'vscode-languageserver';
import { lint } from '../core/engine/lint';
import type { Project } from '../core/job/project';
import type { Finding } from '../core/model/finding';
import { diagnosticOf, sourceOf } from './convert';
import type { Session } from './session';

/** The findings of one file in one picture. */
export interface FileReport {
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly Diagnostic[];
  /** Names the content: equal reports have the same. */
  readonly id: string;
}

const made = new WeakMap<Project, Map<string, FileReport>>();

/** Made once for all that ask between two changes: the client's question, the look at other documents, the code actions. */
export function reportOf(session: Session, project: Project, uri: string): FileReport {
  let reports = made.get(project);
  if (!reports) made.set(project, (reports = new Map()));
  let report = reports.get(uri);
  if (!report) {
    const source = sourceOf(project, uri);
    const findings = source ? lint(project, uri) : [];
    const diagnostics = source ? findings.map((f) => diagnosticOf(session, project, source, f)) : [];
    reports.set(uri, (report = { findings, diagnostics, id: `${diagnostics.length}-${contentName(diagnostics)}` }));
  }
  return report;
}

/** A short name for plain data, the same for the same content (FNV-1a, twice 32 bits). */
export function contentName(content: unknown): string {
  const text = JSON.stringify(content);
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 0x5bd1e995);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
