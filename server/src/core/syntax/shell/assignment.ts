import type { Assignment as AssignmentNode, Word as WordNode } from 'unbash';
import { assign, assignArray, type Written } from './assign';
import type { CommandDraft } from './collect';
import type { Env } from './env';
import { expandValue, expandWords } from './expand';
import { forget } from './state';
import { expansionPiece, originsOf, unknownPiece, type Piece } from './value';

/** Performs `NAME=value` wherever it stands. */
export function assignment(node: AssignmentNode, env: Env, options: { readonly exported?: boolean; readonly holder?: CommandDraft } = {}): void {
  const { value } = node;
  const end = node.pos + node.name.length;
  const written: Written = {
    span: env.source.span(node.pos, node.end),
    nameSpan: env.source.span(node.pos, end),
    node: { pos: value.pos, end: value.end },
    key: node,
    append: node.append === true,
    ...options,
  };
  if (value.type === 'ArrayValue' && !node.index) {
    assignArray(env, node.name, arrayElements(value.elements, env), written);
    return;
  }
  const items = value.type === 'ArrayValue' ? [] : expandValue(value, env);
  // Which element an index names is not followed.
  assign(env, node.name, node.index ? [unknownPiece({ source: env.source, pos: value.pos, end: value.end }, true)] : items, written);
  if (node.index) forget(env.state, node.name);
}

function arrayElements(nodes: readonly WordNode[], env: Env): readonly Piece[] {
  const elements: Piece[] = [];
  for (const node of nodes) {
    // `[key]=value` fills a chosen place.
    if (/^\[.*\]\+?=/s.test(node.text)) return [unknownPiece({ source: env.source, pos: node.pos, end: node.end }, false)];
    for (const w of expandWords(node, env)) {
      const at = w.place ?? { source: env.source, pos: node.pos, end: node.end };
      // What is known of an element that may be several is not split when the array comes in quotes.
      const open = w.word.value === undefined && w.word.open;
      const inner = w.pieces.map((p) => (p.quoted && p.text === '' ? p : { ...p, quoted: open && p.text !== undefined }));
      elements.push({ ...expansionPiece(inner, at, true, originsOf(w.pieces)), own: w.place !== undefined, ...(open ? { quoted: false } : {}) });
    }
  }
  return elements;
}
