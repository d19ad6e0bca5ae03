import type { Project } from '../job/project';
import type { HostfileSubject, ScriptSubject } from '../job/subjects';
import { en, same } from '../text/say';
import { count, ranks } from './markdown';
import { chainOf, jobOf } from './script-at';
import type { OutlineSymbol } from './types';

/** The outline of a hostfile or a script, in the order of the text; JSON has the editor's own. */
export function symbols(project: Project, uri: string): readonly OutlineSymbol[] {
  const hostfile = project.hostfile(uri);
  if (hostfile) return hosts(hostfile);
  const script = project.script(uri);
  return script ? scriptSymbols(script) : [];
}

const hosts = (subject: HostfileSubject): readonly OutlineSymbol[] =>
  subject.hostfile.lines.flatMap(({ entry, span }) => (entry ? [{ name: entry.host, detail: same(`slots=${entry.slots}`), kind: 'host' as const, span, selection: entry.hostSpan }] : []));

function scriptSymbols(subject: ScriptSubject): readonly OutlineSymbol[] {
  const found: OutlineSymbol[] = [];
  for (const launch of subject.launches) {
    const chain = chainOf(launch);
    const flags = chain.reduce((n, l) => n + l.flags.length + l.targetFlags.length, 0);
    const world = jobOf(subject, launch)?.worldSize?.value;
    const flagWords = en`${count(flags, 'flag', 'flags')}`.zh`${flags} 个参数`;
    const target = chain[chain.length - 1]!.target?.raw;
    const { span } = launch.command;
    found.push({
      name: [...chain.map((l) => l.launcher), ...(target ? [target] : [])].join(' '),
      detail: world === undefined ? flagWords : en`${flagWords}, ${ranks(world)}`.zh`${flagWords}，${ranks(world)}`,
      kind: 'launch',
      span: { start: Math.min(span.start, launch.launcherSpan.start), end: Math.max(span.end, launch.launcherSpan.end) },
      selection: launch.launcherSpan,
    });
  }
  for (const a of subject.script.assignments) {
    if (!a.exported || a.prefixOf !== undefined) continue;
    found.push({ name: a.name, detail: a.word.value === undefined ? undefined : same(a.word.value.slice(0, 80)), kind: 'variable', span: a.span, selection: within(a.nameSpan, a.span) });
  }
  for (const d of subject.script.directives) found.push({ name: d.name, detail: d.value === undefined ? undefined : same(d.value), kind: 'directive', span: d.span, selection: within(d.nameSpan, d.span) });
  return found.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
}

const within = (inner: OutlineSymbol['span'], outer: OutlineSymbol['span']): OutlineSymbol['span'] => (outer.start <= inner.start && inner.end <= outer.end ? inner : outer);
