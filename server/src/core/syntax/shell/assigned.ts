import { forEachChild, type SyntaxNode } from 'unbash';
import type { Run } from './env';

/** The names that a piece of script may set. `all`: it may set any. */
export interface Assigned {
  readonly names: ReadonlySet<string>;
  readonly all: boolean;
  /** It changes the folder. */
  readonly moves: boolean;
}

interface Found {
  readonly names: Set<string>;
  all: boolean;
  moves: boolean;
}

const cache = new WeakMap<object, Assigned>();
const setting = /^([-+*/%&|^]|<<|>>)?=$/;

/** Everything that the body of a loop may set, on whatever path: what a second round would find changed. */
export function assignedIn(node: SyntaxNode, run: Run, seen: Set<object> = new Set()): Assigned {
  const known = cache.get(node);
  if (known) return known;
  const found: Found = { names: new Set(), all: false, moves: false };
  const include = (other: Assigned): void => {
    for (const n of other.names) found.names.add(n);
    found.all ||= other.all;
    found.moves ||= other.moves;
  };
  let cacheable = true;
  const visit = (n: SyntaxNode): void => {
    if (found.all) return;
    if (--run.budget.visits < 0) {
      found.all = true;
      found.moves = true;
      cacheable = false;
      return;
    }
    switch (n.type) {
      case 'Assignment':
        found.names.add(n.name);
        break;
      case 'For':
      case 'Select':
        found.names.add(n.name.text);
        if (n !== node) return include(assignedIn(n, run, seen));
        break;
      case 'While':
        if (n !== node) return include(assignedIn(n, run, seen));
        break;
      case 'ArithmeticUnary':
        if ((n.operator === '++' || n.operator === '--') && n.operand.type === 'ArithmeticWord') found.names.add(n.operand.value);
        break;
      case 'ArithmeticBinary':
        if (setting.test(n.operator) && n.left.type === 'ArithmeticWord') found.names.add(n.left.value);
        break;
      case 'ParameterExpansion':
        if (n.operation?.type === 'Default' && n.operation.operator.endsWith('=')) found.names.add(n.parameter);
        break;
      case 'FileDescriptorVariable':
        found.names.add(n.name);
        break;
      case 'Function':
        return;
      case 'Command': {
        const name = n.name?.value;
        if (name !== undefined) {
          const fns = run.functions.get(name) ?? [];
          // What a function sets is not kept: it may be defined anew later.
          if (fns.length > 0) cacheable = false;
          for (const { node: fn } of fns.filter((f) => !seen.has(f.node))) {
            seen.add(fn);
            include(assignedIn(fn.body as SyntaxNode, run, seen));
          }
          command(name, n.args.map((a) => (a.type === 'Word' ? a.value : a.name)), found);
        }
        break;
      }
    }
    forEachChild(n, (child) => void waiting.push(child));
  };
  const waiting: SyntaxNode[] = [node];
  for (let n = waiting.pop(); n; n = waiting.pop()) visit(n);
  if (cacheable) cache.set(node, found);
  return found;
}

const namesSetters = new Set(['read', 'export', 'declare', 'typeset', 'local', 'readonly', 'unset', 'mapfile', 'readarray', 'getopts', 'printf', 'let', 'wait']);

function command(name: string, args: readonly string[], found: Found): void {
  if (name === 'cd' || name === 'pushd' || name === 'popd') found.moves = true;
  else if (name === 'eval' || name === 'source' || name === '.' || name === 'builtin' || (name === 'command' && args[0] !== '-v')) found.all = true;
  else if (namesSetters.has(name)) for (const a of args) found.names.add(/^[A-Za-z_]\w*/.exec(a)?.[0] ?? '');
}
