import {
  optimizerClasses, removedKeys, rows, rowsIn, schedulerClasses, sections, type Constructor, type Option, type OptionType, type RemovedKey, type Section,
} from './deepspeed-data';
import { compareVersions } from './version';

export { deepspeedVersion } from './deepspeed-data';
export type { Constructor, Option, OptionType, RemovedKey, Section, UnknownKeys } from './deepspeed-data';

/** What decides which keywords `optimizer.params` and `scheduler.params` take. What is not known is left out. */
export interface OptionContext {
  /** `optimizer.type` as written. */
  readonly optimizer?: string;
  readonly scheduler?: string;
  /** True when `zero_optimization.offload_optimizer.device` is cpu or nvme: the optimizer is then a CPU one, at any stage. */
  readonly offload?: boolean;
  /** `optimizer.params.torch_adam`: torch's Adam or AdamW instead of DeepSpeed's. */
  readonly torchAdam?: boolean;
}

type Path = readonly string[] | string;

/** A path as text splits at dots that have no backslash before them (`pathKey`). */
const segments = (path: Path): readonly string[] =>
  typeof path !== 'string' ? path : path === '' ? [] : path.split(/(?<!\\)\./).map((s) => s.replaceAll('\\.', '.'));

interface Index {
  /** Every path, and every path that leads to one. */
  readonly known: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, string>;
}
let index: Index | undefined;

function lookUp(): Index {
  if (index) return index;
  const known = new Set<string>();
  const aliases = new Map<string, string>();
  for (const option of rows().values()) {
    for (let p = option.path; p !== '' && !known.has(p); p = p.slice(0, Math.max(0, p.lastIndexOf('.')))) known.add(p);
    for (const alias of option.aliases ?? []) aliases.set(alias, option.path);
  }
  index = { known, aliases };
  return index;
}

/** The catalogue's path for a written one: aliases and user-chosen keys resolved. Undefined when no row leads there. */
export function canonicalPath(path: Path): string | undefined {
  let at: string | undefined = '';
  const all = segments(path);
  for (const [i, segment] of all.entries()) {
    at = canonicalStep(at, segment, i === all.length - 1);
    if (at === undefined) return undefined;
  }
  return at;
}

/** One segment further from a catalogue's path. `last`: nothing is looked for in what stands there. */
export function canonicalStep(at: string, segment: string, last: boolean): string | undefined {
  const cache = last ? lastSteps : steps;
  let from = cache.get(at);
  if (!from) cache.set(at, (from = new Map()));
  let to = from.get(segment);
  if (to === undefined && !from.has(segment)) {
    to = step(at, segment, last);
    // Names that users choose are without number.
    if (from.size < mostSteps) from.set(segment, to);
  }
  return to;
}
const steps = new Map<string, Map<string, string | undefined>>();
const lastSteps = new Map<string, Map<string, string | undefined>>();
const mostSteps = 500;

function step(at: string, segment: string, last: boolean): string | undefined {
  const { known, aliases } = lookUp();
  const next = at === '' ? segment : `${at}.${segment}`;
  const alias = aliases.get(next);
  // `bfloat16` has a row of its own, but none for the keys in it.
  if (alias !== undefined && !(last && known.has(next))) return alias;
  if (segment !== '*' && !segment.includes('.') && known.has(next)) return next;
  const any = at === '' ? '*' : `${at}.*`;
  return known.has(any) ? any : undefined;
}

/** The option at a path of a config; undefined when the tool knows none there. */
export function option(path: Path, context: OptionContext = {}): Option | undefined {
  const all = segments(path);
  if (all.length === 3 && all[1] === 'params' && (all[0] === 'optimizer' || all[0] === 'scheduler')) return keyword(all[0], all[2]!, context);
  const canonical = canonicalPath(all);
  return canonical === undefined ? undefined : rows().get(canonical);
}

/** The option in a section: `holder` is the section's own canonical path. */
export function optionIn(holder: string, key: string, context: OptionContext): Option | undefined {
  if (holder === 'optimizer.params' || holder === 'scheduler.params') return keyword(holder === 'optimizer.params' ? 'optimizer' : 'scheduler', key, context);
  const canonical = canonicalStep(holder, key, true);
  return canonical === undefined ? undefined : rows().get(canonical);
}

function keyword(section: 'optimizer' | 'scheduler', name: string, context: OptionContext): Option | undefined {
  const shared = rows().get(`${section}.params.${name}`);
  const classes = classesOf(section, context);
  if (classes.length === 0 || classes.some((c) => c.unknownKeys === 'free')) return shared;
  const owner = classes.find((c) => Object.hasOwn(c.params, name));
  if (!owner) return shared?.deprecated ? shared : undefined;
  return keywordOf(owner, name, shared, section);
}

/** Worked out once for each of the few hundred keywords. */
const keywords = new WeakMap<Constructor, Map<string, Option>>();

function keywordOf(owner: Constructor, name: string, shared: Option | undefined, section: string): Option {
  let known = keywords.get(owner);
  if (!known) keywords.set(owner, (known = new Map()));
  let found = known.get(name);
  if (!found) known.set(name, (found = makeKeyword(owner, name, shared, section)));
  return found;
}

function makeKeyword(owner: Constructor, name: string, shared: Option | undefined, section: string): Option {
  const required = owner.required.includes(name);
  const value = owner.params[name];
  return {
    ...(shared ?? { path: `${section}.params.${name}`, types: [typeOf(value)], coercion: 'any' }),
    ...(required ? { required } : { default: value }),
  };
}

