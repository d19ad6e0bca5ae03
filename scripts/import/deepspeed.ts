import type { ConstructorRow, DeepSpeedFile, DeepSpeedRow } from '../../schemas/option';
import { applies, changes, deprecations, patches, sections, torchRequired } from './deepspeed-by-hand';
import { compact, release } from './rows';

type Json = DeepSpeedRow['default'];

interface ReferenceKey {
  readonly path: string;
  readonly types: DeepSpeedRow['types'];
  readonly default: Json;
  readonly nullable?: boolean;
  readonly auto: { readonly deepspeed: string; readonly hf_trainer: string | null; readonly accelerate: string | null };
  readonly since?: string | null;
  readonly dead?: string;
  readonly enum?: (string | number)[];
  readonly enum_case?: string;
  readonly deprecated?: unknown;
  readonly coercion?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly aliases?: string[];
  readonly applies_when?: string;
  readonly required?: boolean;
  readonly optimizer_type?: string;
  readonly scheduler_type?: string;
  readonly note?: string;
}
type Keywords = Readonly<Record<string, Readonly<Record<string, Json>>>>;

export interface DeepSpeedReference {
  readonly meta: { readonly deepspeed_version: string; readonly commit: string };
  readonly keys: readonly ReferenceKey[];
  readonly removed: readonly (readonly [path: string, since: string, until: string, replacedBy: string | null, behaviour: string])[];
  readonly torch_optimizers: Keywords;
  readonly torch_schedulers: Keywords;
}

const oldest = 'v0.3.0';

export function importDeepSpeed(reference: DeepSpeedReference): DeepSpeedFile {
  const newest = reference.meta.deepspeed_version;
  const since = (tag: string | null | undefined): string | undefined => (tag === 'HEAD' ? newest : release(tag?.replace(/ .*/, ''), oldest));
  const options: DeepSpeedRow[] = [];
  for (const key of reference.keys) {
    const path = key.path.replaceAll('[]', '.*');
    const own = path.startsWith('optimizer.params.') || path.startsWith('scheduler.params.');
    const known = options.find((o) => o.path === path);
    if (known) {
      known.types = [...new Set([...known.types, ...key.types])];
      if (own) continue;
      throw new Error(`twice: ${path}`);
    }
    const row = option(key, path, since(key.since));
    if (own) {
      delete row.default;
      delete row.required;
    }
    // A key's name is often older than its section; the key itself is not.
    const parent = options.find((o) => o.path === path.slice(0, Math.max(0, path.lastIndexOf('.'))));
    if (parent?.since && (row.since === undefined || older(row.since, parent.since))) row.since = parent.since;
    options.push(row);
  }
  return {
    version: newest,
    source: `deepspeed @ ${reference.meta.commit.slice(0, 9)}`,
    sections: [...sections],
    options,
    optimizers: optimizers(reference.keys),
    torchOptimizers: constructors(reference.torch_optimizers, {}),
    schedulers: schedulers(reference.keys),
    torchSchedulers: constructors(reference.torch_schedulers, torchRequired),
    removed: removed(reference.removed, since),
  };
}

const older = (a: string, b: string): boolean => {
  const [x, y] = [a, b].map((v) => v.split('.').map(Number));
  for (let i = 0; i < 3; i++) if (x![i] !== y![i]) return (x![i] ?? 0) < (y![i] ?? 0);
  return false;
};

function option(key: ReferenceKey, path: string, since: string | undefined): DeepSpeedRow {
  const enumeration = key.enum?.map((v) => (typeof v === 'string' && path === 'checkpoint.tag_validation' ? v.toLowerCase() : v));
  const dropsAuto = key.auto.deepspeed.startsWith('dropped');
  const strict = /^(fp16|bf16)\./.test(path);
  const row = compact<DeepSpeedRow>({
    path,
    types: key.types.length === 0 ? ['any'] : [...key.types],
    coercion: coercionOf(key),
    nullable: key.nullable ? true : undefined,
    default: key.default === '<required>' || key.default === '<preset>' ? undefined : key.default,
    enum: enumeration,
    anyCase: key.enum_case?.startsWith('insensitive') ? true : undefined,
    minimum: key.minimum,
    maximum: key.maximum,
    auto: autoOf(key),
    dropsAuto: dropsAuto ? true : undefined,
    since,
    checkedSince: strict ? '0.17.1' : undefined,
    changed: changes[path] ? [...changes[path]] : undefined,
    deprecated: deprecations[path],
    dead: key.dead ? true : undefined,
    appliesWhen: key.applies_when ? applies[key.applies_when] : undefined,
    aliases: key.aliases,
    required: key.required ? true : undefined,
  }) as DeepSpeedRow;
  // `null` says something as a default.
  if (key.default === null && !key.required) row.default = null;
  if (key.applies_when && !row.appliesWhen) throw new Error(`${path}: applies when ${key.applies_when}?`);
  if (key.deprecated && !row.deprecated) throw new Error(`${path}: deprecated how?`);
  const patch = patches[path] ?? {};
  return { ...row, ...compact(patch) } as DeepSpeedRow;
}

