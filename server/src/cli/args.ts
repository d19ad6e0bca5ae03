import { parseArgs } from 'node:util';
import { nearest } from '../core/text/nearest';
import { en, joinTexts, same, type Text } from '../core/text/say';
import { UsageError } from './io';

interface Flag {
  readonly kind: 'flag';
  readonly short?: string;
  readonly help: Text;
}
interface Valued<T> {
  readonly kind: 'value';
  /** What stands for the value in the help: `FILE`. */
  readonly name: string;
  readonly choices?: readonly string[];
  readonly help: Text;
  /** The value, or what was expected instead. */
  read(text: string): { readonly value: T } | { readonly expected: Text };
}
export type Option = Flag | Valued<unknown>;
export type Options = Readonly<Record<string, Option>>;

export type Values<O extends Options> = { readonly [K in keyof O]: O[K] extends Valued<infer T> ? T | undefined : boolean };

export const flag = (help: Text, short?: string): Flag => ({ kind: 'flag', help, ...(short === undefined ? {} : { short }) });

export const text = (name: string, help: Text): Valued<string> => ({
  kind: 'value',
  name,
  help,
  read: (value) => (value === '' ? { expected: en`a ${name} that is not empty`.zh`非空的 ${name}` } : { value }),
});

export const choice = <T extends string>(name: string, choices: readonly T[], help: Text): Valued<T> => ({
  kind: 'value',
  name,
  choices,
  help,
  read: (value) => {
    const found = choices.find((c) => c === value.toLowerCase());
    if (found !== undefined) return { value: found };
    const meant = nearest(value, choices);
    const list = choices.join(', ');
    return { expected: meant === undefined ? en`one of ${list}`.zh`${list} 之一` : en`one of ${list} (did you mean ${meant}?)`.zh`${list} 之一（是否想写 ${meant}？）` };
  },
});

export const integer = (minimum: number, help: Text): Valued<number> => ({
  kind: 'value',
  name: 'N',
  help,
  read: (value) => {
    const number = /^\d+$/.test(value) ? Number(value) : NaN;
    return Number.isSafeInteger(number) && number >= minimum ? { value: number } : { expected: en`a whole number from ${minimum} on`.zh`不小于 ${minimum} 的整数` };
  },
});

export interface Parsed<O extends Options> {
  readonly values: Values<O>;
  readonly positionals: readonly string[];
}

/** Reads a command's arguments. Of an option given twice the last one counts. Throws UsageError. */
export function parse<O extends Options>(options: O, args: readonly string[]): Parsed<O> {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, o]) => [name, { type: o.kind === 'flag' ? ('boolean' as const) : ('string' as const), ...(o.kind === 'flag' && o.short ? { short: o.short } : {}) }]),
  );
  // Not strict: its errors are in English only and suggest nothing.
  const { tokens } = parseArgs({ args: [...args], options: config, strict: false, allowPositionals: true, tokens: true });
  const values: Record<string, unknown> = Object.fromEntries(Object.entries(options).map(([name, o]) => [name, o.kind === 'flag' ? false : undefined]));
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind === 'option') values[token.name] = valueOf(options, token.name, token.rawName, token.value, token.inlineValue ?? false);
  }
  return { values: values as Values<O>, positionals };
}

function valueOf(options: Options, name: string, raw: string, value: string | undefined, inline: boolean): unknown {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) throw new UsageError(unknownOption(raw, Object.keys(options)));
  if (option.kind === 'flag') {
    if (value !== undefined) throw new UsageError(en`${raw} takes no value, and got ${value}.`.zh`${raw} 不接受值，但写了 ${value}。`);
    return true;
  }
  const wanted = option.choices ? same(option.choices.join(', ')) : same(option.name);
  // Without "=", what looks like the next option is not the value.
  if (value === undefined || (!inline && /^-./.test(value))) throw new UsageError(en`${raw} needs a value: ${wanted}.`.zh`${raw} 需要一个值：${wanted}。`);
  const read = option.read(value);
  if ('expected' in read) throw new UsageError(en`${raw} cannot be ${JSON.stringify(value)}: expected ${read.expected}.`.zh`${raw} 不能是 ${JSON.stringify(value)}：应为${read.expected}。`);
  return read.value;
}

function unknownOption(raw: string, names: readonly string[]): Text {
  const meant = raw.startsWith('--') ? nearest(raw.slice(2), names) : undefined;
  const unknown = en`There is no option ${raw}.`.zh`没有选项 ${raw}。`;
  return meant === undefined ? unknown : joinTexts([unknown, en`Did you mean --${meant}?`.zh`是否想写 --${meant}？`], en`${' '}`.zh``);
}
