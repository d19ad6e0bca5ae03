import type { Env } from './env';
import { get } from './state';
import { textOf } from './value';

/** What separates words where nobody says otherwise. */
export const usual = ' \t\n';

/** The characters at which expansions fall apart: the value of IFS; undefined when unknown. */
export function separators(env: Env): string | undefined {
  const { held } = get(env.state, 'IFS');
  if (held.kind === 'scalar') return textOf(held.pieces);
  return held.kind === 'environment' || held.kind === 'unset' ? usual : undefined;
}
