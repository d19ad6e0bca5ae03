import type { Word as WordNode } from 'unbash';
import type { Span } from '../../text/span';
import type { Word } from '../script';
import type { AssignmentDraft, CommandDraft } from './collect';
import type { Env } from './env';
import { doubt, get, set, type Held, type Variable } from './state';
import { appended, expansionPiece, knownOf, originsOf, pathOf, stored, textOf, unknownPiece, type Item, type Piece } from './value';

/** The written form of an assignment, for the syntax. */
export interface Written {
  readonly span: Span;
  readonly nameSpan: Span;
  readonly node: Pick<WordNode, 'pos' | 'end'>;
  /** The piece of syntax that stands for it. */
  readonly key: object;
  readonly exported?: boolean;
  readonly append?: boolean;
  readonly holder?: CommandDraft;
}

/** Gives a scalar its value. `written` is undefined for what arithmetic or a loop sets, which nobody wrote as such. */
export function assign(env: Env, name: string, items: readonly Item[], written: Written | undefined): Variable {
  const before = get(env.state, name);
  const added = stored(items);
  const pieces = written?.append ? valueAfter(before.held, added) : added;
  // `X+=y` on an array changes its first element.
  const held: Held = pieces && before.held.kind !== 'array' ? { kind: 'scalar', pieces } : { kind: 'unknown' };
  return hold(env, name, before, held, written, held.kind === 'scalar' ? held.pieces : undefined, written?.append === true);
}

export function assignArray(env: Env, name: string, elements: readonly Piece[], written: Written): Variable {
  const before = get(env.state, name);
  const all = written.append ? [...elementsOf(before.held, written, env), ...elements] : elements;
  const held: Held = all.length > mostElements ? { kind: 'unknown' } : { kind: 'array', elements: all };
  return hold(env, name, before, held, written, undefined, written.append === true);
}

/** What `+=( )` adds to. A name that the script has not set holds nothing: arrays are not inherited. */
function elementsOf(held: Held, written: Written, env: Env): readonly Piece[] {
  const at = { source: env.source, pos: written.node.pos, end: written.node.pos };
  switch (held.kind) {
    case 'array':
      return held.elements;
    case 'scalar':
      return [expansionPiece(held.pieces, at, true, originsOf(held.pieces))];
    case 'unknown':
      return [unknownPiece(at, false)];
    default:
      return [];
  }
}

const mostElements = 5_000;

function hold(env: Env, name: string, before: Variable, held: Held, written: Written | undefined, pieces: readonly Piece[] | undefined, append: boolean): Variable {
  if (env.run.template) {
    held = { kind: 'unknown' };
    pieces = undefined;
  }
  const exported = before.exported || env.state.allExport || written?.exported === true;
  if (!written) doubt(before);
  const by = written && draftOf(env, name, written, pieces, append ? before : undefined, exported);
  const variable: Variable = before.special ? { held: { kind: 'unknown' }, exported, by, special: true } : { held, exported, by };
  if (by && before.special) by.word = { ...by.word, value: undefined, known: '', path: undefined };
  set(env.state, name, variable);
  return variable;
}

function draftOf(env: Env, name: string, written: Written, pieces: readonly Piece[] | undefined, before: Variable | undefined, exported: boolean): AssignmentDraft {
  const { pos, end } = written.node;
  const span = env.source.span(pos, end);
  const path = pieces && pathOf(pieces);
  const word: Word = {
    span,
    raw: env.source.raw(pos, end),
    value: pieces && textOf(pieces),
    known: pieces ? knownOf(pieces) : '',
    path: path?.includes('@self') ? undefined : path,
    open: false,
    source: env.source.exact(pos, end),
    from: pieces ? originsOf(pieces, before?.by) : [],
  };
  return env.run.collector.assignment(
    written.key,
    { name, nameSpan: written.nameSpan, span: written.span, word, exported, conditional: env.conditional || env.state.ended !== undefined || (env.detached && !written.holder) || (exported && env.fn?.locals.has(name) === true) },
    written.holder,
  );
}

function valueAfter(held: Held, added: readonly Piece[]): readonly Piece[] | undefined {
  switch (held.kind) {
    case 'scalar':
      return appended(held.pieces, added);
    case 'unset':
      return added;
    default:
      return undefined;
  }
}
