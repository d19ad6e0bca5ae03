import { parse, type AndOr, type Command as CommandNode, type CommandNode as AnyCommand, type CompoundList, type ParsedScript, type Pipeline, type PipelineNode, type Statement } from 'unbash';
import type { Word } from '../script';
import { assignment } from './assignment';
import { activates, builtin } from './builtins';
import { newSink, type CommandDraft } from './collect';
import { branches, caseBranches, forLoop, arithmeticLoop, whileLoop } from './branch';
import type { Env, ShellFunction } from './env';
import { compute, expandWords, perform } from './expand';
import type { WordOf } from './fields';
import { callOneOf } from './functions';
import { innerScript } from './inner-script';
import { fork, forget, forgetAll, merge, set, type State } from './state';
import { append, literal, type Piece } from './value';

export function walkScript(script: ParsedScript, env: Env): void {
  statements(script.commands, env);
}

export const walkList = (list: CompoundList, env: Env): void => statements(list.commands, env);

function statements(list: readonly Statement[], env: Env): void {
  for (const s of list) {
    const where = s.background ? detached(env) : env;
    if (s.command.type === 'AndOr') andOr(s.command, where);
    else pipelineNode(s.command, where);
  }
}

/** The same place with a state of its own. */
export const layer = (env: Env, conditional = env.conditional): Env => ({ ...env, state: fork(env.state), conditional });

/** For what does not come back: a subshell, a background job. */
export const detached = (env: Env): Env => ({ ...env, state: fork(env.state), detached: true });

const mostDefinitions = 4;

