import type { Project } from '../job/project';
import type { Job } from '../job/job';
import type { Subjects, SubjectKind } from '../job/subjects';
import type { Finding, Fix } from '../model/finding';
import { rules } from '../rules/index.generated';
import { mostPlaces, type AnyRule, type Draft, type Report, type Rule } from '../rules/define';
import { en } from '../text/say';

export interface RunOptions {
  /** Throw what a rule throws instead of reporting it: for tests. */
  readonly strict?: boolean;
}

/** Findings before settings and suppressions, with the severities that the rules give them. Those of a job can lie in any of its files. */
export function runRules(project: Project, uri: string, options: RunOptions = {}): readonly Finding[] {
  const found: Finding[] = [];
  const run = <K extends SubjectKind>(kind: K, subject: Subjects[K] | undefined, home: string): void => {
    if (subject === undefined) return;
    for (const rule of rulesOn(kind)) check(rule, subject, home, found, options);
  };
  run('deepspeed', project.config(uri), uri);
  run('hostfile', project.hostfile(uri), uri);
  const env = project.env(uri);
  run('env', env, uri);
  const script = project.script(uri);
  run('script', script, uri);
  const subject = env ?? script;
  for (const variable of subject?.variables ?? []) run('variable', { ...subject!, variable, beside: subject!.variables }, uri);
  for (const job of project.jobsOf(uri)) runJob(project, job, found, options);
  return unique(found.filter((f) => f.place.uri === uri));
}

function runJob(project: Project, job: Job, found: Finding[], options: RunOptions): void {
  const subject = project.jobSubject(job);
  for (const rule of rulesOn('job')) check(rule, subject, job.launch.uri, found, options);
}

const byKind = new Map<SubjectKind, readonly AnyRule[]>();
function rulesOn<K extends SubjectKind>(kind: K): readonly Rule<K>[] {
  let list = byKind.get(kind);
  if (!list) byKind.set(kind, (list = rules.filter((r) => r.on === kind)));
  return list as unknown as readonly Rule<K>[];
}

function check<K extends SubjectKind>(rule: Rule<K>, subject: Subjects[K], uri: string, found: Finding[], options: RunOptions): void {
  const report: Report = (draft) => found.push(toFinding(rule, draft, uri));
  try {
    rule.check?.(subject, report);
  } catch (error) {
    if (options.strict) throw error;
    found.push(internalFinding(rule.name, error, uri));
  }
}

export function toFinding(rule: Pick<Rule, 'name' | 'severity'>, draft: Draft, uri: string): Finding {
  const fixes = draft.fix === undefined ? [] : 'edits' in draft.fix ? [draft.fix] : draft.fix;
  return {
    rule: rule.name,
    severity: draft.severity ?? rule.severity,
    place: 'uri' in draft.at ? draft.at : { uri, span: draft.at },
    message: draft.message,
    help: draft.help,
    because: draft.because?.slice(0, mostPlaces) ?? [],
    fixes: fixes.map((f): Fix => ({ ...f, edits: f.edits.map((e) => ('uri' in e ? e : { ...e, uri })) })),
    tags: draft.tags ?? [],
  };
}

function internalFinding(rule: string, error: unknown, uri: string): Finding {
  const what = error instanceof Error ? error.message : String(error);
  return toFinding(
    { name: 'internal', severity: 'warning' },
    {
      at: { start: 0, end: 0 },
      message: en`The rule ${rule} stopped on this file: ${what}.`.zh`规则 ${rule} 在此文件上出错：${what}。`,
      help: en`The other rules ran. Report this with the file that shows it.`.zh`其他规则已正常运行。请附上该文件报告此问题。`,
    },
    uri,
  );
}

/** Two jobs that name one file find the same things in it; each is told once. */
function unique(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings.filter((f) => {
    const key = `${f.rule}\0${f.place.span.start}\0${f.place.span.end}\0${f.message.en}`;
    return seen.has(key) ? false : (seen.add(key), true);
  });
}
