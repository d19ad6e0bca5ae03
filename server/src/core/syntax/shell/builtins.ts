import type { Command as CommandNode } from 'unbash';
import { declare, isDeclaring, isName } from './declare';
import type { Env } from './env';
import type { WordOf } from './fields';
import { changeFolder } from './folders';
import { forget, forgetAll, set, type State } from './state';
import { wholePathOf } from './value';

interface Reading {
  /** Letters of the options that take a value, and of those whose value is the name of a variable to be set. */
  readonly valued: string;
  readonly named: string;
  /** Whether the words behind the options are names, and what is set when there are none. */
  readonly names: boolean;
  readonly otherwise?: string;
}
const lines: Reading = { valued: 'dnOsuCc', named: '', names: true, otherwise: 'MAPFILE' };
const reading: Readonly<Record<string, Reading>> = {
  read: { valued: 'dinNptu', named: 'a', names: true, otherwise: 'REPLY' },
  mapfile: lines,
  readarray: lines,
  wait: { valued: '', named: 'p', names: false },
};

/** `read` and its kin: what they set is only known at run time. */
function forgetTargets(args: readonly WordOf[], { valued, named, names, otherwise }: Reading, state: State): void {
  const target = (w: WordOf | undefined): void => {
    const text = w && /^[A-Za-z_]\w*/.exec(w.word.known)?.[0];
    if (text !== undefined && (w!.word.value !== undefined || /^\w+\[/.test(w!.word.known))) forget(state, text);
    else if (w) forgetAll(state);
  };
  let i = 0;
  for (let option: RegExpExecArray | null; i < args.length && (option = /^-([A-Za-z].*)$/s.exec(args[i]!.word.value ?? '')); i++) {
    const letter = [...option[1]!].findIndex((c) => valued.includes(c) || named.includes(c));
    if (letter < 0) continue;
    const attached = option[1]!.slice(letter + 1);
    if (attached === '') i++;
    if (!named.includes(option[1]![letter]!)) continue;
    if (attached !== '') forget(state, attached);
    else target(args[i]);
    otherwise = undefined;
  }
  if (!names) return;
  const rest = args.slice(i);
  if (rest.length === 0 && otherwise !== undefined) forget(state, otherwise);
  rest.forEach(target);
}

/** Files that people source for a path or an environment; they set none of a launch script's own variables. */
const activation = /(^|\/)(activate|\.?bashrc|bash\.bashrc|\.bash_profile|\.profile|profile|\.zshrc|conda\.sh|mamba\.sh|micromamba\.sh|modules?\.sh|lmod\.sh|setvars\.sh|ascend-toolkit\/set_env\.sh|nnal\/\w+\/set_env\.sh|init\/(ba)?sh|z00_lmod\.sh|env\/vars\.sh|virtualenvwrapper\.sh|nvm\.sh)$/;
const activatingCommand = /^\s*(eval\s+)?["']?(\$\(|`)\s*\S*(conda|mamba|micromamba|modulecmd|pyenv|direnv|ssh-agent|spack|brew)\b/;

/** Nobody goes back to older ones. */
const mostPushed = 100;

/** What a builtin does to the state. Nothing for programs. */
export function builtin(command: string, words: readonly WordOf[], node: CommandNode, env: Env): void {
  const { state } = env;
  const args = words.slice(1);
  const texts = args.map((w) => w.word.value);
  const forgetNamed = (index: number): void => {
    const variable = /^[A-Za-z_]\w*/.exec(texts[index] ?? '')?.[0];
    if (variable === undefined) forgetAll(state);
    else forget(state, variable);
  };
  // What an expansion brought here is not declared as such.
  if (isDeclaring(command)) return node.name?.value === words[0]!.word.value ? declare(command, node, env) : forgetAll(state);
  switch (command) {
    case 'unset':
      for (const [i, t] of texts.entries()) {
        const element = t === undefined ? /^([A-Za-z_]\w*)\[[^\]]*\]$/.exec(args[i]!.word.raw)?.[1] : undefined;
        if (t === '-f') return;
        if (element !== undefined) forget(state, element);
        else if (t === undefined) forgetAll(state);
        else if (isName(t)) set(state, t, { held: { kind: 'unset' }, exported: false, by: undefined });
        else forget(state, /^\w*/.exec(t)![0]);
      }
      return;
    case 'read':
    case 'mapfile':
    case 'readarray':
    case 'wait':
      return forgetTargets(args, reading[command]!, state);
    case 'getopts':
      return forgetNamed(1);
    case 'printf':
      if (texts[0]?.startsWith('-v')) forgetNamed(texts[0] === '-v' ? 1 : 0);
      return;
    case 'let':
      for (const t of texts) {
        const target = /^\s*(?:\+\+|--)?([A-Za-z_]\w*)/.exec(t ?? '')?.[1];
        if (target === undefined) forgetAll(state);
        else for (const n of t!.match(/[A-Za-z_]\w*/g) ?? []) forget(state, n);
      }
      return;
    case 'cd':
      return changeFolder(args.map((w) => ({ path: wholePathOf(w.pieces), open: w.word.open })), state);
    case 'pushd': {
      const before = state.directory;
      changeFolder(args.map((w) => ({ path: wholePathOf(w.pieces), open: w.word.open })), state);
      state.stack = [...state.stack, before].slice(-mostPushed);
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

const mostArguments = 2_000;

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
      state.positional = rest.length > mostArguments || rest.some((w) => w.word.open) ? undefined : rest.map((w) => w.pieces.map((p) => ({ ...p, quoted: false })));
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
