import type { FileEdit, Finding } from '../model/finding';
import { render } from '../text/say';
import { rangeOf, type Range } from './place';
import type { Report } from './report';
import { relativePath } from '../text/uri';

/** The JSON output that other programs rely on. New members may come; these stay. */
export interface JsonReport {
  readonly version: 1;
  readonly files: number;
  readonly findings: readonly JsonFinding[];
  /** Only there when something was skipped. */
  readonly skipped?: readonly { readonly file: string; readonly reason: string }[];
}

export interface JsonFinding {
  /** Relative to the working directory, with forward slashes. */
  readonly file: string;
  readonly rule: string;
  readonly severity: Finding['severity'];
  readonly message: string;
  /** Empty when there is none. */
  readonly help: string;
  readonly range: Range;
  readonly because: readonly { readonly file: string; readonly range: Range; readonly message: string }[];
  readonly fixes: readonly { readonly title: string; readonly safety: 'safe' | 'unsafe'; readonly edits: readonly JsonEdit[] }[];
}

export interface JsonEdit {
  readonly file: string;
  readonly range: Range;
  readonly newText: string;
}

export function jsonReport(report: Report): JsonReport {
  const file = (uri: string): string => relativePath(report.base, uri);
  const edit = (e: FileEdit): JsonEdit => ({ file: file(e.uri), range: rangeOf(report.source(e.uri), e.span), newText: e.newText });
  return {
    version: 1,
    files: report.files,
    findings: report.findings.map((f) => ({
      file: file(f.place.uri),
      rule: f.rule,
      severity: f.severity,
      message: render(f.message, report.lang),
      help: f.help ? render(f.help, report.lang) : '',
      range: rangeOf(report.source(f.place.uri), f.place.span),
      because: f.because.map((b) => ({ file: file(b.place.uri), range: rangeOf(report.source(b.place.uri), b.place.span), message: render(b.message, report.lang) })),
      fixes: f.fixes.map((x) => ({ title: render(x.title, report.lang), safety: x.safety, edits: x.edits.map(edit) })),
    })),
    ...(report.skipped.length > 0 ? { skipped: report.skipped.map((s) => ({ file: file(s.uri), reason: render(s.reason, report.lang) })) } : {}),
  };
}

export const renderJson = (report: Report): string => JSON.stringify(jsonReport(report)) + '\n';
