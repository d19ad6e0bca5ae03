import type { Text } from '../text/say';
import type { Coercion } from './coerce';
import data from './deepspeed.generated.json';

/** What a section makes of a key that it does not know. */
export type UnknownKeys = 'refuse' | 'ignore' | 'keyword' | 'free';

export type OptionType = 'integer' | 'number' | 'boolean' | 'string' | 'array' | 'object' | 'any';

/** One key of a DeepSpeed config. `schemas/option.ts` says what each field means. */
export interface Option {
  /** As the catalogue has it: aliases resolved, `*` for keys that the user names. */
  readonly path: string;
  readonly types: readonly OptionType[];
  readonly coercion: Coercion;
  readonly nullable?: boolean;
  /** Any JSON value; `null` where the tool's default is None. Absent: required, or decided by the class. */
  readonly default?: unknown;
  readonly enum?: readonly (string | number)[];
  readonly anyCase?: boolean;
  readonly enumChecked?: 'config' | 'engine';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly auto?: { readonly trainer?: string; readonly accelerate?: string; readonly onlyWith?: 'DummyOptim' | 'DummyScheduler' };
  readonly dropsAuto?: boolean;
  readonly since?: string;
  readonly checkedSince?: string;
  readonly checkedWhen?: string;
  /** A key beside which this one, and all in it, is not looked at. */
  readonly ignoredBeside?: string;
  readonly changed?: readonly { readonly since: string; readonly from?: unknown; readonly to?: unknown; readonly what?: Text }[];
  readonly deprecated?: { readonly replacedBy?: string; readonly behaviour: 'taken' | 'alias' | 'ignored' | 'refused'; readonly since?: string };
  readonly dead?: boolean;
  readonly appliesWhen?: { readonly stages: readonly number[]; readonly device?: 'nvme'; readonly switch?: string };
  readonly aliases?: readonly string[];
  readonly required?: boolean;
  readonly needs?: readonly string[];
  /** What the key is for. */
  readonly meaning?: Text;
}

/** The constructor behind an optimizer or scheduler name. */
export interface Constructor {
  /** `FusedAdam`. */
  readonly name: string;
  /** The names in the config that lead to it. */
  readonly types: readonly string[];
  /** Optimizers: only with (true) or only without (false) optimizer offload; undefined: either way. */
  readonly offload: boolean | undefined;
  /** refuse: an unknown keyword raises TypeError. ignore: it has no effect. free: which ones there are is not known. */
  readonly unknownKeys: 'refuse' | 'ignore' | 'free';
  /** Keyword → default; null also where the default is None, and for required ones. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** False for torch's own classes. */
  readonly deepspeed: boolean;
}

export interface RemovedKey {
  readonly path: string;
  readonly since?: string;
  /** The last release that read it; absent: none ever did. */
  readonly until?: string;
  readonly replacedBy?: string;
  readonly behaviour: 'ignored' | 'refused';
}

type Extra = Partial<Omit<Option, 'path' | 'types' | 'coercion' | 'meaning'>>;
type PackedOption = readonly [name: string, types: string, coercion: Coercion | '', extra?: Extra | 0, en?: string, zh?: string];
type PackedConstructor = readonly [name: string, params: Constructor['params'], extra?: Partial<Constructor>];
interface Data {
  readonly version: string;
  readonly sections: readonly (readonly [path: string, kind: UnknownKeys, since?: string])[];
  /** By the path of the section, '' for the top level. */
  readonly options: Readonly<Record<string, readonly PackedOption[]>>;
  readonly optimizers: readonly PackedConstructor[];
  readonly torchOptimizers: readonly PackedConstructor[];
  readonly schedulers: readonly PackedConstructor[];
  readonly torchSchedulers: readonly PackedConstructor[];
  readonly removed: readonly RemovedKey[];
}

const packed = data as unknown as Data;

const letters: Readonly<Record<string, OptionType>> = { i: 'integer', n: 'number', b: 'boolean', s: 'string', a: 'array', o: 'object', x: 'any' };
const types = new Map<string, readonly OptionType[]>();

function typesOf(text: string): readonly OptionType[] {
  let known = types.get(text);
  if (!known) types.set(text, (known = [...text].map((c) => letters[c]!)));
  return known;
}

function unpack(section: string, [name, typeText, coercion, extra, english, chinese]: PackedOption): Option {
  return {
    path: section === '' ? name : `${section}.${name}`,
    types: typesOf(typeText),
    coercion: coercion === '' ? 'any' : coercion,
    ...(extra || {}),
    ...(english ? { meaning: { en: english, zh: chinese ?? english } } : {}),
  };
}

const constructors = (rows: readonly PackedConstructor[], deepspeed: boolean): readonly Constructor[] =>
  rows.map(([name, params, extra]) => ({ name, types: [name], offload: undefined, unknownKeys: 'refuse', params, required: [], ...extra, deepspeed }));

/** The DeepSpeed release that the catalogue describes. */
export const deepspeedVersion = packed.version;
export const optimizerClasses: readonly Constructor[] = [...constructors(packed.optimizers, true), ...constructors(packed.torchOptimizers, false)];
export const schedulerClasses: readonly Constructor[] = [...constructors(packed.schedulers, true), ...constructors(packed.torchSchedulers, false)];
export const removedKeys: readonly RemovedKey[] = packed.removed;

export interface Section {
  readonly unknownKeys: UnknownKeys;
  /** The release from which on that holds; before, unknown keys were ignored. */
  readonly since?: string;
}
export const sections: ReadonlyMap<string, Section> = new Map(packed.sections.map(([path, unknownKeys, since]) => [path, { unknownKeys, ...(since ? { since } : {}) }]));

/** Every row by its path; built on first use. */
let all: ReadonlyMap<string, Option> | undefined;
export function rows(): ReadonlyMap<string, Option> {
  if (!all) {
    const map = new Map<string, Option>();
    for (const [section, list] of Object.entries(packed.options)) for (const row of list) map.set(section === '' ? row[0] : `${section}.${row[0]}`, unpack(section, row));
    all = map;
  }
  return all;
}

/** The rows right inside a section, in the catalogue's order. */
export const rowsIn = (section: string): readonly Option[] => (packed.options[section] ?? []).map(([name]) => rows().get(section === '' ? name : `${section}.${name}`)!);
