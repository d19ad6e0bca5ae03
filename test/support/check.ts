import { lint } from '../../server/src/core/engine/lint';
import type { Project } from '../../server/src/core/job/project';
import type { SourceText } from '../../server/src/core/model/document';
import type { Finding } from '../../server/src/core/model/finding';
import type { Mark } from './fixture';
import { fileOf, uriOf } from './project';

/** Everything found in a fixture's files, the settings file included. */
export function findingsIn(project: Project): readonly Finding[] {
  const uris = new Set([...project.documents].map((d) => d.uri));
  if (project.file(uriOf('shardlint.json')) !== undefined) uris.add(uriOf('shardlint.json'));
  return [...uris].sort().flatMap((uri) => lint(project, uri, { strict: true }));
}

/** A finding as a caret line shows it: on its first line, to that line's end where it goes on; an empty one under one character. */
export function markOf(project: Project, finding: Finding): Omit<Mark, 'message'> {
  const { lines } = project.file(finding.place.uri) as SourceText;
  const start = lines.positionAt(finding.place.span.start);
  const end = lines.positionAt(finding.place.span.end);
  const last = end.line === start.line ? end.character : lines.lineText(start.line).length;
  return { file: fileOf(finding.place.uri), line: start.line, start: start.character, end: Math.max(last, start.character + 1), severity: finding.severity, rule: finding.rule };
}

export const shown = (m: Omit<Mark, 'message'>): string => `${m.file}:${m.line + 1}:${m.start + 1}-${m.end + 1} ${m.severity} ${m.rule}`;
