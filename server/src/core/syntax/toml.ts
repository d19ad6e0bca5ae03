import { ParseError, parseTOML, type AST } from 'toml-eslint-parser';
import { en } from '../text/say';
import { span, type Span } from '../text/span';
import { pathKey, type Node, type NodeKind, type Problem, type Tree, type Value } from './tree';

/** Reads TOML 1.0 into the shape that all configs share. Never throws: a text that is not TOML has a problem and no root. */
export function parseToml(text: string): Tree {
  try {
    // A byte order mark is not TOML's; a blank in its place keeps every offset.
    const program = parseTOML(text.replace(/^\uFEFF/, ' '), { tomlVersion: '1.0' });
    return treeOf(text, program);
  } catch (error) {
    return { ...empty, problems: [problemOf(error, text)] };
  }
}

const empty: Tree = { root: undefined, nodes: new Map(), problems: [], comments: [], leniencies: [], duplicates: [], template: false };

function problemOf(error: unknown, text: string): Problem {
  const index = error instanceof ParseError ? Math.min(error.index, text.length) : 0;
  const what = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
  return { code: 'toml-syntax', message: en`This is not TOML: ${what}.`.zh`不是合法的 TOML：${what}。`, span: span(index, Math.min(index + 1, text.length)) };
}

/** A node while it grows: tables are written in pieces. */
interface Draft {
  readonly key: string;
  readonly kind: NodeKind;
  readonly children: Draft[];
  readonly value: Value;
  readonly span: Span;
  readonly keySpan: Span | undefined;
  readonly memberSpan: Span;
}

const rangeOf = (node: { readonly range: readonly [number, number] }): Span => span(node.range[0], node.range[1]);

function treeOf(text: string, program: AST.TOMLProgram): Tree {
  const whole = span(0, text.length);
  const root: Draft = { key: '', kind: 'object', children: [], value: undefined, span: whole, keySpan: undefined, memberSpan: whole };
  for (const item of program.body[0].body) {
    if (item.type === 'TOMLKeyValue') addMember(root, item);
    else addTable(root, item);
  }
  const nodes = new Map<string, Node>();
  const built = finish(text, root, undefined, [], nodes);
  const comments = program.comments.map((c) => ({ span: rangeOf(c), text: c.value.trim() }));
  return { ...empty, root: built, nodes, comments };
}

/** `[a.b]`, or `[[a.b]]`, which adds one more item to the list at `a.b`. */
function addTable(root: Draft, table: AST.TOMLTable): void {
  const whole = rangeOf(table);
  const keys = table.key.keys;
  let holder = root;
  keys.forEach((key, i) => {
    const last = i === keys.length - 1;
    const array = last && table.kind === 'array';
    const found = holder.children.find((c) => c.key === nameOf(key));
    const place = { key: nameOf(key), keySpan: rangeOf(key), span: whole, memberSpan: whole, value: undefined, children: [] };
    holder = found ?? push(holder, { ...place, kind: array ? 'array' : 'object' });
    if (array) holder = push(holder, { ...place, key: String(holder.children.length), keySpan: undefined, kind: 'object', children: [] });
    // A header goes on in the newest item of a list.
    else if (holder.kind === 'array') holder = holder.children[holder.children.length - 1] ?? holder;
  });
  for (const member of table.body) addMember(holder, member);
}

function addMember(start: Draft, member: AST.TOMLKeyValue): void {
  let holder = start;
  const keys = member.key.keys;
  const whole = rangeOf(member);
  for (const key of keys.slice(0, -1)) {
    const found = holder.children.find((c) => c.key === nameOf(key));
    holder = found ?? push(holder, { key: nameOf(key), kind: 'object', children: [], value: undefined, span: whole, keySpan: rangeOf(key), memberSpan: whole });
  }
  const last = keys[keys.length - 1]!;
  push(holder, content(member.value, nameOf(last), rangeOf(last), whole));
}

function content(node: AST.TOMLContentNode, key: string, keySpan: Span | undefined, memberSpan: Span): Draft {
  const base = { key, span: rangeOf(node), keySpan, memberSpan };
  if (node.type === 'TOMLArray') return { ...base, kind: 'array', value: undefined, children: node.elements.map((e, i) => content(e, String(i), undefined, rangeOf(e))) };
  if (node.type === 'TOMLInlineTable') {
    const table: Draft = { ...base, kind: 'object', value: undefined, children: [] };
    for (const member of node.body) addMember(table, member);
    return table;
  }
  return { ...base, children: [], ...scalar(node) };
}

function scalar(node: AST.TOMLValue): { readonly kind: NodeKind; readonly value: Value } {
  switch (node.kind) {
    case 'string':
      return { kind: 'string', value: node.value };
    case 'integer':
    case 'float':
      return { kind: 'number', value: node.value };
    case 'boolean':
      return { kind: 'boolean', value: node.value };
    default:
      // No setting is a date.
      return { kind: 'unknown', value: undefined };
  }
}

const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted): string => (key.type === 'TOMLBare' ? key.name : key.value);

function push(holder: Draft, child: Draft): Draft {
  holder.children.push(child);
  return child;
}

function finish(text: string, draft: Draft, parent: Node | undefined, path: readonly string[], nodes: Map<string, Node>): Node {
  const children: Node[] = [];
  const { kind, span: at, keySpan, memberSpan } = draft;
  const node = { kind, path, span: at, keySpan, memberSpan, parent, children, value: draft.value, raw: text.slice(at.start, at.end) };
  nodes.set(pathKey(path), node);
  for (const child of draft.children) children.push(finish(text, child, node, [...path, child.key], nodes));
  if (kind === 'array') node.value = children.map((c) => c.value);
  // Own properties only: a key named __proto__ stays a key.
  if (kind === 'object') node.value = Object.fromEntries(children.map((c, i) => [draft.children[i]!.key, c.value]));
  return node;
}
