import type { Span } from '../text/span';
import type { Comment, Duplicate, Leniency, Node, NodeKind, Problem, Tree, Value } from './tree';
import { isQuotedName, placeholderIn } from './placeholder';

/*
 * A class, since paths and values are worked out on first use: written out, the paths of a deeply nested file would take
 * memory by depth times size.
 */
class TreeNode implements Node {
  kind: NodeKind;
  span: Span;
  memberSpan: Span;
  readonly keySpan: Span | undefined;
  readonly children: readonly TreeNode[];
  private ownPath: readonly string[] | undefined;
  private ownValue: { readonly value: Value } | undefined;
  private byKey: ReadonlyMap<string, TreeNode> | undefined;

  constructor(
    private readonly text: string,
    readonly parent: TreeNode | undefined,
    /** The key, or the index as a decimal string; empty at the root. */
    readonly key: string,
    kind: NodeKind,
    private readonly scalar: Value,
    span: Span,
    keySpan: Span | undefined,
  ) {
    this.kind = kind;
    this.span = span;
    this.keySpan = keySpan;
    this.memberSpan = keySpan ? { start: keySpan.start, end: span.end } : span;
    this.children = kind === 'object' || kind === 'array' ? [] : none;
  }

  close(end: number): void {
    this.span = { start: this.span.start, end };
    this.memberSpan = this.keySpan ? { start: this.keySpan.start, end } : this.span;
  }

  get path(): readonly string[] {
    return (this.ownPath ??= this.parent ? [...this.parent.path, this.key] : []);
  }
  get raw(): string {
    return this.text.slice(this.span.start, this.span.end);
  }
  get value(): Value {
    return (this.ownValue ??= { value: this.compute() }).value;
  }

  private compute(): Value {
    if (this.kind === 'unknown') return undefined;
    if (this.kind === 'array') {
      const items = this.children.map((c) => c.value);
      return items.includes(undefined) ? undefined : items;
    }
    if (this.kind !== 'object') return this.scalar;
    const members: { [key: string]: Value } = {};
    for (const child of this.children) {
      const value = child.value;
      if (value === undefined) return undefined;
      if (child.key === '__proto__') Object.defineProperty(members, child.key, { value, enumerable: true, writable: true, configurable: true });
      else members[child.key] = value;
    }
    return members;
  }

  /** The child under a key; where it is written twice, the last one. */
  child(key: string): TreeNode | undefined {
    if (this.children.length <= 8) return this.children.findLast((c) => c.key === key);
    if (!this.byKey) {
      const byKey = new Map<string, TreeNode>();
      for (const c of this.children) byKey.set(c.key, c);
      this.byKey = byKey;
    }
    return this.byKey.get(key);
  }
}

const none: readonly TreeNode[] = [];

/** The nodes by `pathKey`, found by walking; written out only when somebody goes through all of them. */
class NodeMap implements ReadonlyMap<string, Node> {
  private all: Map<string, Node> | undefined;

  constructor(private readonly root: TreeNode | undefined) {}

  get(key: string): Node | undefined {
    if (key === '') return this.root;
    let node = this.root;
    for (const segment of splitOnce(key)) {
      node = node?.child(segment);
      if (!node) return undefined;
    }
    return node;
  }
  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  private written(): Map<string, Node> {
    if (this.all) return this.all;
    this.all = new Map();
    const stack: { node: TreeNode; key: string }[] = this.root ? [{ node: this.root, key: '' }] : [];
    for (let top = stack.pop(); top; top = stack.pop()) {
      if (top.key !== '' || top.node === this.root) this.all.set(top.key, top.node);
      const { node, key } = top;
      for (let i = node.children.length - 1; i >= 0; i--) {
        const child = node.children[i]!;
        if (node.child(child.key) !== child) continue;
        const own = child.key.replace(/[\\.]/g, '\\$&');
        stack.push({ node: child, key: node === this.root ? own : `${key}.${own}` });
      }
    }
    return this.all;
  }

  get size(): number {
    return this.written().size;
  }
  keys(): MapIterator<string> {
    return this.written().keys();
  }
  values(): MapIterator<Node> {
    return this.written().values();
  }
  entries(): MapIterator<[string, Node]> {
    return this.written().entries();
  }
  [Symbol.iterator](): MapIterator<[string, Node]> {
    return this.entries();
  }
  forEach(visit: (value: Node, key: string, map: ReadonlyMap<string, Node>) => void): void {
    this.written().forEach((value, key) => visit(value, key, this));
  }
}

/** Rules ask for the same few hundred paths in every file. */
const split = new Map<string, readonly string[]>();
const mostSplit = 5000;
function splitOnce(key: string): readonly string[] {
  let segments = split.get(key);
  if (!segments) {
    if (split.size >= mostSplit) split.clear();
    split.set(key, (segments = splitKey(key)));
  }
  return segments;
}

/** `a.b\.c.0` → `['a', 'b.c', '0']`: undoes `pathKey`. */
function splitKey(key: string): readonly string[] {
  if (!key.includes('\\')) return key.split('.');
  const segments = [''];
  for (let i = 0; i < key.length; i++) {
    if (key[i] === '.') segments.push('');
    else segments[segments.length - 1] += key[i] === '\\' ? (key[++i] ?? '') : key[i]!;
  }
  return segments;
}

