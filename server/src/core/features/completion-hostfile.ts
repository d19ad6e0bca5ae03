import type { Project } from '../job/project';
import { en, same, type Text } from '../text/say';
import { choice, stop } from './snippet';
import type { CompletionItem } from './types';

/** `slots=` behind a host, and its number. */
export function completeHostfile(project: Project, uri: string, offset: number): readonly CompletionItem[] {
  const subject = project.hostfile(uri);
  if (!subject) return [];
  const { text, lines } = subject.document.source;
  const line = lines.lineSpan(lines.positionAt(offset).line);
  const before = text.slice(line.start, offset);
  const after = text.slice(offset, line.end);
  const match = /^\s*[^\s#]\S*\s+(\S*)$/.exec(before);
  const typed = match?.[1];
  if (typed === undefined || after.trim() !== '') return [];
  const used = [...new Set(subject.hostfile.lines.flatMap((l) => (l.entry && l.span.start !== line.start ? [l.entry.slots] : [])))].slice(0, 8).map(String);
  const numbers = used.length > 0 ? used : ['8'];
  const slots = /^slots=(\d*)$/.exec(typed);
  if (slots) return numbers.map((n, i) => item(n, 'value', undefined, offset - slots[1]!.length, line.end, n, false, i));
  if (!'slots='.startsWith(typed)) return [];
  const detail = en`ranks on this host`.zh`该主机上的 rank 数`;
  const value = used.length > 1 ? choice(1, numbers) : stop(1, numbers[0]);
  return [item('slots=', 'host', detail, offset - typed.length, line.end, `slots=${value}`, true, 0)];
}

const item = (label: string, kind: CompletionItem['kind'], detail: Text | undefined, start: number, end: number, newText: string, snippet: boolean, index: number): CompletionItem => ({
  label,
  kind,
  detail: detail ?? same('slots'),
  sortText: String(index).padStart(3, '0'),
  edit: { span: { start, end }, newText },
  snippet,
});
