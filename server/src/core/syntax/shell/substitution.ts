import type { Command as CommandNode, ParsedScript, Statement } from 'unbash';
import type { Env } from './env';
import { expandWords } from './expand';
import { changeFolder, joinFolder } from './folders';
import { folderSymbol } from './parameter';
import { fork } from './state';
import { wholePathOf } from './value';

export interface Substituted {
  readonly text?: string;
  readonly symbol?: string;
}

/**
 * What `$(…)` puts in: known for the few commands that only work on their words, symbolic for the folder that the
 * script lies or starts in, and for `$(which X)`. All other output is only known at run time.
 */
export function substitution(script: ParsedScript, env: Env): Substituted | undefined {
  // Escaped backticks are a text of their own, with other offsets.
  if (script.source !== undefined) return undefined;
  const steps = simpleSteps(script.commands);
  const last = steps?.pop();
  if (!steps || !last || !telling.has(last.name?.value ?? '')) {
    env.run.walk(script, env);
    return undefined;
  }
  const state = fork(env.state);
  const inner: Env = { ...env, state, detached: true };
  for (const step of steps) {
    if (step.name?.value !== 'cd') return undefined;
    changeFolder(step.args.flatMap((a) => (a.type === 'Word' ? expandWords(a, inner) : [])).map((w) => ({ path: wholePathOf(w.pieces), open: w.word.open })), state);
  }
  return output(last, inner);
}

const telling = new Set(['pwd', 'echo', 'which', 'command', 'dirname', 'basename', 'realpath', 'readlink']);

/** `cd X && pwd`, `cd X; pwd`, or one command: simple ones only, without pipes. */
function simpleSteps(statements: readonly Statement[]): CommandNode[] | undefined {
  const found: CommandNode[] = [];
  for (const { command, background } of statements) {
    if (background) return undefined;
    if (command.type === 'AndOr') {
      if (command.operators.some((o) => o !== '&&')) return undefined;
      for (const c of command.commands) {
        if (c.type !== 'Command') return undefined;
        found.push(c);
      }
    } else if (command.type === 'Command') found.push(command);
    else return undefined;
  }
  return found.length > 8 ? undefined : found;
}

function output(node: CommandNode, env: Env): Substituted | undefined {
  const name = node.name?.value;
  if (node.args.some((a) => a.type !== 'Word')) return undefined;
  if (node.redirects.some((r) => r.type === 'Redirect' && r.descriptor === undefined && /^(&?>|>\||&>>|>>)/.test(r.operator))) return undefined;
  const words = node.args.flatMap((a) => (a.type === 'Word' ? expandWords(a, env) : []));
  if (words.some((w) => w.word.open)) return undefined;
  const known = words.map((w) => w.word.value);
  const paths = words.map((w) => wholePathOf(w.pieces));
  switch (name) {
    case 'pwd':
      return words.every((w) => /^-[LP]$/.test(w.word.value ?? '')) ? symbolic(folderSymbol(env.state.directory)) : undefined;
    case 'echo': {
      const text = known.every((t) => t !== undefined) ? known.join(' ') : undefined;
      return text === undefined || /^-|\\/.test(text) ? undefined : { text: text.replace(/\n+$/, '') };
    }
    case 'which':
    case 'command': {
      const program = name === 'which' ? (known.length === 1 ? known[0] : undefined) : known.length === 2 && known[0] === '-v' ? known[1] : undefined;
      return program !== undefined && /^[\w.+-]+$/.test(program) ? { symbol: '@bin/' + program } : undefined;
    }
    case 'dirname': {
      const [first, second] = paths[0] === '--' ? paths.slice(1) : paths;
      if (first === undefined || second !== undefined || first.startsWith('-')) return undefined;
      return first.startsWith('@') || words.some((w) => w.word.value === undefined) ? symbolic(parentOf(first)) : { text: dirname(first) };
    }
    case 'basename': {
      const [path, suffix, ...more] = known;
      if (path === undefined || path.startsWith('-') || (known.length > 1 && suffix === undefined) || more.length > 0) return undefined;
      const base = path === '' ? '' : /^\/+$/.test(path) ? '/' : path.replace(/\/+$/, '').replace(/^.*\//s, '');
      return { text: suffix && base.endsWith(suffix) && base !== suffix ? base.slice(0, -suffix.length) : base };
    }
    case 'realpath':
    case 'readlink': {
      const plain = words.findIndex((w) => !(w.word.value ?? '').startsWith('-'));
      const path = plain === words.length - 1 && plain >= 0 ? paths[plain] : undefined;
      if (path === undefined || (name === 'readlink' && !known.slice(0, plain).some((o) => /^-[a-z]*[fem]|^--canonicalize/.test(o ?? '')))) return undefined;
      if (known.slice(0, plain).some((o) => !/^-[femnqs]+$|^--(canonicalize(-existing|-missing)?|no-symlinks)$/.test(o ?? ''))) return undefined;
      return path === '@self' ? { symbol: path } : symbolic(path.startsWith('@') ? path : folderSymbol(joinFolder(env.state.directory, path)));
    }
    default:
      return undefined;
  }
}

const symbolic = (symbol: string | undefined): Substituted | undefined => (symbol === undefined ? undefined : { symbol });

/** dirname of a symbolic path: the script lies in `@script`. */
function parentOf(path: string): string | undefined {
  if (path === '@self') return '@script';
  if (path === '@script' || path === '@start' || path.endsWith('/..')) return path + '/..';
  return path.startsWith('@bin') || path.includes('@self') ? undefined : dirname(path);
}

/** As POSIX's `dirname`. */
function dirname(path: string): string {
  if (path === '') return '.';
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === '') return '/';
  const slash = trimmed.lastIndexOf('/');
  if (slash < 0) return '.';
  return trimmed.slice(0, slash).replace(/\/+$/, '') || '/';
}
