import type { Text } from '../text/say';
import type { Span } from '../text/span';

/** `unknown`: a template placeholder or something only known at run time; rules are silent about it. */
export type NodeKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'unknown';

export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value } | undefined;

/** One value of a config, and the key it stands under. */
export interface Node {
  readonly kind: NodeKind;
  /** Segments from the root; array indices as decimal strings. */
  readonly path: readonly string[];
  /** The value, without quotes. */
  readonly span: Span;
  /** The key with its quotes; undefined in arrays and at the root. */
  readonly keySpan: Span | undefined;
  /** The whole member: key, colon and value. Equals `span` in arrays and at the root. */
  readonly memberSpan: Span;
  readonly parent: Node | undefined;
  readonly children: readonly Node[];
  /** As the reading tool would hold it; undefined where any part of it is unknown, so that one never sees half of a value. */
  readonly value: Value;
  /** The characters as written. */
  readonly raw: string;
}

/** Something the reading tool stumbles over. */
export interface Problem {
  readonly code: string;
  readonly message: Text;
  readonly span: Span;
  /** True where only the lenient reader (hjson) stumbles: `json.load` reads `{"a": NaN, "b": 1}` and `1e999`. */
  readonly strictReads?: boolean;
}

export interface Comment {
  readonly span: Span;
  /** Without the comment signs, trimmed. */
  readonly text: string;
}

/** Syntax that one reader takes and a stricter one refuses: comments, trailing commas, unquoted words. */
export interface Leniency {
  readonly code:
    | 'comment'
    | 'trailing-comma'
    | 'missing-comma'
    | 'unquoted-key'
    | 'unquoted-string'
    | 'single-quotes'
    | 'multiline-string'
    /** Once where the opening brace is missing, once where the closing one is. */
    | 'no-braces'
    /** `\'` in double quotes, and `\u` with what only Python's `int` takes for four digits. */
    | 'escape'
    /** U+00A0 and its like beside an unquoted word. */
    | 'odd-blank'
    | 'bom';
  readonly span: Span;
  /**
   * What to delete or put instead to please the strict reader, where that is known. All of a tree's edits go together. A
   * string that took in a comma or comment meant for the line (`False,`) becomes what was meant, not what was read.
   */
  readonly strict: { readonly span: Span; readonly newText: string } | undefined;
}

export interface Duplicate {
  readonly first: Node;
  readonly again: Node;
}

/** A parsed config of any syntax: the same shape for JSON, YAML and TOML. */
export interface Tree {
  readonly root: Node | undefined;
  /** By `pathKey`; where a key is written twice, the last one. */
  readonly nodes: ReadonlyMap<string, Node>;
  readonly problems: readonly Problem[];
  readonly comments: readonly Comment[];
  readonly leniencies: readonly Leniency[];
  readonly duplicates: readonly Duplicate[];
  /** True when the text holds placeholders that something else fills in (`{{ x }}`, `${X}`, `<x>`). */
  readonly template: boolean;
}

/** `['a', 'b.c', '0']` → `a.b\.c.0`: the key of `Tree.nodes`. */
export const pathKey = (path: readonly string[]): string => path.map((s) => s.replace(/[\\.]/g, '\\$&')).join('.');

export const keyOf = (node: Node): string => node.path[node.path.length - 1] ?? '';

/** The innermost node whose member touches the offset. */
export function nodeAt(tree: Tree, offset: number): Node | undefined {
  let node = tree.root;
  if (!node || offset < node.span.start || offset > node.span.end) return undefined;
  for (;;) {
    const child: Node | undefined = node.children.find((c) => c.memberSpan.start <= offset && offset <= c.memberSpan.end);
    if (!child) return node;
    node = child;
  }
}
