import type { Command as CommandNode } from 'unbash';
import type { TextEdit } from '../../text/edit';
import type { Cut } from '../script';
import type { Source } from './source';

/** What may stand between a command and the next line: blanks, joined and empty lines, comments. */
const between = /^(?:[ \t]|\\\n|\n|(?<=[ \t\n])#[^\n]*)*$/;
const isFlag = (text: string): boolean => /^--?[A-Za-z]/.test(text);
/** A last word of an escaped blank: the backslash was to join the next line. */
const escapedBlank = /^\\[ \t]$/;

/**
 * Where a command over several lines ends early, and the flags of the next lines run as commands of their own.
 * `nodes` are the script's simple commands in order.
 */
export function cutsOf(nodes: readonly CommandNode[], source: Source, document: string): readonly Cut[] {
  const cuts: Cut[] = [];
  /** For a line of flags, the command that it was meant for. */
  const roots = new Map<number, number>();
  for (let i = 0; i < nodes.length && cuts.length < mostCuts; i++) {
    const node = nodes[i]!;
    const returned = carriageReturn(node, i, source, document);
    if (returned) cuts.push(returned);
    const next = nodes[i + 1];
    if (!next?.name || next.pos < node.end) continue;
    const gap = source.text.slice(node.end, next.pos);
    if (!gap.includes('\n') || gap.length > longestGap || !between.test(gap)) continue;
    const reason = reasonOf(node, gap, isFlag(next.name.text), next.name.text);
    if (!reason) continue;
    const root = roots.get(i) ?? i;
    const last = lastDropped(nodes, i + 1, source, (j) => roots.set(j, root));
    cuts.push({
      reason,
      command: root,
      span: placeOf(reason, node, gap, source),
      droppedSpan: source.span(next.pos, nodes[last]!.end),
      dropped: nodes.slice(i + 1, last + 1).flatMap(flagsOf),
      mend: mendOf(node, next, nodes[root]!, source),
    });
  }
  return cuts;
}

const longestGap = 20_000;

function reasonOf(node: CommandNode, gap: string, flags: boolean, nextName: string): Cut['reason'] | undefined {
  const last = lastWord(node);
  if (last && escapedBlank.test(last.text) && node.args.length > 0) {
    if (/^[ \t]*\n[ \t]*\S/.test(gap + 'x')) return 'trailing-space';
    return flags ? (/^[ \t]*#/.test(gap) ? 'comment' : 'trailing-space') : undefined;
  }
  const joined = /^[ \t]*(?:\\\n[ \t]*)+/.exec(gap);
  if (joined) {
    const rest = gap.slice(joined[0].length);
    if (!flags && !(/^#[^\n]*\\\n[ \t]*$/.test(rest) && /^[^./][^ ]*\.py$/.test(nextName))) return undefined;
    return rest.startsWith('#') ? 'comment' : rest.startsWith('\n') ? 'blank-line' : undefined;
  }
  return flags && node.name !== undefined ? 'missing-backslash' : undefined;
}

const lastWord = (node: CommandNode) => node.args[node.args.length - 1] ?? node.name;

const mostLines = 100;
const mostCuts = 200;

/** Index of the last of the commands that are lines of flags, one behind the other. */
function lastDropped(nodes: readonly CommandNode[], first: number, source: Source, note: (index: number) => void): number {
  note(first);
  for (let j = first + 1; ; j++) {
    const before = nodes[j - 1]!;
    const node = nodes[j];
    if (!node?.name || node.pos < before.end || j - first > mostLines || !isFlag(node.name.text)) return j - 1;
    const gap = source.text.slice(before.end, node.pos);
    if (gap.length > longestGap || !between.test(gap)) return j - 1;
    note(j);
  }
}

const flagsOf = (node: CommandNode): readonly string[] =>
  [node.name, ...node.args].flatMap((w) => (w && isFlag(w.text) ? [w.text.replace(/=[^]*$/, '')] : []));

function placeOf(reason: Cut['reason'], node: CommandNode, gap: string, source: Source) {
  const end = node.end;
  switch (reason) {
    case 'trailing-space': {
      const blanks = /^[ \t]*/.exec(gap)![0].length;
      return source.span(end - 1, end + blanks);
    }
    case 'comment': {
      const start = gap.indexOf('#');
      // The comment lines that follow each other.
      const block = /^#[^\n]*(?:\n[ \t]*#[^\n]*)*/.exec(gap.slice(start))![0].length;
      return source.span(end + start, end + start + block);
    }
    case 'blank-line': {
      const joined = /^[ \t]*(?:\\\n[ \t]*)*\\\n/.exec(gap)![0].length;
      const line = gap.indexOf('\n', joined);
      return source.span(end + joined, end + line + 1);
    }
    default: {
      const last = lastWord(node);
      return source.span(last?.pos ?? node.pos, last?.end ?? node.end);
    }
  }
}

/** Joins the two lines, and puts the comments between them above the command, if that begins a line. */
function mendOf(node: CommandNode, next: CommandNode, root: CommandNode, source: Source): readonly TextEdit[] {
  const { text } = source;
  const last = lastWord(node);
  const blank = last !== undefined && escapedBlank.test(last.text);
  const before = blank ? text.slice(0, last.pos).trimEnd().length : node.end;
  const lineStart = text.lastIndexOf('\n', next.pos - 1) + 1;
  const edits: TextEdit[] = [{ span: source.span(before, lineStart), newText: ' \\\n' }];
  const comments = [...text.slice(node.end, lineStart).matchAll(/(?<=^|[ \t\n])#[^\n]*/g)].map((m) => m[0].trimEnd());
  if (comments.length > 0) {
    const rootLine = text.lastIndexOf('\n', root.pos - 1) + 1;
    const indent = text.slice(rootLine, root.pos);
    const above = text.slice(text.lastIndexOf('\n', rootLine - 2) + 1, Math.max(0, rootLine - 1));
    if (/^[ \t]*$/.test(indent) && !/\\\s*$/.test(above)) edits.unshift({ span: source.span(rootLine, rootLine), newText: comments.map((c) => `${indent}${c}\n`).join('') });
  }
  return edits;
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
    if (!isFlag(rest[0]!.text) && !rest.some((w) => isFlag(w.text))) return undefined;
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
