import type { ParameterDefaultOperation, ParameterExpansionPart, ParameterOperation, Word as WordNode, WordPart } from 'unbash';
import { number } from './arithmetic';
import { assign } from './assign';
import type { Env } from './env';
import { expandParts, expandText, expandValue } from './expand';
import { separators } from './ifs';
import { remove, replace, type Step } from './pattern';
import { get, type Variable } from './state';
import { append, expansionPiece, isPiece, literal, originsOf, textOf, textPiece, unknownPiece, type Item, type Piece } from './value';
import type { Assignment } from '../script';

type Place = Pick<Piece, 'source' | 'pos' | 'end'>;

/** Bash computes these anew, whatever is assigned to them. */
const computed = /^(RANDOM|SRANDOM|LINENO|SECONDS|EPOCH(SECONDS|REALTIME)|BASH(PID|OPTS|_.*)|FUNCNAME|DIRSTACK|PIPESTATUS|HISTCMD|GROUPS|E?UID|PPID|SHELLOPTS|COMP_.*|OLDPWD|OPT(ARG|IND)|REPLY|MAPFILE|COPROC)$/;
/**
 * Set by the system, a scheduler or a job controller before the script runs, so that a default in the script is not
 * the value there: `${SLURM_NNODES:-1}`.
 */
const provided = /^(SLURM|SBATCH|SRUN|PBS|LSB|LSF|SGE|PJM|FLUX|COBALT|OMPI|PMIX?|MPI|MV2|PET|TORCHELASTIC|KUBERNETES|AZUREML|AZ_BATCH|AML|SM|MLP|ARNOLD|VC|CONDA)_\w+$|^(MASTER_ADDR|MASTER_PORT|RANK|WORLD_SIZE|LOCAL_RANK|LOCAL_WORLD_SIZE|GROUP_RANK|NSLOTS|NHOSTS|PE_HOSTFILE|HOME|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|USER|LOGNAME|SHELL|PATH|PWD|TMPDIR|LANG|TERM|DISPLAY|EDITOR|SHLVL|COLUMNS|LINES|PYTHONPATH|LD_LIBRARY_PATH|LIBRARY_PATH|CPATH|MANPATH|PKG_CONFIG_PATH|VIRTUAL_ENV|CUDA_HOME|CUDA_PATH|(CUDA|NVIDIA|ROCR|HIP|ASCEND_RT)_VISIBLE_DEVICES)$/;

/** `$NAME`, `$1`, `$@`, as pieces of the word around it. */
export function parameter(name: string, at: Place, env: Env, quoted: boolean): readonly Item[] {
  const one = (): Item[] => [{ ...unknownPiece(at, quoted), single: true }];
  const { positional } = env.state;
  switch (name) {
    case '@':
    case '*':
      return positional ? list(positional.map((p) => expansionPiece(p, at, quoted, originsOf(p))), at, quoted, name === '*', env) : [unknownPiece(at, name === '*' && quoted)];
    case '#':
      return positional ? [textPiece(String(positional.length), at, quoted, [])] : one();
    case '?':
    case '$':
    case '!':
    case '-':
    case '_':
      return one();
    case '0':
      return [unknownPiece(at, quoted, [], env.nesting === 0 ? '@self' : undefined)];
    case 'PWD':
      return [unknownPiece(at, quoted, [], folderSymbol(env.state.directory))];
  }
  if (/^\d+$/.test(name)) {
    if (!positional) return [unknownPiece(at, quoted)];
    const held = positional[Number(name) - 1];
    return held ? use(held, at, quoted, originsOf(held)) : use([], at, quoted, []);
  }
  if (name === 'BASH_SOURCE') return [unknownPiece(at, quoted, [], env.nesting === 0 ? '@self' : undefined)];
  if (computed.test(name)) return [unknownPiece(at, quoted)];
  return variable(get(env.state, name), at, quoted, env);
}

/** The folder as a path whose place is symbolic. */
export const folderSymbol = (directory: string | undefined): string | undefined =>
  directory === undefined ? undefined : directory === '' ? '@start' : directory.startsWith('@') || directory.startsWith('/') ? directory : '@start/' + directory;

const comesFrom = (v: Variable, pieces: readonly Piece[]): readonly Assignment[] => originsOf(pieces, v.by);

