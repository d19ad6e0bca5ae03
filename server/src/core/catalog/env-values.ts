import { en, same, type Text } from '../text/say';
import { allocatorFault } from './env-allocator';
import type { EnvVariable } from './env';

/** What the tool makes of a value. */
export type Parsed =
  /** It means what it says. `readsAs` is the value the tool holds, where it is not the text itself. */
  | { readonly kind: 'ok'; readonly readsAs: string }
  | {
      readonly kind: 'other';
      /** read-as: something else than was written, `readsAs`. ignored: the variable has no effect. refused: the run stops. */
      readonly effect: 'read-as' | 'ignored' | 'refused';
      readonly readsAs?: string;
      /** Where in the value the fault lies; the whole value when absent. */
      readonly at?: { readonly start: number; readonly end: number };
      readonly why: Text;
    };

type Parser = (value: string, variable: EnvVariable) => Parsed;

const ok = (readsAs: string): Parsed => ({ kind: 'ok', readsAs });
const other = (effect: 'read-as' | 'ignored' | 'refused', why: Text, more: { readonly readsAs?: string; readonly at?: { readonly start: number; readonly end: number } } = {}): Parsed => ({
  kind: 'other', effect, why, ...more,
});

/**
 * What the reading tool makes of the characters of a value, as it finds them in the environment. Undefined where the
 * tool's own parsing is not known, or nobody reads the variable any more.
 */
export function parsed(variable: EnvVariable, value: string): Parsed | undefined {
  if (variable.parse === undefined || variable.removedIn !== undefined || variable.unsure) return undefined;
  return parsers[variable.parse](value, variable);
}

/** C's strtoll(value, NULL, 0): the number, and how many characters it used. */
export function strtoll(value: string): { readonly number: bigint; readonly used: number; readonly base: 8 | 10 | 16 } {
  const match = /^[ \t\n\v\f\r]*([+-]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)/.exec(value);
  if (!match) return { number: 0n, used: 0, base: 10 };
  const digits = match[2]!;
  const hex = /^0[xX]/.test(digits);
  const octal = !hex && digits.length > 1 && digits.startsWith('0');
  const number = BigInt(octal ? `0o${digits.slice(1)}` : digits);
  return { number: match[1] === '-' ? -number : number, used: match[0].length, base: hex ? 16 : octal ? 8 : 10 };
}

const limit = 2n ** 63n;

function ncclInt(value: string, variable: EnvVariable): Parsed {
  // An empty value counts as not set.
  if (value === '') return ok('');
  const { number, used, base } = strtoll(value);
  if (number >= limit || number < -limit) return other('ignored', en`The number does not fit in 64 bits, and NCCL uses its default.`.zh`该数超出 64 位范围，NCCL 会使用默认值。`);
  const readsAs = String(number);
  const rest = value.slice(used);
  if (rest.trim() !== '') {
    const why =
      used === 0
        ? en`NCCL reads integers with strtoll, and finds no digit in "${value}".`.zh`NCCL 用 strtoll 读取整数，而“${value}”里没有数字。`
        : en`NCCL reads integers with strtoll, which stops before "${rest.trim()}".`.zh`NCCL 用 strtoll 读取整数，读到“${rest.trim()}”之前就停止。`;
    return other('read-as', why, { readsAs, at: { start: used, end: value.length } });
  }
  if (base === 8) {
    const decimal = value.trim().replace(/^[+-]?0+/, '') || '0';
    if (decimal !== readsAs.replace('-', '')) return other('read-as', en`A leading 0 makes the number octal.`.zh`以 0 开头的数会按八进制读取。`, { readsAs });
  }
  if (variable.name === 'NCCL_P2P_DISABLE' && number !== 0n && number !== 1n)
    return other('read-as', en`Only 1 disables P2P; NCCL reads ${readsAs} as not disabled.`.zh`只有 1 会关闭 P2P，${readsAs} 等于未关闭。`, { readsAs });
  return ok(readsAs);
}