/**
 * CPython's recursion limit of 1,000 stops hjson, which takes two frames a level, above 496 levels (measured on CPython 3.11;
 * a caller's own frames take some more off).
 */
export const deepest = 496;

/** Puts a tree together from what a reader comes across, in the order of the text. */
export class TreeBuilder {
  root: TreeNode | undefined;
  readonly comments: Comment[] = [];
  readonly leniencies: Leniency[] = [];
  /** True once a placeholder says that something else fills the file in. */
  template = false;
  /** Values here stand in a block that a template engine takes or leaves. */
  conditional = false;
  /** Where the nesting went beyond `deepest` first. */
  tooDeep: number | undefined;
  private readonly duplicates: Duplicate[] = [];
  private readonly names: TreeNode[] = [];
  private readonly open: TreeNode[] = [];
  /** How many levels beyond `deepest` the reader is. */
  private beyond = 0;
  private pending: { readonly key: string; readonly span: Span; after: number } | undefined;

  constructor(private readonly text: string) {}

  key(key: string, span: Span): void {
    if (this.beyond > 0) return;
    this.flush();
    if (placeholderIn(key) === 'template') this.template = true;
    this.pending = { key, span, after: span.end };
  }

  /** Where the value is looked for, should there be none. */
  colon(end: number): void {
    if (this.pending && this.beyond === 0) this.pending.after = end;
  }

  scalar(kind: NodeKind, value: Value, span: Span): void {
    if (this.beyond > 0) return;
    const said = kind === 'string' ? placeholderIn(value as string) : undefined;
    if (said === 'template') this.template = true;
    const node = this.add(said || this.conditional ? 'unknown' : kind, said ? undefined : value, span);
    if (kind === 'string' && !said && isQuotedName(value as string)) this.names.push(node);
  }

  placeholder(span: Span): void {
    this.template = true;
    if (this.beyond === 0) this.add('unknown', undefined, span);
  }

  begin(kind: 'object' | 'array', start: number): void {
    if (this.beyond > 0) this.beyond++;
    else if (this.open.length < deepest) this.open.push(this.add(kind, undefined, { start, end: start }));
    else {
      this.tooDeep ??= start;
      this.open.push(this.add('unknown', undefined, { start, end: start }));
      this.beyond = 1;
    }
  }

  end(end: number): void {
    if (this.beyond > 1) {
      this.beyond--;
      return;
    }
    this.beyond = 0;
    this.flush();
    const node = this.open.pop();
    node?.close(end);
    if (node?.kind === 'object') this.findDuplicates(node);
  }

  private add(kind: NodeKind, value: Value, span: Span): TreeNode {
    const parent = this.open[this.open.length - 1];
    const pending = this.pending;
    this.pending = undefined;
    const key = pending ? pending.key : parent ? String(parent.children.length) : '';
    const node = new TreeNode(this.text, parent, key, kind, value, span, pending?.span);
    if (parent) (parent.children as TreeNode[]).push(node);
    else this.root ??= node;
    return node;
  }

  /** A key whose value is missing: half typed. */
  private flush(): void {
    if (!this.pending) return;
    let at = this.pending.after;
    while (this.text[at] === ' ' || this.text[at] === '\t') at++;
    this.add('unknown', undefined, { start: at, end: at });
  }

  private findDuplicates(node: TreeNode): void {
    const { children } = node;
    if (children.length < 2) return;
    if (children.length <= 8 && children.every((c, i) => !children.some((d, k) => k < i && d.key === c.key))) return;
    const first = new Map<string, TreeNode>();
    for (const child of node.children) {
      const before = first.get(child.key);
      if (before) this.duplicates.push({ first: before, again: child });
      else first.set(child.key, child);
    }
  }

  /** `sound`: the text was read to its end, so that its objects are what they seem. */
  finish(problems: readonly Problem[], sound: boolean): Tree {
    while (this.open.length > 0) this.end(this.text.length);
    if (this.template) for (const node of this.names) node.kind = 'unknown';
    return {
      root: this.root,
      nodes: new NodeMap(this.root),
      problems,
      comments: this.comments,
      leniencies: this.leniencies.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end),
      duplicates: sound ? this.duplicates.sort((a, b) => a.again.memberSpan.start - b.again.memberSpan.start) : [],
      template: this.template,
    };
  }

  comment(span: Span): void {
    this.comments.push({ span, text: commentText(this.text.slice(span.start, span.end)) });
    this.leniency('comment', span, { span, newText: '' });
  }

  leniency(code: Leniency['code'], span: Span, strict: Leniency['strict']): void {
    this.leniencies.push({ code, span, strict });
  }

  /** Takes back leniencies whose edits no longer hold. */
  dropLeniencies(...codes: readonly Leniency['code'][]): void {
    const kept = this.leniencies.filter((l) => !codes.includes(l.code));
    this.leniencies.length = 0;
    for (const one of kept) this.leniencies.push(one);
  }
}

const commentText = (raw: string): string => (raw.startsWith('/*') ? raw.slice(2, -2).replace(/^\*+/, '') : raw.replace(/^(?:#+|\/\/+)/, '')).trim();