/** An expansion to these pieces: nothing at all where it is empty and no quotes hold its place. */
const use = (pieces: readonly Piece[], at: Place, quoted: boolean, from: readonly Assignment[]): Item[] =>
  pieces.length === 0 ? (quoted ? [literal('', at, true, false)] : []) : [expansionPiece(pieces, at, quoted, from)];

function variable(v: Variable, at: Place, quoted: boolean, env: Env): Item[] {
  switch (v.held.kind) {
    case 'scalar': {
      const text = textOf(v.held.pieces);
      const size = text?.length ?? v.held.pieces.length;
      if ((env.run.budget.characters -= size) < 0) return [unknownPiece(at, quoted)];
      return use(v.held.pieces, at, quoted, comesFrom(v, v.held.pieces));
    }
    case 'array': {
      const first = v.held.elements[0];
      if (!first) return use([], at, quoted, []);
      return isOpen(first) ? [unknownPiece(at, quoted, v.by ? [v.by] : [])] : use([{ ...first, quoted: false }], at, quoted, comesFrom(v, [first]));
    }
    case 'unset':
      return use([], at, quoted, []);
    default:
      return [unknownPiece(at, quoted, v.by ? [v.by] : [])];
  }
}

/** Words side by side, or one of them all (`"$*"`). */
function list(pieces: readonly Piece[], at: Place, quoted: boolean, joined: boolean, env: Env): Item[] {
  // The first character of IFS stands between the words of `"$*"`.
  const between = joined ? separators(env)?.slice(0, 1) : ' ';
  if (between === undefined || (between !== ' ' && !quoted)) return [unknownPiece(at, quoted)];
  if (joined && quoted) {
    // Before an element that may be none there may be no separator either.
    const all = pieces.flatMap((p, i) => (i === 0 || isOpen(p) ? [p] : [literal(between, at, true, false), p]));
    return use(all, at, true, originsOf(all));
  }
  return pieces.flatMap((p, i): Item[] => (i === 0 ? [p] : ['border', p]));
}

/** An element that may be several, or none. */
const isOpen = (element: Piece): boolean => element.text === undefined && !element.quoted;

function elements(v: Variable, at: Place, quoted: boolean, joined: boolean, env: Env): Item[] {
  switch (v.held.kind) {
    case 'array': {
      const { elements: held } = v.held;
      const size = held.reduce((n, e) => n + (e.text?.length ?? 1) + 1, 0);
      if ((env.run.budget.characters -= size) < 0) return [unknownPiece(at, false)];
      // An element that may be several words is so in quotes too; without them what is known of it falls apart as well.
      const from = (p: Piece): Piece => ({
        ...p,
        quoted: quoted && (p.text !== undefined || p.quoted),
        from: comesFrom(v, [p]),
        ...(!quoted && isOpen(p) && p.inner?.some((i) => /\s/.test(i.text ?? '')) ? { inner: undefined } : {}),
      });
      return list(held.map(from), at, quoted, joined, env);
    }
    case 'scalar':
    case 'unset':
      return v.held.kind === 'unset' ? [] : variable(v, at, quoted, env);
    default:
      return [unknownPiece(at, joined && quoted, v.by ? [v.by] : [])];
  }
}

/** `${…}` in all its forms. */
export function expandParameter(part: ParameterExpansionPart, env: Env, quoted: boolean): readonly Item[] {
  const at = { source: env.source, pos: part.pos, end: part.end };
  const index = part.index?.text;
  const whole = index === '@' || index === '*';
  const unknown = (): Item[] => [unknownPiece(at, quoted)];
  if (part.prefix === '!') return [unknownPiece(at, false)];
  const list = part.parameter === '@' || part.parameter === '*';
  const v = get(env.state, part.parameter);
  if (part.prefix === '#') {
    if (part.operation) return unknown();
    if (whole) return v.held.kind === 'array' && !v.held.elements.some(isOpen) ? [textPiece(String(v.held.elements.length), at, quoted, v.by ? [v.by] : [])] : [{ ...unknownPiece(at, quoted), single: true }];
    const items = value(part, v, at, env, true);
    const text = items.every(isPiece) ? textOf(items as Piece[]) : undefined;
    // Length in characters, which for other than ASCII depends on the locale.
    return text !== undefined && !list && /^[\0-\x7f]*$/.test(text) ? [textPiece(String(text.length), at, quoted, originsOf(items as Piece[]))] : [{ ...unknownPiece(at, quoted), single: true }];
  }
  if (!part.operation) return whole ? (part.parameter === 'BASH_SOURCE' ? unknown() : elements(v, at, quoted, index === '*', env)) : value(part, v, at, env, quoted);
  if (whole || list) return [unknownPiece(at, false)];
  return operate(part, part.operation, v, at, env, quoted);
}

