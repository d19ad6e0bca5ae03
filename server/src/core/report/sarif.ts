import { URI } from 'vscode-uri';
import type { FilePlace } from '../model/fact';
import type { Finding, Fix, Severity } from '../model/finding';
import type { AnyRule } from '../rules/define';
import { rules } from '../rules/index.generated';
import { render, type Lang } from '../text/say';
import type { Span } from '../text/span';
import { projectUrl, ruleUrl } from './links';
import { rangeOf } from './place';
import type { Report } from './report';
import { ruleMarkdown } from './rule-page';
import { withHelp } from './words';
import { relativePath } from '../text/uri';

/** SARIF 2.1.0 (OASIS Standard, 27 March 2020): one run with the rules and the findings. */
export function sarifLog(report: Report): object {
  const index = new Map(rules.map((r, i) => [r.name, i]));
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Shardlint',
            version: report.version,
            semanticVersion: report.version,
            informationUri: projectUrl,
            rules: rules.map((r) => descriptor(r, report.lang)),
          },
        },
        language: report.lang === 'zh-cn' ? 'zh-CN' : 'en-US',
        columnKind: 'unicodeCodePoints',
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: report.skipped.map((s) => ({
              level: 'warning',
              message: { text: render(s.reason, report.lang) },
              locations: [{ physicalLocation: { artifactLocation: artifact(report, s.uri) } }],
            })),
          },
        ],
        results: report.findings.map((f) => result(f, index.get(f.rule), report)),
      },
    ],
  };
}

export const renderSarif = (report: Report): string => JSON.stringify(sarifLog(report), null, 1) + '\n';

const levels: Record<Severity, 'error' | 'warning' | 'note'> = { error: 'error', warning: 'warning', info: 'note', hint: 'note' };

function descriptor(rule: AnyRule, lang: Lang): object {
  return {
    id: rule.name,
    shortDescription: { text: render(rule.docs.summary, lang) },
    fullDescription: { text: render(rule.docs.why, lang) },
    helpUri: ruleUrl(rule.name),
    help: { text: `${render(rule.docs.summary, lang)}\n\n${render(rule.docs.why, lang)}`, markdown: ruleMarkdown(rule, lang) },
    defaultConfiguration: { level: levels[rule.severity] },
    properties: { tags: [rule.on], since: rule.since, 'problem.severity': rule.severity === 'error' || rule.severity === 'warning' ? rule.severity : 'recommendation' },
  };
}

function result(finding: Finding, ruleIndex: number | undefined, report: Report): object {
  const related = finding.because.map((b, i) => ({ id: i + 1, ...location(b.place, report), message: { text: render(b.message, report.lang) } }));
  const fixes = finding.fixes.filter((f) => f.edits.length > 0).map((f) => fixOf(f, report));
  return {
    ruleId: finding.rule,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: levels[finding.severity],
    message: { text: withHelp(finding, report.lang) },
    locations: [location(finding.place, report)],
    ...(related.length > 0 ? { relatedLocations: related } : {}),
    ...(fixes.length > 0 ? { fixes } : {}),
  };
}

const location = (place: FilePlace, report: Report): object => ({
  physicalLocation: { artifactLocation: artifact(report, place.uri), region: region(place.uri, place.span, report) },
});

function region(uri: string, span: Span, report: Report): object {
  const { start, end } = rangeOf(report.source(uri), span);
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function fixOf(fix: Fix, report: Report): object {
  const files = [...new Set(fix.edits.map((e) => e.uri))];
  return {
    description: { text: render(fix.title, report.lang) },
    artifactChanges: files.map((uri) => ({
      artifactLocation: artifact(report, uri),
      replacements: fix.edits.filter((e) => e.uri === uri).map((e) => ({ deletedRegion: region(uri, e.span, report), insertedContent: { text: e.newText } })),
    })),
    properties: { safety: fix.safety },
  };
}

/** A relative reference, percent-encoded (RFC 3986): what viewers resolve against the checkout. */
function artifact(report: Report, uri: string): object {
  const path = relativePath(report.base, uri);
  const absolute = path === uri || /^([a-zA-Z]:)?\//.test(path);
  return { uri: absolute ? URI.parse(uri).toString() : path.split('/').map(encodeURIComponent).join('/') };
}
