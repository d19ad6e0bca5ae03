import { styleText } from 'node:util';
import { plain, type Paint, type Style } from '../core/report/text';
import type { Lang } from '../core/text/say';
import type { Io, Sink } from './io';

type Format = Parameters<typeof styleText>[0];
const formats: Record<Style, Format> = {
  error: ['bold', 'red'],
  warning: ['bold', 'yellow'],
  info: ['bold', 'blue'],
  hint: ['bold', 'gray'],
  place: 'bold',
  rule: 'gray',
  gutter: 'gray',
  carets: 'red',
  help: 'cyan',
  because: 'reset',
  fix: 'green',
};

/** FORCE_COLOR weighs more than NO_COLOR, as in Node; without both, a terminal gets colours. */
export function wantsColour(sink: Sink, env: Io['env']): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  return sink.isTTY === true && env['TERM'] !== 'dumb';
}

export function painter(sink: Sink, env: Io['env']): Paint {
  // Node 20 has it from 20.12 on.
  if (!wantsColour(sink, env) || typeof styleText !== 'function') return plain;
  const style = styleText as (format: Format, text: string, options?: { validateStream: boolean }) => string;
  return (name, text) => style(formats[name], text, { validateStream: false });
}

/** Columns for source lines: the terminal's, within reason. */
export const widthOf = (sink: Sink): number => Math.min(Math.max((sink.columns ?? 130) - 10, 40), 160);

/** `--lang`, else the locale that POSIX programs go by. */
export function languageOf(args: readonly string[], env: Io['env']): Lang {
  const at = args.findLastIndex((a) => a === '--lang' || a.startsWith('--lang='));
  const given = at < 0 ? undefined : args[at]!.includes('=') ? args[at]!.slice('--lang='.length) : args[at + 1];
  if (given !== undefined) return given.toLowerCase() === 'zh-cn' ? 'zh-cn' : 'en';
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return /^zh[_-](cn|hans|sg)/i.test(locale) ? 'zh-cn' : 'en';
}