/** `${X}` or `${X[1]}`. */
function value(part: ParameterExpansionPart, v: Variable, at: Place, env: Env, quoted: boolean): readonly Item[] {
  if (!part.index || (part.parameter === 'BASH_SOURCE' && part.index.text === '0')) return parameter(part.parameter, at, env, quoted);
  const text = part.index.text === '' ? undefined : indexOf(part.index, env);
  if (text === undefined) return [unknownPiece(at, quoted)];
  switch (v.held.kind) {
    case 'array': {
      const { elements: held } = v.held;
      const i = text < 0 ? held.length + text : text;
      const element = held[i];
      const open = text < 0 ? held.some(isOpen) : held.slice(0, i + 1).some(isOpen);
      if (element && !open) return use([{ ...element, quoted: false }], at, quoted, comesFrom(v, [element]));
      return open || i < 0 ? [unknownPiece(at, quoted)] : use([], at, quoted, []);
    }
    case 'scalar':
      return text === 0 || text === -1 ? variable(v, at, quoted, env) : use([], at, quoted, []);
    default:
      return [unknownPiece(at, quoted)];
  }
}

function indexOf(node: WordNode, env: Env): number | undefined {
  const text = expandText(node, env);
  if (text === undefined) return undefined;
  const named = /^[A-Za-z_]\w*$/.test(text) ? parameter(text, { source: env.source, pos: node.pos, end: node.end }, env, true) : undefined;
  const n = number(named ? (named.every(isPiece) ? (textOf(named as Piece[]) ?? '?') : '?') : text);
  return n === undefined || n > 100_000n || n < -100_000n ? undefined : Number(n);
}

function operate(part: ParameterExpansionPart, operation: ParameterOperation, v: Variable, at: Place, env: Env, quoted: boolean): readonly Item[] {
  if (operation.type === 'Default') return withDefault(part, operation, v, at, env, quoted);
  const items = value(part, v, at, env, true);
  const pieces = items.every(isPiece) ? (items as readonly Piece[]) : [];
  const text = items.every(isPiece) ? textOf(pieces) : undefined;
  const result = text === undefined ? undefined : transformed(operation, text, env);
  return [result === undefined ? unknownPiece(at, quoted, originsOf(pieces)) : textPiece(result, at, quoted, originsOf(pieces))];
}

const ascii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

function transformed(operation: ParameterOperation, text: string, env: Env): string | undefined {
  switch (operation.type) {
    case 'Remove': {
      const steps = globOf(operation.operand, env);
      return steps && remove(operation.operator, text, steps);
    }
    case 'Replace': {
      const steps = globOf(operation.pattern, env);
      const by = expandText(operation.replacement, env);
      // `&` and backslashes in the replacement mean something since bash 5.2.
      if (!steps || by === undefined || /[&\\]/.test(by) || operation.replacement.text.includes('\\')) return undefined;
      let pattern = '';
      for (const s of steps) {
        if (typeof s === 'string') return undefined;
        pattern += s.char;
      }
      return replace(operation.operator, text, pattern, by);
    }
    case 'Slice': {
      const offset = indexOf(operation.offset, env);
      const length = operation.length ? indexOf(operation.length, env) : text.length;
      if (offset === undefined || length === undefined || length < 0 || !ascii(text)) return undefined;
      const start = offset < 0 ? text.length + offset : offset;
      return start < 0 ? '' : text.slice(start, start + length);
    }
    case 'CaseModification': {
      if (operation.operand || !ascii(text)) return undefined;
      const change = operation.operator[0] === '^' ? (s: string) => s.toUpperCase() : (s: string) => s.toLowerCase();
      return operation.operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1);
    }
    default:
      return undefined;
  }
}

