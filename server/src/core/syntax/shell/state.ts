import type { AssignmentDraft } from './collect';
import { sameText, type Piece } from './value';

/**
 * What a variable holds. Among the elements of an array an unknown one that is not quoted may stand for several, or for
 * none. environment: the script has not set it so far. */
export type Held =
  | { readonly kind: 'scalar'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'array'; readonly elements: readonly Piece[] }
  | { readonly kind: 'unset' | 'unknown' | 'environment' };

export interface Variable {
  readonly held: Held;
  readonly exported: boolean;
  /** The assignment that it comes from. */
  readonly by: AssignmentDraft | undefined;
  /** `readonly`, `declare -i`, `-n`, `-A`: what later assignments do is not followed. */
  readonly special?: boolean;
}

export const environment: Variable = { held: { kind: 'environment' }, exported: false, by: undefined };
export const unknownVariable: Variable = { held: { kind: 'unknown' }, exported: false, by: undefined };

/** How a path through the script ended before its last command. */
export type Ending = 'exit' | 'return' | 'break';

/**
 * The shell's state at one point. A branch is a layer over the state it started from and holds only what it changed,
 * so that branching costs nothing.
 */
export interface State {
  readonly parent: State | undefined;
  readonly variables: Map<string, Variable>;
  /** Something ran that may have set any variable: what is not in `variables` is unknown. */
  cleared: boolean;
  directory: string | undefined;
  /** Folders that `popd` goes back to. */
  stack: readonly (string | undefined)[];
  /** `$1`, `$2`, …; undefined when not known. */
  positional: readonly (readonly Piece[])[] | undefined;
  allExport: boolean;
  ended: Ending | undefined;
  /** A shell of its own begins here (`bash -c`): of what was set before it knows what is exported. */
  shell: boolean;
}

export const startState = (): State => ({
  parent: undefined,
  variables: new Map(),
  cleared: false,
  directory: '',
  stack: [],
  positional: undefined,
  allExport: false,
  ended: undefined,
  shell: false,
});

export const fork = (state: State): State => ({ ...state, parent: state, variables: new Map(), cleared: false, shell: false });

export function get(state: State, name: string): Variable {
  let exportedOnly = false;
  for (let s: State | undefined = state; s; s = s.parent) {
    const found = s.variables.get(name);
    if (found) return exportedOnly && !found.exported ? environment : found;
    exportedOnly ||= s.shell;
    // Whatever ran, what is exported stays so.
    if (s.cleared) return s.parent && get(s.parent, name).exported ? { ...unknownVariable, exported: true } : unknownVariable;
  }
  return environment;
}

export const set = (state: State, name: string, variable: Variable): void => void state.variables.set(name, variable);

export function forget(state: State, name: string): void {
  const before = get(state, name);
  doubt(before);
  set(state, name, { ...unknownVariable, exported: before.exported });
}

/** Something that is no assignment gives the variable another value: what the last one put into the environment no longer holds. */
export function doubt({ exported, by }: Variable): void {
  if (exported && by) by.conditional = true;
}

/** Scripts with more variables than this are not launch scripts. */
const mostToKeep = 1_000;
const mostToCompare = 1_000_000;

/** Something ran that may have set any variable. */
export function forgetAll(state: State): void {
  for (let s: State | undefined = state; s && s.variables.size < mostToKeep; s = s.cleared ? undefined : s.parent) for (const v of s.variables.values()) doubt(v);
  const exported = state.variables.size < mostToKeep ? [...state.variables].filter(([, v]) => v.exported) : [];
  state.variables.clear();
  for (const [name] of exported) set(state, name, { ...unknownVariable, exported: true });
  state.cleared = true;
  state.positional = undefined;
}

function same(a: Variable, b: Variable): boolean {
  if (a === b) return true;
  const x = a.held;
  const y = b.held;
  if (x.kind === 'scalar' && y.kind === 'scalar') return sameText(x.pieces, y.pieces);
  if (x.kind === 'array' && y.kind === 'array')
    return x.elements.length === y.elements.length && x.elements.every((e, i) => sameText([e], [y.elements[i]!]));
  return x.kind === y.kind;
}

/** After a branch: what every way that goes on agrees on stays known. */
export function merge(base: State, branches: readonly State[]): void {
  const live = branches.filter((b) => b.ended === undefined);
  const first = live[0];
  if (!first) {
    const endings = new Set(branches.map((b) => b.ended));
    base.ended = endings.size === 1 ? branches[0]?.ended : 'return';
    if (branches.length === 1) adopt(base, branches[0]!);
    return;
  }
  if (live.length === 1) return adopt(base, first);
  const anyCleared = live.some((b) => b.cleared);
  const names = new Set(live.flatMap((b) => [...b.variables.keys()]));
  const merged = new Map<string, Variable>();
  const tooMany = names.size * live.length > mostToCompare;
  for (const name of names) {
    if (tooMany) {
      merged.set(name, { ...unknownVariable, exported: get(base, name).exported });
      continue;
    }
    const [one, ...others] = live.map((b) => get(b, name)) as [Variable, ...Variable[]];
    const exported = [one, ...others].every((v) => v.exported);
    merged.set(name, others.every((v) => same(one, v)) ? { ...one, exported } : { ...unknownVariable, exported });
  }
  if (anyCleared) forgetAll(base);
  for (const [name, variable] of merged) set(base, name, variable);
  const agreed = <T>(read: (s: State) => T, otherwise: T): T => (live.every((b) => read(b) === read(first)) ? read(first) : otherwise);
  base.directory = agreed((s) => s.directory, undefined);
  base.stack = agreed((s) => s.stack, []);
  base.positional = agreed((s) => s.positional, undefined);
  base.allExport = agreed((s) => s.allExport, false);
}

/** The layer was the only way on: its changes hold. */
export function adopt(base: State, layer: State): void {
  if (layer.cleared) forgetAll(base);
  for (const [name, variable] of layer.variables) set(base, name, variable);
  base.directory = layer.directory;
  base.stack = layer.stack;
  base.positional = layer.positional;
  base.allExport = layer.allExport;
}

/** After a loop or function that was left early on some path: what it set is unknown. */
export function blur(layer: State, base: State): void {
  for (const name of [...layer.variables.keys()]) if (!same(get(layer, name), get(base, name))) forget(layer, name);
  if (layer.directory !== base.directory) layer.directory = undefined;
  layer.positional = layer.positional === base.positional ? layer.positional : undefined;
}
