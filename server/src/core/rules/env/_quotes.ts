import type { EnvEntry } from '../../syntax/env';

/** What the quotes of a value become in pdsh's command line, where the launcher puts the value into double quotes as it is. */
export type Quotes =
  /** `'x'`: the program gets the quotes, too. */
  | 'kept'
  /** `"x y"`: the quotes close each other and the value falls apart at the blank or sign in it. */
  | 'broken'
  /** `{"a": 1}`: the inner quotes vanish. */
  | 'lost'
  /** `"x"`: the quotes vanish, and nothing else changes. */
  | 'needless';

export function quotesOf({ value }: EnvEntry): Quotes | undefined {
  if (/^'[^']*'$/.test(value)) return value.includes('"') ? undefined : 'kept';
  if (!value.includes('"') || value.includes('\\"')) return undefined;
  const inner = /^"([^"]*)"$/.exec(value)?.[1];
  if (inner === undefined) return /^[^"]*("[^"]*"[^"]*)+$/.test(value) && !/[`$\\]/.test(value) ? 'lost' : undefined;
  if (/[\s;&|<>()]/.test(inner) && !/[`\\']|\$\(/.test(inner)) return 'broken';
  return /^(?:[\w@%+=:,./^-]|\$\w|\$\{\w+\})*$/.test(inner) ? 'needless' : undefined;
}