/** What both readings agree on; `T`, `TRUE` and the like changed their meaning with 2.30. */
const ncclBool = (value: string): Parsed | undefined => (value === '1' ? ok('1') : /^(0|F|FALSE)$/.test(value) ? ok('0') : undefined);

const levels = ['LOC', 'NVL', 'NVB', 'C2C', 'PIX', 'PXB', 'P2C', 'PXN', 'PHB', 'SYS'];
const oldLevels = ['LOC', 'PIX', 'PXB', 'PHB', 'SYS'];

function ncclLevel(value: string): Parsed {
  if (value === '') return ok('');
  if (levels.includes(value)) return ok(value);
  if (/^[0-9]/.test(value)) return ok(oldLevels[Number(strtoll(value).number)] ?? 'SYS');
  const upper = value.trim().toUpperCase();
  if (levels.includes(upper))
    return other('ignored', en`The names match exactly: ${upper}, without blanks. NCCL ignores "${value}".`.zh`名称须完全一致：${upper}，且不带空格。NCCL 会忽略“${value}”。`);
  return other('ignored', en`"${value}" is no distance that NCCL knows (${levels.join(', ')}).`.zh`“${value}”不是 NCCL 认识的距离（${levels.join('、')}）。`);
}

const debugLevels = ['VERSION', 'WARN', 'INFO', 'ABORT', 'TRACE'];

function ncclDebug(value: string): Parsed {
  if (value === '' || debugLevels.includes(value.toUpperCase())) return ok(value.toUpperCase());
  return other('ignored', en`NCCL_DEBUG takes ${debugLevels.join(', ')}; with "${value}" nothing is logged.`.zh`NCCL_DEBUG 可取 ${debugLevels.join('、')}；写“${value}”则不输出日志。`);
}

/** `[^][=]name,name`: the signs count at the very start, for all names. */
function interfaces(value: string): Parsed {
  const head = /^\^?=?/.exec(value)![0].length;
  let at = head;
  for (const item of value.slice(head).split(',')) {
    const where = { start: at, end: at + item.length };
    at += item.length + 1;
    if (/^[\^=]/.test(item)) {
      const sign = item[0]!;
      const first = where.start === head;
      const why = first
        ? en`After = a ^ belongs to the name; "^=" is the order that excludes.`.zh`= 之后的 ^ 会被当作名称的一部分；排除时应写“^=”。`
        : en`Only the start of the list takes ${sign}; here it belongs to the name.`.zh`${sign} 只在整个列表的开头有效，此处会被当作名称的一部分。`;
      return other('read-as', why, { readsAs: item, at: where });
    }
    if (item !== item.trim()) return other('read-as', en`The blank belongs to the name "${item}", which matches no interface.`.zh`空格会成为名称“${item}”的一部分，匹配不到任何接口。`, { readsAs: item, at: where });
  }
  return ok(value);
}

function interfaceNames(value: string): Parsed {
  const sign = /[\^=]/.exec(value);
  if (!sign) return ok(value);
  return other('refused', en`Gloo takes exact interface names only; ${sign[0]} is NCCL's syntax.`.zh`Gloo 只接受完整的接口名；${sign[0]} 是 NCCL 的写法。`, { at: { start: sign.index, end: sign.index + 1 } });
}

const algorithms = ['tree', 'ring', 'collnetdirect', 'collnetchain', 'collnet', 'nvls', 'nvlstree', 'pat'];
const protocols = ['ll', 'll128', 'simple'];

/** `^a,b`, and from 2.24 on `func:a,b;func:c`. */
const tokens = (known: readonly string[], shown: string): Parser => (value) => {
  if (value === '') return ok('');
  let at = 0;
  for (const part of value.split(';')) {
    const head = /^(\w+:)?\^?/.exec(part)![0].length;
    let start = at + head;
    for (const item of part.slice(head).split(',')) {
      if (!known.includes(item.toLowerCase()))
        return other('refused', en`NCCL knows ${shown}; "${item}" is an error from 2.24 on, and was ignored before.`.zh`NCCL 支持 ${shown}；自 2.24 起“${item}”会报错，更早的版本则忽略它。`, {
          at: { start, end: start + item.length },
        });
      start += item.length + 1;
    }
    at += part.length + 1;
  }
  return ok(value);
};

