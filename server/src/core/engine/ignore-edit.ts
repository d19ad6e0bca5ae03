import { modify, type JSONPath } from 'jsonc-parser';
import type { Project } from '../job/project';
import { SourceText, type Document } from '../model/document';
import type { FileEdit, Finding } from '../model/finding';
import { directory, fileName, relativePath, resolvePath } from '../text/uri';
import { pathOf } from './lint';
import { endsInBackslash } from './suppress';

/** What makes one finding be ignored, and nothing else. */
export interface IgnoreEdit {
  /** A comment beside it, or an entry in the settings file. */
  readonly where: 'comment' | 'settings';
  readonly edits: readonly FileEdit[];
  /** The settings file to be made first; undefined where it is there. */
  readonly creates: string | undefined;
}

/**
 * A comment where the format has comments that every reader of the file takes, else an `ignore` entry. Undefined where the
 * settings cannot be edited, or the finding is about the settings.
 */
export function ignoreEdit(project: Project, finding: Finding): IgnoreEdit | undefined {
  const document = project.document(finding.place.uri);
  if (!document || finding.rule === 'unused-suppression' || finding.rule === 'internal') return undefined;
  return takesComments(project, document) ? { where: 'comment', edits: [comment(document, finding)], creates: undefined } : entry(project, document, finding);
}

/** JSON has comments only for DeepSpeed itself: json.load refuses them. `.deepspeed_env` has none: the launcher stops on them. */
const takesComments = (project: Project, { kind, uri }: Document): boolean => kind === 'hostfile' || kind === 'script' || (kind === 'deepspeed' && project.config(uri)?.reader?.value === 'deepspeed');

/** A comment on a line of its own, above the line or the command that the finding is in; for a hostfile without hosts, one for the file. */
function comment({ source, kind, uri }: Document, { rule, place }: Finding): FileEdit {
  const statements = kind === 'script' ? [...source.script.commands, ...source.script.assignments].map((s) => s.span) : [];
  const around = statements.filter((s) => s.start <= place.span.start && place.span.start <= s.end).sort((a, b) => a.start - b.start)[0];
  let line = source.lines.positionAt(around?.start ?? place.span.start).line;
  // What cuts a command stands behind it, or in the middle of it.
  if (kind === 'script') while (line > 0 && endsInBackslash(source.lines.lineText(line - 1))) line--;
  const whole = kind === 'hostfile' && source.hostfile.lines.length === 0;
  const at = source.lines.lineSpan(line).start;
  const indent = /^[ \t]*/.exec(source.lines.lineText(line))![0];
  const sign = kind === 'deepspeed' ? '//' : '#';
  // In a script a carriage return would be part of the comment, which bash does not mind.
  const newline = source.text.includes('\r\n') ? '\r\n' : '\n';
  return { uri, span: { start: at, end: at }, newText: `${indent}${sign} shardlint-ignore${whole ? '-file' : ''} ${rule}${newline}` };
}

function entry(project: Project, document: Document, finding: Finding): IgnoreEdit | undefined {
  const existing = project.input.settings(document.uri).uri;
  const root = project.input.root?.(document.uri) ?? directory(document.uri);
  const file = existing ?? resolvePath(root, 'shardlint.json');
  if (fileName(file) !== 'shardlint.json') return undefined;
  const path = pathOf(finding, document);
  const value = { file: relativePath(directory(file), document.uri), rule: finding.rule, ...(path ? { path } : {}), reason: '' };
  if (existing === undefined) {
    const text = `${JSON.stringify({ ignore: [value] }, undefined, 2)}\n`;
    return { where: 'settings', edits: [{ uri: file, span: { start: 0, end: 0 }, newText: text }], creates: file };
  }
  const state = project.file(existing);
  if (!(state instanceof SourceText)) return undefined;
  const edits = insert(state, value);
  return edits && { where: 'settings', edits, creates: undefined };
}

function insert({ text, uri, json }: SourceText, value: object): readonly FileEdit[] | undefined {
  const list = json.nodes.get('ignore');
  if (json.problems.length > 0 || (list && list.kind !== 'array')) return undefined;
  const [path, item]: [JSONPath, unknown] = list ? [['ignore', -1], value] : [['ignore'], [value]];
  const formattingOptions = { insertSpaces: !/\n\t/.test(text), tabSize: 2, eol: text.includes('\r\n') ? '\r\n' : '\n' };
  return modify(text, path, item, { formattingOptions, isArrayInsertion: list !== undefined }).map((e) => ({ uri, span: { start: e.offset, end: e.offset + e.length }, newText: e.content }));
}
