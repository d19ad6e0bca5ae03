import type { Severity } from '../model/finding';
import { rangeOf } from './place';
import type { Report } from './report';
import { withHelp } from './words';
import { relativePath } from '../text/uri';

const commands: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice', hint: 'notice' };

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** GitHub Actions' workflow commands, one a finding: they show as annotations in the changed files. */
export function renderGithub(report: Report): string {
  return report.findings
    .map((f) => {
      const { start, end } = rangeOf(report.source(f.place.uri), f.place.span);
      const properties = { file: relativePath(report.base, f.place.uri), line: start.line, col: start.column, endLine: end.line, endColumn: end.column, title: f.rule };
      const list = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`).join(',');
      return `::${commands[f.severity]} ${list}::${data(withHelp(f, report.lang))}\n`;
    })
    .join('');
}