function typeOf(value: unknown): OptionType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') return 'string';
  return Array.isArray(value) ? 'array' : 'any';
}

const classesOf = (section: 'optimizer' | 'scheduler', context: OptionContext): readonly Constructor[] =>
  section === 'optimizer' ? optimizerConstructors(context) : context.scheduler === undefined ? [] : schedulerClasses.filter((c) => c.types.includes(context.scheduler!));

/**
 * The classes that the optimizer name can lead to: one, or several while it is not known whether the optimizer is
 * offloaded. Empty when the name leads nowhere (`engine.py:1693`) or is not known. DeepSpeed's names match in any case
 * and come first; torch's match exactly.
 */
export function optimizerConstructors({ optimizer, offload, torchAdam }: OptionContext): readonly Constructor[] {
  if (optimizer === undefined) return [];
  const lower = optimizer.toLowerCase();
  const torch = (name: string): readonly Constructor[] => optimizerClasses.filter((c) => !c.deepspeed && c.name === name);
  const adam = lower === 'adam' || lower === 'adamw';
  if (torchAdam && adam) {
    return torchAdams();
  }
  const ours = optimizerClasses.filter((c) => c.deepspeed && c.types.some((t) => t.toLowerCase() === lower));
  if (ours.length === 0) return torch(optimizer);
  const fitting = ours.filter((c) => c.offload === undefined || offload === undefined || c.offload === offload);
  // Without offload, Adagrad is torch's.
  const plain = ours.every((c) => c.offload === true) && offload !== true ? torch(ours[0]!.types[0]!) : [];
  return [...fitting, ...plain];
}

let adams: readonly Constructor[] | undefined;
/** torch's two, with the keywords that DeepSpeed takes away before it calls them. */
const torchAdams = (): readonly Constructor[] =>
  (adams ??= ['Adam', 'AdamW'].flatMap((name) => optimizerClasses.filter((c) => !c.deepspeed && c.name === name)).map((c) => ({ ...c, params: { ...c.params, torch_adam: false, adam_w_mode: true } })));

/** The class behind a scheduler name: exact, DeepSpeed's or torch's. */
export const schedulerConstructor = (type: string): Constructor | undefined => schedulerClasses.find((c) => c.types.includes(type));

/** The options right inside a section, for completion: without those that the user names himself. */
export function optionsIn(path: Path, context: OptionContext = {}): readonly Option[] {
  const canonical = canonicalPath(path);
  if (canonical === undefined) return [];
  if (canonical === 'optimizer.params' || canonical === 'scheduler.params') {
    const section = canonical === 'optimizer.params' ? 'optimizer' : 'scheduler';
    const found = new Map<string, Option>();
    for (const owner of classesOf(section, context))
      for (const name of Object.keys(owner.params))
        if (!found.has(name)) found.set(name, keywordOf(owner, name, rows().get(`${canonical}.${name}`), section));
    if (found.size > 0) return [...found.values()];
  }
  return rowsIn(canonical).filter((o) => !o.path.endsWith('*'));
}

/** What the section at a path makes of keys that it does not know; undefined when the path itself is not known. */
export function section(path: Path, context: OptionContext = {}): Section | undefined {
  const canonical = canonicalPath(path);
  return canonical === undefined ? undefined : sectionOf(canonical, context);
}

/** The same for a canonical path. */
export function sectionOf(canonical: string, context: OptionContext): Section | undefined {
  if (canonical === 'optimizer.params') {
    const kinds = new Set(optimizerConstructors(context).map((c) => c.unknownKeys));
    if (kinds.size === 1 && !kinds.has('refuse')) return { unknownKeys: [...kinds][0]! };
  }
  return sectionAround(canonical);
}

const around = new Map<string, Section | undefined>();
function sectionAround(canonical: string): Section | undefined {
  let found = around.get(canonical);
  if (found || around.has(canonical)) return found;
  for (let at = canonical; ; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    found = sections.get(at);
    if (found || at === '') break;
  }
  around.set(canonical, found);
  return found;
}

/** A key that older releases read, or that only documentation knows. */
export const removed = (path: Path): RemovedKey | undefined => {
  const key = segments(path).join('.');
  return removedKeys.find((r) => r.path === key);
};

/** Every path of the catalogue, with `*` for keys that the user names. */
export const allPaths = (): readonly string[] => [...rows().keys()];

/** The optimizer names: DeepSpeed's own (any case) and torch's (exact). */
export const optimizerNames = (): { readonly deepspeed: readonly string[]; readonly torch: readonly string[] } => ({
  deepspeed: (rows().get('optimizer.type')?.enum ?? []).map(String),
  torch: optimizerClasses.filter((c) => !c.deepspeed).map((c) => c.name),
});

/** The scheduler names, all exact. torch's only work without ZeRO and mixed precision. */
export const schedulerNames = (): { readonly deepspeed: readonly string[]; readonly torch: readonly string[] } => ({
  deepspeed: schedulerClasses.filter((c) => c.deepspeed).map((c) => c.name),
  torch: schedulerClasses.filter((c) => !c.deepspeed).map((c) => c.name),
});

/** The default at a DeepSpeed release; undefined is the newest. */
export function defaultOf(option: Option, version?: string): unknown {
  let value = option.default;
  if (version === undefined) return value;
  for (const change of [...(option.changed ?? [])].reverse()) if ('from' in change && compareVersions(version, change.since) < 0) value = change.from;
  return value;
}
