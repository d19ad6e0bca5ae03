import type { TextEdit } from '../text/edit';
import { LineMap } from '../text/line-map';
import type { Span } from '../text/span';
import type { Node, Tree } from './tree';

/*
 * Minimal edits of JSON-like texts that keep comments, indentation and line ends as they are, and leave strict JSON
 * strict.
 */

/** Takes a member (or an array's item) out, with the comma that no longer separates anything. */
export function removeMember(text: string, tree: Tree, node: Node): readonly TextEdit[] {
  const siblings = node.parent?.children ?? [];
  const index = siblings.indexOf(node);
  const after = commaAfter(text, tree, node.memberSpan.end);
  const previous = siblings[index - 1];
  const own = wholeLines(text, { start: node.memberSpan.start, end: after ? after.end : node.memberSpan.end });
  const edits: TextEdit[] = [{ span: own, newText: '' }];
  if (!after && previous) {
    const before = commaAfter(text, tree, previous.memberSpan.end);
    if (before) edits.unshift({ span: before, newText: '' });
  }
  return edits;
}

/** Adds `"key": value` at the end of an object. `member` is written as is. */
export function addMember(text: string, tree: Tree, object: Node, member: string): readonly TextEdit[] {
  const last = object.children[object.children.length - 1];
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  if (!last) {
    const inner = { start: object.span.start + 1, end: object.span.end - 1 };
    if (text.slice(inner.start, inner.end).trim() !== '') return [{ span: { start: inner.start, end: inner.start }, newText: ` ${member}` }];
    const indent = indentOf(text, object.span.start);
    return object.parent === undefined || text.slice(inner.start, inner.end).includes('\n')
      ? [{ span: inner, newText: `${newline}${indent}  ${member}${newline}${indent}` }]
      : [{ span: inner, newText: ` ${member} ` }];
  }
  const lines = new LineMap(text);
  const sameLine = lines.positionAt(object.span.start).line === lines.positionAt(last.memberSpan.start).line;
  const gap = sameLine ? ' ' : newline + indentOf(text, last.memberSpan.start);
  const comma = commaAfter(text, tree, last.memberSpan.end);
  // A trailing comma is already there: it separates now, and the new last member gets none.
  if (comma) return [{ span: { start: comma.end, end: comma.end }, newText: gap + member }];
  const end = last.memberSpan.end;
  return [{ span: { start: end, end }, newText: `,${gap}${member}` }];
}

export const replaceKey = (node: Node, key: string): readonly TextEdit[] => (node.keySpan ? [{ span: node.keySpan, newText: JSON.stringify(key) }] : []);

export const replaceValue = (node: Node, value: unknown): readonly TextEdit[] => [{ span: node.span, newText: JSON.stringify(value) }];

/** The comma that follows `from`, with only blanks and comments between. */
function commaAfter(text: string, tree: Tree, from: number): Span | undefined {
  for (let i = from; i < text.length; i++) {
    const c = text[i]!;
    if (c === ',') return { start: i, end: i + 1 };
    const comment = tree.comments.find((k) => k.span.start === i);
    if (comment) i = comment.span.end - 1;
    else if (!/\s/.test(c)) return undefined;
  }
  return undefined;
}

/** The span grown to whole lines when nothing else stands on them; else with the blanks behind it. */
function wholeLines(text: string, span: Span): Span {
  let start = span.start;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  let end = span.end;
  while (end < text.length && (text[end] === ' ' || text[end] === '\t')) end++;
  const alone = (start === 0 || text[start - 1] === '\n') && (end === text.length || text[end] === '\r' || text[end] === '\n');
  if (!alone) return { start: span.start, end };
  if (text[end] === '\r') end++;
  if (text[end] === '\n') end++;
  return { start, end };
}

const indentOf = (text: string, offset: number): string => /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))![0];