/** From the reference's own words; keys outside pydantic's sections are in `patches`. */
function coercionOf(key: ReferenceKey): DeepSpeedRow['coercion'] {
  const text = key.coercion ?? '';
  if (text.startsWith('pydantic lax int')) return text.endsWith('booleans refused') ? 'int-not-bool' : 'int';
  if (text.startsWith('pydantic lax bool')) return 'bool';
  if (text.startsWith('pydantic lax float')) return 'float';
  if (text.startsWith('strings only')) return 'str';
  if (text.startsWith('none:')) return 'never';
  if (text !== '') throw new Error(`${key.path}: ${text}`);
  if (key.auto.deepspeed.startsWith('dropped') && key.types.length === 1 && key.types[0] === 'object') return 'object';
  return 'any';
}

function autoOf(key: ReferenceKey): DeepSpeedRow['auto'] {
  const { hf_trainer: trainer, accelerate } = key.auto;
  if (!trainer && !accelerate) return undefined;
  const only = /\(only with (DummyOptim|DummyScheduler)\)/.exec(accelerate ?? '')?.[1] as 'DummyOptim' | 'DummyScheduler' | undefined;
  // What DummyScheduler carries is named before the brackets.
  const onlyWith = only ?? (/^DummyScheduler|DummyScheduler\./.test(accelerate ?? '') ? 'DummyScheduler' : undefined);
  return compact({ trainer: trainer ?? undefined, accelerate: accelerate?.replace(/ \(only with Dummy\w+\)/, '') ?? undefined, onlyWith });
}

function optimizers(keys: readonly ReferenceKey[]): ConstructorRow[] {
  const rows: ConstructorRow[] = [];
  for (const key of keys) {
    const match = /^([\w|]+)(?: \((\w+)(?:: (.*))?\))?$/.exec(key.optimizer_type ?? '');
    if (!match) continue;
    const types = match[1]!.split('|');
    const name = match[2] ?? types[0]!;
    let row = rows.find((r) => r.name === name);
    if (!row) {
      const offload = /^DeepSpeedCPU/.test(name) ? true : /^Fused(Adam|Lion)$/.test(name) ? false : undefined;
      row = compact<ConstructorRow>({ name, types, offload, unknownKeys: name === 'Muon' ? 'ignore' : 'refuse', params: {} }) as ConstructorRow;
      rows.push(row);
    }
    row.params[key.path.slice('optimizer.params.'.length)] = key.default ?? null;
  }
  // mup's classes hand what they do not know to torch's.
  for (const name of ['MuAdam', 'MuAdamW', 'MuSGD']) rows.push({ name, types: [name], unknownKeys: 'free', params: {} });
  return rows;
}

function schedulers(keys: readonly ReferenceKey[]): ConstructorRow[] {
  const rows: ConstructorRow[] = [];
  for (const key of keys) {
    const name = key.scheduler_type;
    if (!name) continue;
    let row = rows.find((r) => r.name === name);
    if (!row) rows.push((row = { name, unknownKeys: 'refuse', params: {} }));
    const param = key.path.slice('scheduler.params.'.length);
    row.params[param] = key.required ? null : (key.default ?? null);
    if (key.required) row.required = [...(row.required ?? []), param];
  }
  return rows;
}

const constructors = (classes: Keywords, required: Readonly<Record<string, readonly string[]>>): ConstructorRow[] =>
  Object.entries(classes).map(([name, params]) => ({
    name,
    unknownKeys: 'refuse' as const,
    params: params as ConstructorRow['params'],
    ...(required[name] ? { required: [...required[name]] } : {}),
  }));

function removed(rows: DeepSpeedReference['removed'], since: (tag: string) => string | undefined): DeepSpeedFile['removed'] {
  const all: DeepSpeedFile['removed'] = [];
  for (const [path, from, until, replacedBy, behaviour] of rows) {
    // Those are rows of their own, marked deprecated; and a value is not a key.
    if (/^compile\.|^quantize_training|^aio\.thread_count| = /.test(path) || all.some((r) => r.path === path)) continue;
    all.push(
      compact({
        path,
        since: since(from),
        until: release(until),
        replacedBy: replacedBy ?? undefined,
        behaviour: behaviour.startsWith('refused') ? ('refused' as const) : ('ignored' as const),
      }),
    );
  }
  return all;
}

/** The reference's notes by path: the English texts that are not written by hand. */
export const deepspeedNotes = (reference: DeepSpeedReference): Record<string, string> =>
  Object.fromEntries(reference.keys.flatMap((k) => (k.note && k.note.length > 3 ? [[k.path.replaceAll('[]', '.*'), k.note]] : [])));
