import { en, same, type Text } from '../text/say';
import { atLeast } from './version';

/** How DeepSpeed takes a value while it builds its config; `schemas/option.ts` says what each name stands for. */
export type Coercion =
  | 'any' | 'int' | 'float' | 'bool' | 'str' | 'int-not-bool' | 'float-not-bool' | 'int-not-str' | 'castable-int' | 'number' | 'positive'
  | 'switch' | 'bool-number' | 'number-or-empty' | 'truthy' | 'enum' | 'word' | 'int-enum' | 'str-list' | 'strings' | 'list' | 'enum-list'
  | 'positive-ints' | 'object' | 'object-or-bool' | 'object-or-empty' | 'container' | 'null' | 'never';

/** What `accepts` looks at: an `Option` of the catalogue. */
export interface Taking {
  readonly coercion: Coercion;
  readonly nullable?: boolean;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly dropsAuto?: boolean;
  readonly needs?: readonly string[];
  readonly since?: string;
  readonly checkedSince?: string;
}

export interface Reading {
  /** The value's characters (`1.0`), where the value alone does not tell an integer from a float. */
  readonly raw?: string;
  /** The DeepSpeed release; undefined is the newest. */
  readonly version?: string;
}

type Members = { readonly [key: string]: unknown };
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !isList(value);
const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Python's truth of a JSON value. */
export const truthy = (value: unknown): boolean =>
  value !== null && value !== false && value !== 0 && value !== '' && !(isList(value) && value.length === 0) && !(isObject(value) && Object.keys(value).length === 0);

const boolWords = new Set(['1', '0', 'true', 'false', 't', 'f', 'yes', 'no', 'y', 'n', 'on', 'off']);
const intText = /^\s*[+-]?\d+(_\d+)*(\.0+)?\s*$/;
const pythonInt = /^\s*[+-]?\d+(_\d+)*\s*$/;
const pythonFloat = /^\s*[+-]?((\d+(_\d+)*)?\.\d+(_\d+)*|\d+(_\d+)*\.?)(e[+-]?\d+(_\d+)*)?\s*$/i;
const infinite = /^\s*[+-]?(inf|infinity|nan)\s*$/i;

const textNumber = (text: string): number => (infinite.test(text) ? NaN : Number(text.trim().replaceAll('_', '')));

/** Written as an integer: without a point or an exponent. Unknown counts as yes. */
const writtenAsInteger = (value: number, raw: string | undefined): boolean => Number.isInteger(value) && !/[.eE]/.test(raw ?? '');

/** pydantic turns a float into an int only below 2⁶³; an integer as written may be of any size. */
const integral = (value: number, raw: string | undefined): boolean =>
  Number.isInteger(value) && (raw === undefined || !/[.eE]/.test(raw) || Math.abs(value) < 2 ** 63);

/** pydantic's lax int: what becomes of the value, undefined when it is refused. */
function laxInt(value: unknown, reading: Reading, loose: boolean): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (isNumber(value)) return integral(value, reading.raw) ? value : loose && Number.isFinite(value) ? Math.trunc(value) : undefined;
  return typeof value === 'string' && intText.test(value) ? textNumber(value) : undefined;
}

function laxFloat(value: unknown): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (isNumber(value)) return value;
  return typeof value === 'string' && (pythonFloat.test(value) || infinite.test(value)) ? textNumber(value) : undefined;
}

const within = (value: number | undefined, taking: Taking): boolean =>
  value !== undefined && (taking.minimum === undefined || value >= taking.minimum) && (taking.maximum === undefined || value <= taking.maximum);

const member = (taking: Taking, value: unknown): boolean => (taking.enum ?? []).some((e) => e === value);

/** The release that came with pydantic 2; before, integers were cut (1.5 → 1), numbers became strings, and '' and [] objects. */
const pydantic2 = '0.15.0';

/**
 * Whether DeepSpeed takes a JSON value for the key while it builds its config, looked at alone: what it makes of two
 * keys together is not asked. A value that is not known (`undefined`) is taken. For keys that are only looked at while
 * some switch is on (`checkedWhen`), the answer holds for when it is on.
 */
export function accepts(option: Taking, value: unknown, reading: Reading = {}): boolean {
  if (value === undefined) return true;
  const checkedSince = option.checkedSince ?? option.since;
  if (reading.version !== undefined && checkedSince !== undefined && !atLeast(reading.version, checkedSince)) return true;
  if (value === null && option.nullable) return true;
  if (value === 'auto' && option.dropsAuto) return true;
  const loose = reading.version !== undefined && !atLeast(reading.version, pydantic2);
  return takes[option.coercion](value, option, reading, loose);
}

type Test = (value: unknown, option: Taking, reading: Reading, loose: boolean) => boolean;

