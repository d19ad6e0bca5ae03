import type { ArithmeticFor, Case, For, If, Select, SyntaxNode, While } from 'unbash';
import { assign } from './assign';
import { assignedIn } from './assigned';
import type { Env, Region } from './env';
import { compute, expandWords, perform } from './expand';
import { adopt, blur, fork, forget, forgetAll, merge, type State } from './state';
import { layer, walkList } from './walk';

/** Both ways of an `if`; without `else` there is one that does nothing. */
export function branches(node: If, env: Env): void {
  walkList(node.clause, env);
  /** Where all conditions so far have failed. */
  const otherwise = layer(env, true);
  const states: State[] = [];
  const take = (list: If['then']): void => {
    const branch = layer(env, true);
    adopt(branch.state, otherwise.state);
    walkList(list, branch);
    states.push(branch.state);
  };
  take(node.then);
  for (const e of node.elif) {
    walkList(e.clause, otherwise);
    take(e.then);
  }
  if (node.else) take(node.else);
  else states.push(otherwise.state);
  merge(env.state, states);
}

export function caseBranches(node: Case, env: Env): void {
  perform(node.word, env);
  const states: State[] = [];
  let complete = false;
  const passes = node.items.some((i) => i.terminator === ';&' || i.terminator === ';;&');
  for (const item of node.items) {
    const branch = layer(env, true);
    walkList(item.body, branch);
    states.push(branch.state);
    complete ||= item.pattern.some((p) => p.text === '*');
  }
  if (!complete) states.push(fork(env.state));
  merge(env.state, states);
  // Where one branch runs on into the next, none of them says what holds afterwards.
  if (passes) for (const s of states) for (const n of s.variables.keys()) forget(env.state, n);
}

/** What a loop may change is unknown from its first round on: a later round sees what an earlier one left. */
function loopEnv(node: SyntaxNode, env: Env, conditional: boolean): Env {
  const inner = layer(env, conditional);
  const assigned = assignedIn(node, env.run);
  if (assigned.all) forgetAll(inner.state);
  else for (const n of assigned.names) forget(inner.state, n);
  if (assigned.moves || assigned.all) inner.state.directory = undefined;
  const loop: Region = { left: false, state: inner.state };
  return { ...inner, loop };
}

/** After a loop. `once`: its body ran at least once for certain. */
function afterLoop(inner: Env, env: Env, once: boolean): void {
  const { state } = inner;
  if (state.ended === 'break') state.ended = undefined;
  if (inner.loop!.left) blur(state, env.state);
  if (once) {
    if (state.ended) env.state.ended = state.ended;
    adopt(env.state, state);
  } else merge(env.state, [state, fork(env.state)]);
}

export function forLoop(node: For | Select, env: Env): void {
  const words = node.wordlist?.flatMap((w) => expandWords(w, env));
  const certain = node.type === 'For' && words !== undefined && words.length > 0 && words.every((w) => !w.word.open);
  const inner = loopEnv(node, env, env.conditional || !certain);
  const only = certain && words.length === 1 ? words[0] : undefined;
  if (only) assign(inner, node.name.value, only.pieces, undefined);
  else forget(inner.state, node.name.value);
  if (node.type === 'Select') forget(inner.state, 'REPLY');
  walkList(node.body, inner);
  afterLoop(inner, env, certain);
}

export function arithmeticLoop(node: ArithmeticFor, env: Env): void {
  if (node.initialize) compute(node.initialize, env);
  const inner = loopEnv(node, env, true);
  walkList(node.body, inner);
  if (node.update) compute(node.update, inner);
  afterLoop(inner, env, false);
}

export function whileLoop(node: While, env: Env): void {
  const inner = loopEnv(node, env, env.conditional);
  walkList(node.clause, inner);
  const body: Env = { ...inner, conditional: true };
  walkList(node.body, body);
  afterLoop(body, env, false);
}
