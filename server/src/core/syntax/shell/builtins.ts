import type { Assignment as AssignmentNode, Command as CommandNode, Word as WordNode } from 'unbash';
import { assign, assignArray, type Written } from './assign';
import type { CommandDraft } from './collect';
import type { Env } from './env';
import { expandValue, expandWords } from './expand';
import type { WordOf } from './fields';
import { changeFolder } from './folders';
import { environment, forget, forgetAll, get, set } from './state';
import { expansionPiece, originsOf, pathOf, unknownPiece, type Piece } from './value';

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
  assign(env, node.name, items, written);
  // Which element an index names is not followed.
  if (node.index) forget(env.state, node.name);
}

function arrayElements(nodes: readonly WordNode[], env: Env): readonly Piece[] {
  const elements: Piece[] = [];
  for (const node of nodes) {
    // `[key]=value` fills a chosen place.
    if (/^\[.*\]\+?=/s.test(node.text)) return [unknownPiece({ source: env.source, pos: node.pos, end: node.end }, false)];
    for (const w of expandWords(node, env)) {
      const at = w.place ?? { source: env.source, pos: node.pos, end: node.end };
      const inner = w.pieces.map((p) => (p.quoted && p.text === '' ? p : { ...p, quoted: false }));
      elements.push({ ...expansionPiece(inner, at, true, originsOf(w.pieces)), own: w.place !== undefined, ...(w.word.value === undefined && w.word.open ? { quoted: false } : {}) });
    }
  }
  return elements;
}

const name = /^[A-Za-z_]\w*$/;

/** `export`, `declare`, `typeset`, `local`, `readonly`. */
function declare(command: string, node: CommandNode, env: Env): void {
  let exported = command === 'export';
  let hidden = false;
  let special = command === 'readonly';
  let print = false;
  for (const arg of node.args) {
    if (arg.type === 'Assignment') {
      if (print) continue;
      localise(command, arg.name, env);
      assignment(arg, env, exported ? { exported } : {});
      if (special) set(env.state, arg.name, { ...get(env.state, arg.name), special: true, ...(command === 'readonly' ? {} : { held: { kind: 'unknown' } }) });
      continue;
    }
    for (const w of expandWords(arg, env)) {
      const text = w.word.value;
      if (text === undefined) {
        // `export $(grep … .env)`: names that nobody can see.
        if (w.word.open) forgetAll(env.state);
        else if (/^[A-Za-z_]\w*(?==)/.test(w.word.known)) forget(env.state, /^\w+/.exec(w.word.known)![0]);
        else forgetAll(env.state);
      } else if (/^[-+][A-Za-z]+$/.test(text)) {
        if (text.includes('x')) exported = text[0] === '-';
        if (command === 'export' && text.includes('n')) hidden = true;
        if (command !== 'export' && /[inAlu]/.test(text)) special = true;
        if (/[fFp]/.test(text)) print = true;
      } else if (print) continue;
      else if (name.test(text)) named(command, text, env, { exported: exported && !hidden, hidden, special });
      else {
        const set = /^([A-Za-z_]\w*)(\+?)=/.exec(text);
        if (!set) continue;
        localise(command, set[1]!, env);
        forget(env.state, set[1]!);
        if (set[2] === '' && !special) quotedAssignment(arg, w, set[1]!, set[0].length, env, exported);
      }
    }
  }
}

/** `export "A=1"`: one word that holds name and value. */
function quotedAssignment(node: WordNode, w: WordOf, variable: string, skip: number, env: Env, exported: boolean): void {
  let left = skip;
  const pieces: Piece[] = [];
  for (const p of w.pieces) {
    const length = p.text?.length ?? 0;
    if (left >= length && p.text !== undefined) left -= length;
    else {
      pieces.push(left > 0 && p.text !== undefined ? { ...p, text: p.text.slice(left), pos: p.exact ? p.pos + left : p.pos, inner: undefined } : p);
      left = 0;
    }
  }
  const first = pieces[0];
  const last = pieces[pieces.length - 1];
  const whole = { pos: node.pos, end: node.end };
  const at = first && last && first.source === env.source && last.source === env.source ? { pos: first.pos, end: last.end } : whole;
  assign(env, variable, pieces, { span: env.source.span(node.pos, node.end), nameSpan: env.source.span(node.pos, node.end), node: at, key: node, exported });
}

function named(command: string, variable: string, env: Env, how: { readonly exported: boolean; readonly hidden: boolean; readonly special: boolean }): void {
  const scoped = localise(command, variable, env);
  const before = get(env.state, variable);
  if (scoped) return set(env.state, variable, { held: { kind: how.special ? 'unknown' : 'unset' }, exported: how.exported, by: undefined, special: how.special });
  const exported = how.hidden ? false : before.exported || how.exported;
  if (how.exported && before.by && !before.by.exported) (before.by as { exported: boolean }).exported = true;
  set(env.state, variable, { ...before, exported, special: before.special === true || how.special, ...(how.special && command !== 'readonly' ? { held: { kind: 'unknown' } } : {}) });
}