/** Commands that tell rather than do: what follows them with `&&` runs on some paths only. */
const asks = /^(\[|\[\[|test|command|which|type|hash|grep|egrep|fgrep|pgrep|pidof|diff|cmp|false|nvidia-smi|ping|nc|mountpoint)$/;
const isQuestion = (node: PipelineNode): boolean => {
  if (node.type === 'Pipeline') return node.prefixes.some((p) => p.type === 'Negation') || node.commands.some(isQuestion);
  if (node.type === 'Command') return node.name !== undefined && asks.test(node.name.value);
  return node.type === 'TestCommand' || node.type === 'ArithmeticCommand';
};

function andOr(node: AndOr, env: Env): void {
  const [first, ...rest] = node.commands;
  if (first) pipelineNode(first, env);
  let asked = first !== undefined && isQuestion(first);
  rest.forEach((next, i) => {
    // `a && b`: b is what the script means to run, unless a only asks something. `a || b`: b is the exception.
    if (node.operators[i] === '&&' && !asked) pipelineNode(next, env);
    else {
      const branch = layer(env, true);
      pipelineNode(next, branch);
      merge(env.state, [fork(env.state), branch.state]);
    }
    asked ||= isQuestion(next) || node.operators[i] === '||';
  });
}

function pipelineNode(node: PipelineNode, env: Env): void {
  if (node.type !== 'Pipeline') return command(node, env);
  pipeline(node, env);
}

function pipeline(node: Pipeline, env: Env): void {
  for (const c of node.commands) command(c, node.commands.length > 1 ? detached(env) : env);
}

export function command(node: AnyCommand, env: Env): void {
  switch (node.type) {
    case 'Command':
      return simple(node, env);
    case 'Redirected':
      for (const r of node.redirects) perform(r, env);
      return command(node.command, env);
    case 'BraceGroup':
      return walkList(node.body, env);
    case 'Subshell':
      return walkList(node.body, detached(env));
    case 'If':
      return branches(node, env);
    case 'Case':
      return caseBranches(node, env);
    case 'For':
    case 'Select':
      return forLoop(node, env);
    case 'ArithmeticFor':
      return arithmeticLoop(node, env);
    case 'While':
      return whileLoop(node, env);
    case 'Function': {
      const { functions, defined } = env.run;
      const name = node.name.value;
      const fn: ShellFunction = { node, source: env.source, conditional: env.conditional || env.detached, calls: 0, running: false, recurs: false };
      functions.set(name, fn.conditional ? [...(functions.get(name) ?? []), fn].slice(-mostDefinitions) : [fn]);
      defined.push(fn);
      return;
    }
    case 'Coproc':
      if (node.body.type === 'CompoundList') walkList(node.body, detached(env));
      else command(node.body, detached(env));
      return forget(env.state, node.name?.value ?? 'COPROC');
    case 'ArithmeticCommand':
      if (node.expression) compute(node.expression, env);
      return;
    case 'TestCommand':
      return perform(node.expression, env);
  }
}

function simple(node: CommandNode, env: Env): void {
  const { run, state } = env;
  for (const r of node.redirects) if ('descriptor' in r && r.descriptor?.type === 'FileDescriptorVariable') forget(state, r.descriptor.name);
  if (--run.budget.commands < 0) return forgetAll(state);
  if (!node.name) {
    for (const p of node.prefix) if (p.type === 'Assignment') assignment(p, env);
    for (const r of node.redirects) perform(r, env);
    return;
  }
  const words = wordsOf(node, env);
  for (const r of node.redirects) perform(r, env);
  const draft = emit(node, words, env);
  const temporary = node.prefix.length > 0 ? layer(env) : env;
  for (const p of node.prefix) if (p.type === 'Assignment') assignment(p, temporary, { exported: true, ...(draft ? { holder: draft } : {}) });
  // What their own expansions set stays (`A=${B:=1} program`).
  if (temporary !== env) keep(node, temporary.state, state);

  let rest = words;
  let replaced = false;
  while (rest.length > 1 && /^(command|builtin|exec)$/.test(rest[0]!.word.value ?? '') && !/^-/.test(rest[1]!.word.value ?? '-')) {
    replaced ||= rest[0]!.word.value === 'exec';
    rest = rest.slice(1);
  }
  const name = rest[0]?.word.value;
  const fns = name !== undefined && rest === words ? run.functions.get(name) : undefined;
  if (fns) callOneOf(fns, rest.slice(1), env, temporary.state);
  else if (name === undefined || !leave(name, rest, env)) {
    if (draft) strings(rest, draft, node, env, temporary);
    if (name !== undefined) builtin(name, rest, node, env);
  }
  if (replaced) state.ended = 'exit';
}

function wordsOf(node: CommandNode, env: Env): readonly WordOf[] {
  const words = [...expandWords(node.name!, env)];
  for (const arg of node.args) {
    if (arg.type === 'Word') append(words, expandWords(arg, env));
    else {
      const at = { source: env.source, pos: arg.pos, end: arg.end };
      const plain = arg.value.type === 'Word' && arg.value.parts === undefined && arg.text.indexOf('\\') < 0;
      const piece = literal(plain ? arg.text : undefined, at, true, plain);
      const span = env.source.span(arg.pos, arg.end);
      const word: Word = { span, raw: env.source.raw(arg.pos, arg.end), value: piece.text, known: piece.text ?? arg.name + '=', path: piece.text, open: false, source: env.source.exact(arg.pos, arg.end), from: [] };
      words.push({ word, pieces: [piece], place: at });
    }
  }
  return words;
}

function emit(node: CommandNode, words: readonly WordOf[], env: Env): CommandDraft | undefined {
  const last = node.args[node.args.length - 1] ?? node.name;
  if (!node.name || !last) return undefined;
  return env.run.collector.command(env.sink, node, {
    span: env.source.span(node.name.pos, Math.max(node.name.end, last.end)),
    words: words.map((w) => w.word),
    openEnded: words.some((w) => w.word.open),
    directory: env.state.directory,
    conditional: env.conditional || env.state.ended !== undefined,
  });
}

/** `exit`, `return`, `break` and `continue`, and `exec`, behind which a script does not go on. */
function leave(name: string, words: readonly WordOf[], env: Env): boolean {
  const { state } = env;
  switch (name) {
    case 'exit':
      state.ended = 'exit';
      return true;
    case 'exec':
      if (words.length > 1) state.ended = 'exit';
      return true;
    case 'return':
      if (env.fn && env.fn.state !== state) env.fn.left = true;
      state.ended = 'return';
      return true;
    case 'break':
    case 'continue':
      if (env.loop) {
        env.loop.left = true;
        state.ended = 'break';
      }
      return true;
    default:
      return false;
  }
}

/** What a command set in a state of its own holds afterwards as well, but for the assignments before its name. */
function keep(node: CommandNode, from: State, to: State): void {
  if (from.cleared) forgetAll(to);
  for (const [n, v] of from.variables) if (!node.prefix.some((p) => p.type === 'Assignment' && p.name === n)) set(to, n, v);
  to.directory = from.directory;
  to.positional = from.positional;
  to.ended = from.ended;
}

const isShell = (word: Word): boolean => /^(.*\/)?(ba|da|z|k)?sh$/.test(word.value ?? '');
const mostNested = 4;

/** Commands of a string: `eval …` in this shell; `bash -c …`, also behind `srun` and its like, in one of its own. */
function strings(words: readonly WordOf[], draft: CommandDraft, node: CommandNode, env: Env, temporary: Env): void {
  const isEval = words[0]?.word.value === 'eval';
  const shell = words.findIndex((w) => isShell(w.word));
  if (!isEval && shell < 0) return;
  const text = isEval ? evalText(words.slice(1)) : scriptArgument(words, shell);
  const source = text && innerScript(text);
  if (!source || env.nesting >= mostNested || (env.run.budget.characters -= source.text.length) < 0) {
    if (isEval && !activates(node, env)) forgetAll(env.state);
    return;
  }
  const sink = newSink(draft);
  const state = isEval ? temporary.state : { ...fork(temporary.state), positional: undefined, shell: true };
  walkScript(parse(source.text), { ...env, source, state, sink, nesting: env.nesting + 1, ...(isEval ? {} : { detached: true, loop: undefined, fn: undefined }) });
  // Some part of the text is unknown, and so is what it does.
  if (isEval && text.some((p) => p.text === undefined) && !activates(node, env)) forgetAll(state);
  if (isEval && state !== env.state) keep(node, state, env.state);
  const again = draft.drafts.length > 0;
  draft.drafts = again && !sameCommands(draft.drafts, sink.commands) ? [] : sink.commands;
}

const sameCommands = (a: readonly CommandDraft[], b: readonly CommandDraft[]): boolean =>
  a.length === b.length && a.every((d, i) => d.words.length === b[i]!.words.length && d.words.every((w, j) => w.value === b[i]!.words[j]!.value));

function evalText(words: readonly WordOf[]): readonly Piece[] | undefined {
  if (words.length === 0) return undefined;
  return words.flatMap((w, i) => {
    const first = w.pieces[0];
    return i > 0 && first ? [literal(' ', { source: first.source, pos: first.pos, end: first.pos }, true, false), ...w.pieces] : w.pieces;
  });
}

function scriptArgument(words: readonly WordOf[], shell: number): readonly Piece[] | undefined {
  for (let i = shell + 1; i < words.length; i++) {
    const text = words[i]!.word.value;
    if (text === undefined || !/^[-+]/.test(text)) return undefined;
    if (/^-[A-Za-z]*c[A-Za-z]*$/.test(text)) return words[i + 1]?.pieces;
    if (text === '-o' || text === '+o' || text === '--rcfile' || text === '--init-file') i++;
  }
  return undefined;
}