const torchTrue = new Set(['y', 'yes', '1', 't', 'true']);
const torchFalse = new Set(['n', 'no', '0', 'f', 'false']);

function torchBool(value: string): Parsed {
  const lower = value.toLowerCase();
  if (torchTrue.has(lower)) return ok('true');
  if (torchFalse.has(lower)) return ok('false');
  return other('refused', en`PyTorch takes y, yes, 1, t, true, n, no, 0, f, false; "${value}" throws.`.zh`PyTorch 只接受 y、yes、1、t、true、n、no、0、f、false；“${value}”会抛出异常。`);
}

function torchInt(value: string): Parsed {
  const match = /^[ \t\n\v\f\r]*[+-]?[0-9]+/.exec(value);
  if (!match) return other('refused', en`PyTorch reads an integer here: "Invalid value for environment variable".`.zh`PyTorch 在此读取整数，会报错 “Invalid value for environment variable”。`);
  const readsAs = String(BigInt(match[0].trim().replace(/^\+/, '')));
  const rest = value.slice(match[0].length);
  if (rest.trim() === '') return ok(readsAs);
  return other('read-as', en`std::stoi stops before "${rest.trim()}".`.zh`std::stoi 读到“${rest.trim()}”之前就停止。`, { readsAs, at: { start: match[0].length, end: value.length } });
}

function torchEnum(value: string, { values = [], name }: EnvVariable): Parsed {
  if (values.includes(value.toUpperCase())) return ok(value.toUpperCase());
  return other('refused', en`${name} takes ${values.join(', ')}; "${value}" raises.`.zh`${name} 可取 ${values.join('、')}；“${value}”会抛出异常。`);
}

const plainlyFalse = new Set(['', '0', 'off', 'no', 'n', 'false', 'f', 'none']);

function hfBool(value: string): Parsed {
  const lower = value.toLowerCase();
  if (['1', 'on', 'yes', 'true'].includes(lower)) return ok('true');
  if (plainlyFalse.has(lower)) return ok('false');
  return other('read-as', en`Only 1, on, yes and true switch it on.`.zh`只有 1、on、yes、true 才表示开启。`, { readsAs: 'false' });
}

function allocator(value: string): Parsed {
  const fault = allocatorFault(value);
  return fault ? other('refused', fault.why, { at: fault.at }) : ok(value);
}

const parsers: Readonly<Record<NonNullable<EnvVariable['parse']>, (value: string, variable: EnvVariable) => Parsed | undefined>> = {
  'nccl-int': ncclInt,
  'nccl-bool': ncclBool,
  'nccl-level': ncclLevel,
  'nccl-debug': ncclDebug,
  interfaces,
  'interface-names': interfaceNames,
  'nccl-algo': tokens(algorithms, 'Tree, Ring, CollnetDirect, CollnetChain, NVLS, NVLSTree, PAT'),
  'nccl-proto': tokens(protocols, 'LL, LL128, Simple'),
  'torch-bool': torchBool,
  'torch-int': torchInt,
  'torch-enum': torchEnum,
  'hf-bool': hfBool,
  'alloc-conf': allocator,
};

/** What a switch's value does, in words, where the catalogue says so: `InfiniBand stays on`. */
export function effectOf(variable: EnvVariable, readsAs: string): Text | undefined {
  const known = variable.effects;
  if (!known) return undefined;
  return known[readsAs] ?? (/^-?[1-9]/.test(readsAs) && variable.parse === 'nccl-int' && variable.name !== 'NCCL_P2P_DISABLE' ? known['1'] : undefined);
}

/** The value as the tool holds it, for a sentence: `0`. */
export const heldValue = (p: Parsed): Text | undefined => (p.readsAs === undefined ? undefined : same(p.readsAs));