const takes: Readonly<Record<Coercion, Test>> = {
  any: () => true,
  int: (v, o, r, loose) => within(laxInt(v, r, loose), o),
  float: (v, o) => within(laxFloat(v), o),
  bool: (v) => typeof v === 'boolean' || v === 0 || v === 1 || (typeof v === 'string' && boolWords.has(v.toLowerCase())),
  str: (v, _o, _r, loose) => typeof v === 'string' || (loose && (typeof v === 'number' || typeof v === 'boolean')),
  'int-not-bool': (v, _o, r) =>
    typeof v === 'boolean' ? r.version !== undefined && !atLeast(r.version, '0.19.3') : typeof v === 'string' ? pythonInt.test(v) : laxInt(v, r, false) !== undefined,
  'float-not-bool': (v, o, r) => {
    const checked = r.version === undefined || atLeast(r.version, '0.18.8');
    if (!checked) return laxFloat(v) !== undefined;
    if (typeof v === 'boolean') return false;
    const number = laxFloat(v);
    return number !== undefined && Number.isFinite(number) && within(number, o);
  },
  'int-not-str': (v, o, r, loose) => (typeof v === 'string' ? member(o, v) : laxInt(v, r, loose) !== undefined),
  'castable-int': (v) => (typeof v === 'string' ? pythonInt.test(v) : typeof v === 'boolean' || (isNumber(v) && Number.isFinite(v))),
  number: (v, o) => (isNumber(v) || typeof v === 'boolean') && within(Number(v), o),
  positive: (v) => (isNumber(v) && v > 0) || v === true,
  switch: (v, _o, r) => typeof v === 'boolean' || (isNumber(v) && writtenAsInteger(v, r.raw)),
  'bool-number': (v) => v === true || v === false || v === 0 || v === 1,
  'number-or-empty': (v) => isNumber(v) || v === true || !truthy(v),
  truthy,
  enum: (v, o) => member(o, v),
  word: (v, o) => typeof v === 'string' && member(o, v.toLowerCase()),
  'int-enum': (v, o, r, loose) => (loose && typeof v === 'string' ? false : member(o, laxInt(v, r, false))),
  'str-list': (v) => typeof v === 'string' || (isList(v) && v.every((x) => typeof x === 'string')),
  strings: (v) => typeof v === 'string' || isObject(v) || (isList(v) && v.every((x) => typeof x === 'string')),
  list: isList,
  'enum-list': (v, o) => isList(v) && v.every((x) => member(o, x)),
  'positive-ints': (v) => isList(v) && v.length > 0 && v.every((x) => x === true || (isNumber(x) && Number.isInteger(x) && x > 0)),
  object: (v, o, _r, loose) => (isObject(v) ? (o.needs ?? []).every((k) => Object.hasOwn(v, k)) : loose && o.dropsAuto === true && !truthy(v) && (v === '' || isList(v))),
  'object-or-bool': (v) => isObject(v) || typeof v === 'boolean',
  'object-or-empty': (v) => isObject(v) || !truthy(v),
  container: (v) => isObject(v) || isList(v) || typeof v === 'string',
  null: (v) => v === null,
  never: () => false,
};

/** What the key wants, in a few words for a message: `an integer of at least 0`. */
export function expected(option: Taking): Text {
  const values = option.enum?.map((e) => (typeof e === 'string' ? `"${e}"` : String(e))).join(', ');
  switch (option.coercion) {
    case 'int': case 'int-not-bool': case 'castable-int': return bounded(en`an integer`.zh`整数`, option);
    case 'float': case 'float-not-bool': case 'number': case 'number-or-empty': return bounded(en`a number`.zh`数字`, option);
    case 'bool': case 'switch': case 'bool-number': return en`true or false`.zh`true 或 false`;
    case 'str': return en`a string`.zh`字符串`;
    case 'int-not-str': return values === undefined ? en`an integer`.zh`整数` : en`an integer or ${values}`.zh`整数或 ${values}`;
    case 'positive': return en`a number above 0`.zh`大于 0 的数字`;
    case 'truthy': return en`a value that is not empty`.zh`非空值`;
    case 'enum': case 'word': case 'int-enum': return en`one of ${values ?? ''}`.zh`以下之一：${values ?? ''}`;
    case 'str-list': case 'strings': return en`a list of strings`.zh`字符串列表`;
    case 'list': return en`a list`.zh`列表`;
    case 'enum-list': return en`a list of ${values ?? ''}`.zh`由 ${values ?? ''} 组成的列表`;
    case 'positive-ints': return en`a list of integers above 0`.zh`由大于 0 的整数组成的列表`;
    case 'object': return option.needs ? en`an object with ${option.needs.join(', ')}`.zh`含 ${option.needs.join('、')} 的对象` : en`an object`.zh`对象`;
    case 'object-or-bool': case 'object-or-empty': case 'container': return en`an object`.zh`对象`;
    case 'null': return same('null');
    case 'never': return en`no value (JSON cannot write it)`.zh`无可用值（JSON 写不出）`;
    case 'any': return en`any value`.zh`任意值`;
  }
}

function bounded(what: Text, { minimum, maximum }: Taking): Text {
  if (minimum !== undefined && maximum !== undefined) return en`${what} from ${minimum} to ${maximum}`.zh`${minimum} 到 ${maximum} 之间的${what}`;
  return minimum === undefined ? what : en`${what} of at least ${minimum}`.zh`不小于 ${minimum} 的${what}`;
}
