import type { FilePlace } from '../model/fact';
import type { Finding, Severity } from '../model/finding';
import { render } from '../text/say';
import { pointAt } from './place';
import type { Report } from './report';
import { snippet } from './snippet';
import { oneLine } from './visible';
import { fixable, fixWords, label, labelled, summary } from './words';
import { relativePath } from '../text/uri';

/** What a piece of the output is; the terminal decides how that looks. */
export type Style = Severity | 'place' | 'rule' | 'gutter' | 'carets' | 'help' | 'because' | 'fix';
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_, text) => text;

export interface TextOptions {
  readonly paint?: Paint;
  /** Columns for source lines. */
  readonly width?: number;
}

/** For people: one block a finding, then a summary. */
export function renderText(report: Report, options: TextOptions = {}): string {
  const blocks = report.findings.map((f) => `${findingText(f, report, options)}\n\n`);
  const hint = fixable(report.findings);
  const lines = [summary(report), ...(hint ? [hint] : [])].map((t) => `${render(t, report.lang)}\n`);
  return blocks.join('') + lines.join('');
}

function findingText(finding: Finding, report: Report, { paint = plain, width = 120 }: TextOptions): string {
  const say = (t: Parameters<typeof render>[0]): string => oneLine(render(t, report.lang));
  const where = paint('place', placeText(finding.place, report));
  const head = `${where}: ${paint(finding.severity, finding.severity)} ${say(finding.message)} ${paint('rule', `[${finding.rule}]`)}`;
  return [
    head,
    ...sourceLines(finding, report, paint, width),
    ...(finding.help ? [`  ${paint('help', say(labelled(label.help, finding.help)))}`] : []),
    ...finding.because.map((b) => `  ${paint('place', placeText(b.place, report))}: ${paint('because', say(b.message))}`),
    ...finding.fixes.map((f) => `  ${paint('fix', say(labelled(label.fix, fixWords(f))))}`),
  ].join('\n');
}

/** `dir/ds_config.json:3:5`. */
export function placeText(place: FilePlace, report: Pick<Report, 'base' | 'source'>): string {
  const { line, column } = pointAt(report.source(place.uri), place.span.start);
  return `${oneLine(relativePath(report.base, place.uri))}:${line}:${column}`;
}

function sourceLines(finding: Finding, report: Report, paint: Paint, width: number): readonly string[] {
  const source = report.source(finding.place.uri);
  if (!source || source.text === '') return [];
  const lines = snippet(source, finding.place.span, width);
  const digits = Math.max(...lines.map((l) => String(l.number ?? '').length));
  const gutter = (number: number | undefined): string => paint('gutter', `  ${String(number ?? '').padStart(digits)} |`);
  return lines.flatMap(({ number, text, carets }) => [
    `${gutter(number)}${text === '' ? '' : ` ${text}`}`,
    ...(carets === '' ? [] : [`${gutter(undefined)} ${paint('carets', carets)}`]),
  ]);
}