/** A pattern's steps; undefined for brackets, backslashes, and parts that are not known. */
function globOf(node: WordNode, env: Env): readonly Step[] | undefined {
  const steps: Step[] = [];
  const chars = (text: string): void => append(steps, text.split('').map((char) => ({ char })));
  const parts: readonly WordPart[] = node.parts ?? [{ type: 'Literal', pos: node.pos, end: node.end, text: node.text, value: node.value }];
  for (const part of parts) {
    if (part.type === 'Literal') {
      if (/[*?[]/.test(part.value) && part.value === part.text) return undefined;
      if (part.text.includes('\\') && part.text.replace(/\\(.)/gs, '$1') !== part.value) return undefined;
      chars(part.value);
    } else if (part.type === 'Glob') {
      if (part.kind === 'bracket') return undefined;
      steps.push(part.kind === 'star' ? 'any' : 'one');
    } else if (part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted') chars(part.value);
    else {
      const items = expandParts([part], env, false, 'value');
      const text = items.every(isPiece) ? textOf(items as readonly Piece[]) : undefined;
      if (text === undefined || (part.type !== 'DoubleQuoted' && /[*?[\\]/.test(text))) return undefined;
      chars(text);
    }
  }
  return steps;
}

/** Whether a parameter is set, and set to something; undefined when only known at run time. */
function presence(part: ParameterExpansionPart, v: Variable, items: readonly Item[], env: Env): 'unset' | 'empty' | 'full' | undefined {
  if (/^\d+$/.test(part.parameter)) {
    if (part.parameter === '0') return 'full';
    if (!env.state.positional) return undefined;
    if (Number(part.parameter) > env.state.positional.length) return 'unset';
  } else if (!/^[A-Za-z_]\w*$/.test(part.parameter) || computed.test(part.parameter) || part.parameter === 'PWD') return undefined;
  else if (v.held.kind === 'environment') return provided.test(part.parameter) ? undefined : 'unset';
  else if (v.held.kind === 'unset') return 'unset';
  else if (v.held.kind === 'unknown' || v.held.kind === 'array') return undefined;
  if (!items.every(isPiece)) return undefined;
  const pieces = items as readonly Piece[];
  if (pieces.some((p) => (p.text !== undefined ? p.text !== '' : p.symbol !== undefined))) return 'full';
  return textOf(pieces) === '' ? 'empty' : undefined;
}

function withDefault(part: ParameterExpansionPart, operation: ParameterDefaultOperation, v: Variable, at: Place, env: Env, quoted: boolean): readonly Item[] {
  const items = value(part, v, at, env, quoted);
  const is = presence(part, v, items, env);
  const operator = operation.operator.replace(':', '') as '-' | '=' | '+' | '?';
  const wanted = is === 'full' || (is === 'empty' && !operation.operator.startsWith(':'));
  if (is === undefined) {
    // Either way, `${X:+…}` brings words that cannot be told.
    if (operator === '=') assign(env, part.parameter, [unknownPiece(at, true)], undefined);
    if (operator === '?' && !part.index) return items;
    return [unknownPiece(at, quoted, v.by ? [v.by] : [])];
  }
  if (operator === '?') return wanted ? items : [unknownPiece(at, quoted)];
  if (operator === '+') return wanted ? operandItems(operation.operand, at, env, quoted) : use([], at, quoted, []);
  if (wanted) return items;
  if (operator === '=' && !part.index) {
    const pieces = expandValue(operation.operand, env);
    const made = assign(env, part.parameter, pieces, { span: env.source.span(part.pos, part.end), nameSpan: env.source.span(part.parameterPos, part.parameterEnd), node: operation.operand, key: part });
    return variable(made, at, quoted, env);
  }
  return operandItems(operation.operand, at, env, quoted);
}

/** The default's own words: its quotes count, the rest falls apart unless the whole expansion is quoted. */
function operandItems(node: WordNode, at: Place, env: Env, quoted: boolean): readonly Item[] {
  const items = quoted && node.parts === undefined ? expandParts([{ type: 'Literal', pos: node.pos, end: node.end, text: node.text, value: node.value }], env, true, 'value') : expandValue(node, env);
  if (!items.every(isPiece)) return items;
  const pieces = items as readonly Piece[];
  return use(pieces, at, quoted, originsOf(pieces));
}
