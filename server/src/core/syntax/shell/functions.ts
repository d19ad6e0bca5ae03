import type { Function as FunctionNode, SyntaxNode } from 'unbash';
import { assignedIn } from './assigned';
import type { Env, ShellFunction } from './env';
import type { WordOf } from './fields';
import { adopt, blur, fork, forget, forgetAll, merge, set, type State, type Variable } from './state';
import { command, layer, walkList } from './walk';

const mostCalls = 4;
const deepestCall = 40;

/** Which of the definitions holds is only known at run time where there are several, or where there might be none. */
export function callOneOf(fns: readonly ShellFunction[], args: readonly WordOf[], env: Env, temporary: State): void {
  const [only, ...others] = fns;
  if (only && others.length === 0 && !only.conditional) return call(only, args, env, temporary);
  const states = fns.map((fn) => {
    const branch = layer(env, true);
    call(fn, args, branch, temporary === env.state ? branch.state : temporary);
    return branch.state;
  });
  merge(env.state, only?.conditional ? [...states, fork(env.state)] : states);
}

function call(fn: ShellFunction, args: readonly WordOf[], env: Env, temporary: State): void {
  if (fn.running || env.depth >= deepestCall) {
    fn.recurs = true;
    return forgetAll(env.state);
  }
  fn.calls++;
  // Called often: what it sets is unknown from then on, and its commands were seen under enough states.
  if (fn.calls > mostCalls + 1) return forgetSet(fn, env);
  const followed = fn.calls <= mostCalls;
  const state = fork(temporary);
  state.positional = !followed || args.some((w) => w.word.open) ? undefined : args.map((w) => w.pieces.map((p) => ({ ...p, quoted: false })));
  if (!followed) forgetAll(state);
  body(fn, state, env, env.conditional);
  if (state.ended === 'exit') env.state.ended = 'exit';
  if (!followed) return forgetSet(fn, env);
  // A prefix (`X=1 f`) is gone again, whatever the function did to it.
  if (temporary !== env.state) for (const n of temporary.variables.keys()) state.variables.delete(n);
  const { positional } = env.state;
  adopt(env.state, state);
  env.state.positional = positional;
}

function forgetSet(fn: ShellFunction, env: Env): void {
  const assigned = assignedIn(fn.node.body as SyntaxNode, env.run);
  if (assigned.all) forgetAll(env.state);
  else for (const n of assigned.names) forget(env.state, n);
  if (assigned.moves || assigned.all) env.state.directory = undefined;
}

/** Follows a function in `state`, which afterwards holds what it changed. */
function body(fn: ShellFunction, state: State, env: Env, conditional: boolean): void {
  const region = { left: false, state, locals: new Map<string, Variable | undefined>() };
  const inner: Env = { ...env, source: fn.source, state, conditional, fn: region, loop: undefined, depth: env.depth + 1 };
  const base = state.parent!;
  fn.running = true;
  functionBody(fn.node, inner);
  if (fn.recurs) {
    // It calls itself, with arguments of which nothing is known.
    const deeper = layer(inner);
    forgetAll(deeper.state);
    functionBody(fn.node, { ...deeper, fn: { ...region, state: deeper.state } });
    forgetAll(state);
    state.directory = state.directory === deeper.state.directory ? state.directory : undefined;
    fn.recurs = false;
  }
  fn.running = false;
  if (state.ended !== 'exit') state.ended = undefined;
  if (region.left) blur(state, base);
  for (const [n, before] of region.locals) {
    if (before) set(state, n, before);
    else state.variables.delete(n);
  }
}

function functionBody(node: FunctionNode, env: Env): void {
  if (node.body.type === 'CompoundList') walkList(node.body, env);
  else command(node.body, env);
}

/** Functions that nothing in the script calls: their commands count, with nothing known but what they set themselves. */
export function walkUncalled(env: Env): void {
  for (const fn of env.run.defined) {
    if (fn.calls > 0) continue;
    fn.calls++;
    const state = fork(env.state);
    forgetAll(state);
    state.ended = undefined;
    state.directory = undefined;
    body(fn, state, { ...env, state }, true);
  }
}