/** Inside a function, `local` and `declare` make a variable of the function's own. */
function localise(command: string, variable: string, env: Env): boolean {
  if (!env.fn || command === 'export' || command === 'readonly') return false;
  if (!env.fn.locals.has(variable)) env.fn.locals.set(variable, env.fn.state.variables.get(variable));
  set(env.state, variable, environment);
  return true;
}

/** Options that take a value; in capitals those whose value is the name of a variable. */
const valued = { read: 'dinNptuA', mapfile: 'dnOsuCc', readarray: 'dnOsuCc', wait: 'P' } as const;

/** What `read` and its kin set: the names behind their options. */
function forgetTargets(args: readonly WordOf[], options: string, env: Env): void {
  const { state } = env;
}

/** Files that people source for a path or an environment; they set none of a launch script's own variables. */
const activation = /(^|\/)(activate|\.?bashrc|bash\.bashrc|\.bash_profile|\.profile|profile|\.zshrc|conda\.sh|mamba\.sh|micromamba\.sh|modules?\.sh|lmod\.sh|setvars\.sh|set_env\.sh|init\/(ba)?sh|z00_lmod\.sh|vars\.sh|virtualenvwrapper\.sh|nvm\.sh)$/;
const activatingCommand = /^\s*(eval\s+)?["']?(\$\(|`)\s*\S*(conda|mamba|micromamba|modulecmd|pyenv|direnv|ssh-agent|spack|brew)\b/;

/** What a builtin does to the state. Nothing for programs. */
export function builtin(command: string, words: readonly WordOf[], node: CommandNode, env: Env): void {
  const { state } = env;
  const args = words.slice(1);
  const texts = args.map((w) => w.word.value);
  const forgetNamed = (from = 0): void => {
    for (const t of texts.slice(from)) if (t === undefined) forgetAll(state);
      else if (name.test(t)) forget(state, t);
  };
  switch (command) {
    case 'export':
    case 'declare':
    case 'typeset':
    case 'local':
    case 'readonly':
      return declare(command, node, env);
    case 'unset':
      for (const t of texts) {
        if (t === '-f') return;
        if (t === undefined) forgetAll(state);
        else if (name.test(t)) set(state, t, { held: { kind: 'unset' }, exported: false, by: undefined });
        else forget(state, /^\w*/.exec(t)![0]);
      }
      return;
    case 'read':
    case 'mapfile':
    case 'readarray':
    case 'wait':
      return forgetTargets(args, valued[command], env);
    case 'getopts':
      return forgetNamed(1);
    case 'printf':
      return texts[0] === '-v' ? forgetNamed(1) : undefined;
    case 'let':
      for (const t of texts) {
        const target = /^\s*(?:\+\+|--)?([A-Za-z_]\w*)/.exec(t ?? '')?.[1];
        if (target === undefined) forgetAll(state);
        else for (const n of t!.match(/[A-Za-z_]\w*/g) ?? []) forget(state, n);
      }
      return;
    case 'cd':
      return changeFolder(args.map((w) => ({ path: rawPath(w), open: w.word.open })), state);
    case 'pushd': {
      const before = state.directory;
      changeFolder(args.map((w) => ({ path: rawPath(w), open: w.word.open })), state);
      state.stack = [...state.stack, before];
      return;
    }
    case 'popd':
      state.directory = args.length === 0 && state.stack.length > 0 ? state.stack[state.stack.length - 1] : undefined;
      state.stack = state.stack.slice(0, -1);
      return;
    case 'set':
      return setOptions(args, env);
    case 'shift': {
      const by = args.length === 0 ? 1 : Number(texts[0] ?? NaN);
      state.positional = Number.isInteger(by) && by >= 0 && state.positional && by <= state.positional.length ? state.positional.slice(by) : undefined;
      return;
    }
    case 'source':
    case '.':
      if (!activation.test(args[0]?.word.known === undefined ? '' : (args[0].word.value ?? tailOf(args[0])))) forgetAll(state);
      return;
  }
}

/** `eval "$(conda shell.bash hook)"`: a program's own output, which sets paths and functions. */
export const activates = (node: CommandNode, env: Env): boolean => activatingCommand.test(env.source.text.slice(node.pos, Math.min(node.end, node.pos + 400)));

/** Known end of a word whose beginning is not (`$HOME/.bashrc`). */
const tailOf = (w: WordOf): string => {
  const last = w.pieces[w.pieces.length - 1];
  return last?.text ?? '';
};

const rawPath = (w: WordOf): string | undefined => pathOf(w.pieces);

function setOptions(args: readonly WordOf[], env: Env): void {
  const { state } = env;
  for (let i = 0; i < args.length; i++) {
    const text = args[i]!.word.value;
    if (text === undefined) {
      state.positional = undefined;
      return;
    }
    if (text === '--' || !/^[-+]/.test(text)) {
      const rest = args.slice(text === '--' ? i + 1 : i);
      state.positional = rest.some((w) => w.word.open) ? undefined : rest.map((w) => w.pieces.map((p) => ({ ...p, quoted: false })));
      return;
    }
    const on = text[0] === '-';
    if (/^[-+][A-Za-z]*a/.test(text)) state.allExport = on;
    if (/^[-+][A-Za-z]*o$/.test(text)) {
      if (args[i + 1]?.word.value === 'allexport') state.allExport = on;
      i++;
    }
  }
}
