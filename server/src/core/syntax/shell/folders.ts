import type { State } from './state';

/** As long as a path can be (PATH_MAX). */
const longest = 4_096;

/** `a/b`, `..` and `.` worked out; what leads above the start stays as `..`. */
export function joinFolder(from: string | undefined, path: string): string | undefined {
  if (path.startsWith('@bin') || path.includes('@self')) return undefined;
  const absolute = path.startsWith('/');
  const base = absolute || path.startsWith('@') ? '' : from;
  if (base === undefined) return undefined;
  const root = absolute ? '/' : path.startsWith('@script') || (!path.startsWith('@') && base.startsWith('@script')) ? '@script' : base.startsWith('/') ? '/' : '';
  const rest = path.replace(/^@(script|start)(?=\/|$)/, '');
  const steps: string[] = [];
  for (const step of `${base.replace(/^@script/, '')}/${rest}`.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps[steps.length - 1] !== '..') steps.pop();
    else if (step === '..' && root === '/') continue;
    else steps.push(step);
  }
  const joined = steps.join('/');
  if (joined.length > longest) return undefined;
  return root === '/' ? '/' + joined : root === '' ? joined : joined === '' ? root : `${root}/${joined}`;
}

interface Argument {
  readonly path: string | undefined;
  readonly open: boolean;
}

/** `cd`: without an argument it leads home, and `-` back to a folder that is not kept. */
export function changeFolder(args: readonly Argument[], state: State): void {
  const rest = args.filter((a, i) => !(a.path !== undefined && /^-[LPe@]+$/.test(a.path)) && !(a.path === '--' && i === args.findIndex((b) => b.path === '--')));
  const only = rest[0];
  const known = rest.length === 1 && only && !only.open && only.path !== undefined && only.path !== '' && only.path !== '-';
  state.directory = known ? joinFolder(state.directory, only.path) : undefined;
}
