import type { Finding } from '../model/finding';
import { render } from '../text/say';
import { ruleUrl } from './links';
import { pointAt } from './place';
import type { Report } from './report';
import { oneLine } from './visible';
import { summary } from './words';
import { relativePath } from '../text/uri';

const cell = (text: string): string => oneLine(text).replaceAll(/[\\|<>*_`[\]]/g, '\\$&');

/** For a comment on a pull request or a job's summary page: one table. */
export function renderMarkdown(report: Report): string {
  const row = (f: Finding): string => {
    const { line, column } = pointAt(report.source(f.place.uri), f.place.span.start);
    const words = [f.message, ...(f.help ? [f.help] : [])].map((t) => cell(render(t, report.lang))).join(' ');
    return `| ${cell(relativePath(report.base, f.place.uri))}:${line}:${column} | ${f.severity} | ${words} | [${f.rule}](${ruleUrl(f.rule)}) |\n`;
  };
  const head = report.findings.length === 0 ? '' : '| place | severity | finding | rule |\n| --- | --- | --- | --- |\n';
  return `${head}${report.findings.map(row).join('')}${head === '' ? '' : '\n'}${render(summary(report), report.lang)}\n`;
}
