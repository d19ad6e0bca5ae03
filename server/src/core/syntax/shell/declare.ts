import type { Command as CommandNode, Word as WordNode } from 'unbash';
import { assign } from './assign';
import { assignment } from './assignment';
import type { Env } from './env';
import { expandWords } from './expand';
import type { WordOf } from './fields';
import { environment, forget, forgetAll, get, set } from './state';
import type { Piece } from './value';

export type Declaring = 'export' | 'declare' | 'typeset' | 'local' | 'readonly';
export const isDeclaring = (command: string): command is Declaring => /^(export|declare|typeset|local|readonly)$/.test(command);

export const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);

/** What the options of a declaration ask for. */
interface Attributes {
  /** Undefined where nothing is said of it. */
  exported: boolean | undefined;
  /** Assignments to it fail from then on. */
  fixed: boolean;
  /** `-i`, `-A`, `-l`, `-u`: what an assignment does is not followed. */
  typed: boolean;
  global: boolean;
}

export function declare(command: Declaring, node: CommandNode, env: Env): void {
  const { state } = env;
  const asked: Attributes = { exported: command === 'export' ? true : undefined, fixed: command === 'readonly', typed: false, global: false };
  for (const arg of node.args) {
    if (arg.type === 'Assignment') {
      localise(command, arg.name, asked, env);
      if (asked.typed || asked.exported === false) mark(arg.name, asked, env);
      assignment(arg, env, asked.exported ? { exported: true } : {});
      mark(arg.name, asked, env);
      continue;
    }
    for (const w of expandWords(arg, env)) {
      const text = w.word.value;
      const variable = /^[A-Za-z_]\w*(?=\+?=)/.exec(text ?? w.word.known)?.[0];
      if (text !== undefined && /^[-+][A-Za-z]+$/.test(text)) {
        // It only prints, or it is about functions.
        if (/[fFp]/.test(text)) return;
        if (!options(command, text, asked)) forgetAll(state);
      } else if (variable !== undefined && (text !== undefined || !w.word.open)) {
        localise(command, variable, asked, env);
        if (asked.typed || asked.exported === false) mark(variable, asked, env);
        if ((text ?? w.word.known)[variable.length] === '+') forget(state, variable);
        else quotedAssignment(arg, w, variable, env, asked.exported === true);
        mark(variable, asked, env);
        // `export $(grep … .env)`: names that nobody can see.
      } else if (text === undefined) forgetAll(state);
      else if (isName(text)) named(command, text, asked, env);
    }
  }
}

/** False for what may change other variables than those it names. */
function options(command: Declaring, text: string, asked: Attributes): boolean {
  const on = text[0] === '-';
  for (const letter of text.slice(1))
    switch (letter) {
      case 'x':
        asked.exported = on;
        break;
      case 'n':
        if (command !== 'export') return false;
        asked.exported = false;
        break;
      case 'r':
        asked.fixed ||= on;
        break;
      case 'g':
        asked.global = true;
        break;
      case 'i':
      case 'A':
      case 'l':
      case 'u':
      case 'c':
        asked.typed ||= on;
        break;
    }
  return true;
}

/** After an assignment or the bare name: what holds of the variable from then on. */
function mark(variable: string, asked: Attributes, env: Env): void {
  const now = get(env.state, variable);
  const exported = asked.exported ?? now.exported;
  if (!asked.fixed && !asked.typed && exported === now.exported) return;
  set(env.state, variable, { ...now, exported, special: now.special === true || asked.fixed || asked.typed, ...(asked.typed ? { held: { kind: 'unknown' } } : {}) });
}

function named(command: Declaring, variable: string, asked: Attributes, env: Env): void {
  if (localise(command, variable, asked, env)) set(env.state, variable, { held: { kind: 'unset' }, exported: false, by: undefined });
  const { by } = get(env.state, variable);
  if (asked.exported && by && !by.exported) {
    by.exported = true;
    // Whether it gets there is as certain as the less certain of the two.
    by.conditional ||= env.conditional || env.detached;
  }
  mark(variable, asked, env);
}

/** Inside a function, `local` and `declare` make a variable of the function's own. */
function localise(command: Declaring, variable: string, { global }: Attributes, env: Env): boolean {
  if (!env.fn || global || command === 'export' || command === 'readonly') return false;
  const { locals, state } = env.fn;
  if (!locals.has(variable)) locals.set(variable, state.variables.get(variable));
  set(env.state, variable, environment);
  return true;
}

/** `export "A=1"`: one word that holds name and value. */
function quotedAssignment(node: WordNode, w: WordOf, variable: string, env: Env, exported: boolean): void {
  let left = variable.length + 1;
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
  const name = node.pos + Math.max(0, env.source.text.slice(node.pos, node.end).indexOf(variable));
  assign(env, variable, pieces, { span: env.source.span(node.pos, node.end), nameSpan: env.source.span(name, name + variable.length), node: at, key: node, exported });
}
