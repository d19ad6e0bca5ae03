import type { DeepSpeedConfig } from '../job/deepspeed-config';
import { type FileReference, filesOf, type Job } from '../job/job';
import type { Project } from '../job/project';
import type { ScriptSubject } from '../job/subjects';
import type { FilePlace } from '../model/fact';
import { nodeAt } from '../syntax/tree';
import { span, touches, type Span } from '../text/span';
import { autoUses, flagPlace } from './auto';
import { assignmentBehind, assignmentsOf, expansionAt, flagAt, jobOf, valueSpanOf } from './script-at';
import type { Definition } from './types';

/** Where the thing at an offset comes from. */
export function definition(project: Project, uri: string, offset: number): Definition | undefined {
  const config = project.config(uri);
  if (config) return configDefinition(config, offset);
  const script = project.script(uri);
  return script && scriptDefinition(project, script, offset);
}

/** The places that use the file: the words in scripts that name it. */
export function references(project: Project, uri: string): readonly FilePlace[] {
  const places = project.jobs.flatMap((job) => filesOf(job).flatMap((r) => (r.uri === uri ? [placeOf(r, job)] : [])));
  return places.filter((p, i) => places.findIndex((q) => q.uri === p.uri && q.span.start === p.span.start) === i);
}

/** The word that names the file, or the launch that finds it by itself. */
const placeOf = (reference: FileReference, job: Job): FilePlace => reference.at ?? { uri: job.launch.uri, span: job.launch.launcherSpan };

/** From "auto" to the flags that fill it; from the braces around all to the launches of the file. */
function configDefinition(config: DeepSpeedConfig, offset: number): Definition | undefined {
  const { root } = config.tree;
  if (root?.kind === 'object' && config.text[root.span.start] === '{') {
    const brace = [span(root.span.start, root.span.start + 1), span(root.span.end - 1, root.span.end)].find((s) => touches(s, offset) && /[{}]/.test(config.text.slice(s.start, s.end)));
    if (brace) {
      const targets = config.jobs.map((job) => job.config?.at ?? { uri: job.launch.uri, span: job.launch.launcherSpan });
      if (targets.length > 0) return { origin: brace, targets };
    }
  }
  const node = nodeAt(config.tree, offset);
  if (!node || node.value !== 'auto' || !touches(node.memberSpan, offset)) return undefined;
  const targets = autoUses(config, node.path.join('.')).map(flagPlace);
  return targets.length > 0 ? { origin: touches(node.span, offset) ? node.span : (node.keySpan ?? node.span), targets } : undefined;
}

function scriptDefinition(project: Project, subject: ScriptSubject, offset: number): Definition | undefined {
  return variableDefinition(subject, offset) ?? hostDefinition(project, subject, offset) ?? fileDefinition(project, subject, offset) ?? autoKeys(project, subject, offset);
}

/** From a variable to its assignment: the one that counts there, or all where that is not known. */
function variableDefinition(subject: ScriptSubject, offset: number): Definition | undefined {
  const at = expansionAt(subject.text, offset);
  if (!at) return undefined;
  const behind = assignmentBehind(subject.script, at.name, offset);
  const found = behind ? [behind] : assignmentsOf(subject.script, at.name);
  return found.length > 0 ? { origin: at.span, targets: found.map((a) => ({ uri: subject.uri, span: a.span })) } : undefined;
}

/** From a host in `--include` or `--exclude` to its line in the hostfile. */
function hostDefinition(project: Project, subject: ScriptSubject, offset: number): Definition | undefined {
  const at = flagAt(subject, offset);
  const written = at && valueSpanOf(at.flag);
  if (!at || at.on !== 'value' || !written || !/^(include|exclude|deepspeed_(in|ex)clusion_filter)$/.test(at.flag.option?.dest ?? '')) return undefined;
  const hostfile = jobOf(subject, at.launch)?.hostfile?.uri;
  const entries = (hostfile !== undefined && project.hostfile(hostfile)?.hostfile.lines) || [];
  for (const match of subject.text.slice(written.start, written.end).matchAll(/[^@:"']+(?=[:@"']|$)/g)) {
    const host: Span = span(written.start + match.index, written.start + match.index + match[0].length);
    if (!touches(host, offset)) continue;
    const entry = entries.find((l) => l.entry?.host === match[0])?.entry;
    if (entry) return { origin: host, targets: [{ uri: hostfile!, span: entry.hostSpan }] };
  }
  return undefined;
}

/** From a path to the file. */
function fileDefinition(project: Project, subject: ScriptSubject, offset: number): Definition | undefined {
  for (const job of project.jobsOf(subject.uri)) {
    const found = filesOf(job).find((r) => r.uri !== undefined && r.at?.uri === subject.uri && touches(r.at.span, offset));
    if (found?.at) return { origin: found.at.span, targets: [{ uri: found.uri!, span: span(0, 0) }] };
  }
  return undefined;
}

/** From an argument of the Trainer to the "auto" that it fills. */
function autoKeys(project: Project, subject: ScriptSubject, offset: number): Definition | undefined {
  const at = flagAt(subject, offset);
  const job = at && !at.own ? jobOf(subject, at.launch) : undefined;
  const config = job?.config?.uri === undefined ? undefined : project.config(job.config.uri);
  if (!at || at.on !== 'name' || !config) return undefined;
  const targets: FilePlace[] = [];
  for (const node of config.tree.nodes.values()) {
    if (node.value !== 'auto' || node.kind !== 'string') continue;
    if (autoUses(config, node.path.join('.')).some((u) => u.flag === at.flag)) targets.push({ uri: config.uri, span: node.memberSpan });
  }
  return targets.length > 0 ? { origin: at.flag.nameSpan, targets } : undefined;
}
