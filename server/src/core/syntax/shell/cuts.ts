import type { Command as CommandNode, ParsedScript } from 'unbash';
import type { TextEdit } from '../../text/edit';
import type { Span } from '../../text/span';
import type { Cut } from '../script';
import { wordSpans } from './comments';
import type { Source } from './source';

/** Whether nothing stands between a command and the next one but line ends, blanks, comments and backslashes that join lines. */
const isGap = (text: string): boolean => text.length <= longestGap && text.split('\n').every((line, i, lines) => (i < lines.length - 1 ? /^[ \t]*(#.*|\\)?$/.test(line) : /^[ \t]*$/.test(line)));
const isFlag = (text: string): boolean => /^--?[A-Za-z]/.test(text);
/** A backslash that was to join the next line, and has a blank behind it: `\ `, or `\ # note`, where bash takes the `#` for text. */
const escapedBlank = /^\\[ \t](#|$)/;

const longestGap = 20_000;
const mostLines = 100;
const mostCuts = 200;

/**
 * Where a command over several lines ends early, and the flags of the next lines run as commands of their own.
 * `nodes` are the script's simple commands in order.
 */
export function cutsOf(nodes: readonly CommandNode[], script: ParsedScript, source: Source, document: string): readonly Cut[] {
  const cuts: Cut[] = [];
  /** For a line of flags, the command that it was meant for. */
  const roots = new Map<number, number>();
  let taken: readonly Span[] | undefined;
  for (let i = 0; i < nodes.length && cuts.length < mostCuts; i++) {
    const node = nodes[i]!;
    const returned = carriageReturn(node, i, source, document);
    if (returned) cuts.push(returned);
    const next = nodes[i + 1];
    if (!next?.name || next.pos < node.end) continue;
    const gap = source.text.slice(node.end, next.pos);
    if (!gap.includes('\n') || !isGap(gap)) continue;
    const found = breakOf(node, gap, next.name.text, source);
    if (!found) continue;
    const root = roots.get(i) ?? i;
    const last = lastDropped(nodes, i + 1, source, (j) => roots.set(j, root));
    cuts.push({
      reason: found.reason,
      command: root,
      span: source.span(found.pos, found.end),
      droppedSpan: source.span(next.pos, nodes[last]!.end),
      dropped: nodes.slice(i + 1, last + 1).flatMap((n) => flagsOf(n, source)),
      // Behind a pipe nobody can tell which of the commands the flags were meant for.
      mend: pipedInto(nodes, root, source) ? [] : mendOf(found, next, nodes[root]!, source, (taken ??= wordSpans(script))),
    });
  }
  return cuts;
}

/** Where a command ends too early. */
interface Break {
  readonly reason: Cut['reason'];
  /** What ends it. */
  readonly pos: number;
  readonly end: number;
  /** The end of the last word that was meant. */
  readonly after: number;
  /** The beginning of a comment in the same line. */
  readonly comment: number | undefined;
}

function breakOf(node: CommandNode, gap: string, next: string, source: Source): Break | undefined {
  const flags = isFlag(next);
  const stray = strayBackslash(node, source);
  if (stray) {
    const after = node.args[stray.index - 1]?.end ?? node.name!.end;
    if (stray.comment !== undefined) return flags ? { reason: 'comment', pos: stray.comment, end: node.end + gap.indexOf('\n'), after, comment: stray.comment } : undefined;
    const at = node.end + /^[ \t]*/.exec(gap)![0].length;
    if (gap[at - node.end] === '#') return flags ? { reason: 'comment', ...block(node, gap), after, comment: undefined } : undefined;
    return flags || /^[ \t]*\n[ \t]*$/.test(gap) ? { reason: 'trailing-space', pos: node.end - 1, end: at, after, comment: undefined } : undefined;
  }
  const base = { after: node.end, comment: undefined };
  const joined = /^[ \t]*(?:\\\n[ \t]*)+/.exec(gap)?.[0];
  if (joined !== undefined) {
    const rest = gap.slice(joined.length);
    if (!flags && !(/^#[^\n]*\\\n[ \t]*$/.test(rest) && /^[^./][^ ]*\.py$/.test(next))) return undefined;
    if (rest.startsWith('#')) return { reason: 'comment', ...block(node, gap), ...base };
    if (!rest.startsWith('\n')) return undefined;
    const line = joined.lastIndexOf('\n') + 1;
    return { reason: 'blank-line', pos: node.end + line, end: node.end + joined.length + 1, ...base };
  }
  if (!flags || !node.name) return undefined;
  const last = node.args[node.args.length - 1] ?? node.name;
  return { reason: 'missing-backslash', pos: last.pos, end: last.end, ...base };
}

/** The first comment lines that follow each other. */
function block(node: CommandNode, gap: string): { readonly pos: number; readonly end: number } {
  const start = gap.indexOf('#');
  const length = /^#[^\n]*(?:\n[ \t]*#[^\n]*)*/.exec(gap.slice(start))![0].length;
  return { pos: node.end + start, end: node.end + start + length };
}

/** The argument that is a backslash with a blank behind it, in the command's last line. */
function strayBackslash(node: CommandNode, source: Source): { readonly index: number; readonly comment: number | undefined } | undefined {
  for (let i = node.args.length - 1; i >= 0; i--) {
    const word = node.args[i]!;
    if (source.text.slice(word.end, node.args[i + 1]?.pos ?? word.end).includes('\n') || word.text.includes('\n')) return undefined;
    const found = escapedBlank.exec(word.text);
    if (found?.[1] === '#') return { index: i, comment: word.pos + 2 };
    if (found) return i === node.args.length - 1 ? { index: i, comment: undefined } : undefined;
  }
  return undefined;
}

/** Index of the last of the commands that are lines of flags, one behind the other. */
function lastDropped(nodes: readonly CommandNode[], first: number, source: Source, note: (index: number) => void): number {
  note(first);
  for (let j = first + 1; ; j++) {
    const before = nodes[j - 1]!;
    const node = nodes[j];
    if (!node?.name || node.pos < before.end || j - first > mostLines || !isFlag(node.name.text)) return j - 1;
    const gap = source.text.slice(before.end, node.pos);
    if (!isGap(gap)) return j - 1;
    note(j);
  }
}

function flagsOf(node: CommandNode, source: Source): readonly string[] {
  const stray = strayBackslash(node, source);
  return [node.name, ...node.args.slice(0, stray?.index)].flatMap((w) => (w && isFlag(w.text) ? [w.text.replace(/=[^]*$/, '')] : []));
}

const pipedInto = (nodes: readonly CommandNode[], index: number, source: Source): boolean =>
  index > 0 && /^[^\n]*\|[ \t\n\\]*$/.test(source.text.slice(nodes[index - 1]!.end, nodes[index]!.pos).slice(0, 200));

/** Joins the two lines, and puts the comments between them above the statement. */
function mendOf(found: Break, next: CommandNode, root: CommandNode, source: Source, taken: readonly Span[]): readonly TextEdit[] {
  const { text } = source;
  const lineStart = text.lastIndexOf('\n', next.pos - 1) + 1;
  const join: TextEdit = { span: source.span(found.after, lineStart), newText: ' \\\n' };
  const from = found.comment ?? found.after;
  const comments = [...text.slice(from, lineStart).matchAll(/(?<=^|[ \t\n])#[^\n]*/g)].map((m) => m[0].trimEnd());
  if (comments.length === 0) return [join];
  const above = freshLine(root.pos, text, taken);
  const indent = /^[ \t]*/.exec(text.slice(above, root.pos))![0];
  return [{ span: source.span(above, above), newText: comments.map((c) => `${indent}${c}\n`).join('') }, join];
}

/** The beginning of the line where what stands at `pos` starts: not one that goes on from the line before, nor inside quotes. */
function freshLine(pos: number, text: string, taken: readonly Span[]): number {
  for (;;) {
    const start = text.lastIndexOf('\n', pos - 1) + 1;
    if (start === 0) return 0;
    const around = taken.find((s) => s.start < start && start < s.end);
    const above = text.slice(text.lastIndexOf('\n', start - 2) + 1, start - 1);
    if (around) pos = around.start;
    else if (/(^|[^\\])(\\\\)*\\$/.test(above) && !/^\s*#/.test(above)) pos = start - 1;
    else return start;
  }
}

/** A backslash before a carriage return joins nothing: bash gets the return as a word. */
function carriageReturn(node: CommandNode, index: number, source: Source, document: string): Cut | undefined {
  const first = node.name;
  if (!first || !source.text.slice(node.pos, node.end).includes('\\\n')) return undefined;
  const words = [first, ...node.args];
  for (let i = 1; i < words.length; i++) {
    const gap = source.span(words[i - 1]!.end, words[i]!.pos);
    const at = /\\\r\n/.exec(document.slice(gap.start, gap.end));
    if (!at) continue;
    const rest = words.slice(i);
    if (!rest.some((w) => isFlag(w.text))) return undefined;
    const whole = source.span(node.pos, node.end);
    const returns = [...document.slice(whole.start, whole.end + 1).matchAll(/\r(?=\n|$)/g)];
    return {
      reason: 'carriage-return',
      command: index,
      span: { start: gap.start + at.index, end: gap.start + at.index + 2 },
      droppedSpan: source.span(rest[0]!.pos, rest[rest.length - 1]!.end),
      dropped: rest.flatMap((w) => (isFlag(w.text) ? [w.text.replace(/=[^]*$/, '')] : [])),
      mend: returns.map((m) => ({ span: { start: whole.start + m.index, end: whole.start + m.index + 1 }, newText: '' })),
    };
  }
  return undefined;
}
