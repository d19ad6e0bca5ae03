import picomatch from 'picomatch';
import type { Project } from '../job/project';
import type { Document } from '../model/document';
import type { Fact } from '../model/fact';
import type { Finding, Severity } from '../model/finding';
import type { Ignore, Settings } from '../model/settings';
import { nodeAt, pathKey } from '../syntax/tree';
import { directory, shownPath } from '../text/uri';
import { runRules, toFinding, type RunOptions } from './run-rules';
import { applySuppressions, suppressionsIn } from './suppress';
import { unusedSuppression } from './unused';

export interface LintOptions extends RunOptions {
  /** Report what comments and `ignore` entries would silence. */
  readonly noInlineIgnores?: boolean;
}

/** All findings in one file: rules, then settings, then suppressions, in the order of the text. */
export function lint(project: Project, uri: string, options: LintOptions = {}): readonly Finding[] {
  const document = project.document(uri);
  const settings = project.input.settings(uri);
  if (!document) return settings.uri === uri ? settings.findings.flatMap((f) => applySeverity(f, settings)) : [];
  const raw = runRules(project, uri, options).flatMap((f) => applySeverity(f, settings));
  const standing = options.noInlineIgnores ? raw : withSuppressions(raw, document, settings);
  return [...standing].sort(
    (a, b) => a.place.span.start - b.place.span.start || a.place.span.end - b.place.span.end || a.rule.localeCompare(b.rule),
  );
}

/** Every recognised file of the project. */
export const lintAll = (project: Project, options: LintOptions = {}): readonly Finding[] =>
  [...project.documents].sort((a, b) => (a.uri < b.uri ? -1 : 1)).flatMap((d) => lint(project, d.uri, options));

function withSuppressions(findings: readonly Finding[], document: Document, settings: Settings): readonly Finding[] {
  const visible = findings.filter((f) => !settings.ignore.some((i) => ignores(i, f, document, settings)));
  const { kept, unused } = applySuppressions(visible, suppressionsIn(document));
  const reports = unused.flatMap((u) => applySeverity(toFinding(unusedSuppression.rule, unusedSuppression.draft(document, u.suppression, u.rules), document.uri), settings));
  return [...kept, ...reports];
}

/** What the settings say about a rule on a file; the last override that matches counts. */
export function severitySetting(rule: string, uri: string, settings: Settings): Fact<Severity | 'off'> | undefined {
  const override = settings.overrides.findLast((o) => o.rules.has(rule) && matches(o.files, uri, settings));
  return override?.rules.get(rule) ?? settings.rules.get(rule);
}

function applySeverity(finding: Finding, settings: Settings): readonly Finding[] {
  const wanted = severitySetting(finding.rule, finding.place.uri, settings)?.value;
  if (wanted === 'off') return [];
  return [wanted === undefined ? finding : { ...finding, severity: wanted }];
}

/** Whether an `ignore` entry silences a finding: its file, its rule, and its option path where one is given. */
export function ignores(ignore: Ignore, finding: Finding, document: Document, settings: Settings): boolean {
  if (ignore.rule !== finding.rule || !matches([ignore.file], document.uri, settings)) return false;
  return ignore.path === undefined || ignore.path === pathOf(finding, document);
}

/** The option path that a finding in a config lies on: what an `ignore` entry's `path` is compared with. */
export function pathOf(finding: Finding, document: Document): string | undefined {
  if (document.kind !== 'deepspeed') return undefined;
  const node = nodeAt(document.source.json, finding.place.span.start);
  return node && pathKey(node.path);
}

/** Globs are relative to the settings file's folder; one without a slash matches the name in any folder. */
export function matches(globs: readonly string[], uri: string, settings: Settings): boolean {
  const path = settings.uri === undefined ? shownPath(uri).replace(/^\//, '') : shownPath(uri, directory(settings.uri));
  return globs.some((g) => picomatch.isMatch(path, g.replace(/^\.\//, ''), { dot: true, basename: !g.includes('/') }));
}
