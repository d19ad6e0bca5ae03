import type { Directive } from '../script';
import type { Source } from './source';

const line = /^([^\n]*)(\n|$)/gm;

/**
 * `#SBATCH` lines as sbatch reads them: they begin the line, expand nothing, and end with the first line that is
 * neither empty nor a comment. Several options may stand in one line; a second `#` begins a comment.
 */
export function directivesOf(source: Source): { readonly early: readonly Directive[]; readonly late: readonly Directive[] } {
  const early: Directive[] = [];
  const late: Directive[] = [];
  const { text } = source;
  if (!text.includes('#SBATCH')) return { early, late };
  let begun = false;
  for (const m of text.matchAll(line)) {
    const body = m[1]!;
    const magic = /^#SBATCH(?=\s)/.exec(body);
    if (magic) for (const option of optionsOf(body, magic[0].length, m.index, source)) (begun ? late : early).push(option);
    else if (!/^\s*(#|$)/.test(body)) begun = true;
    if (m[2] === '') break;
  }
  return { early, late };
}

interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function optionsOf(body: string, from: number, offset: number, source: Source): readonly Directive[] {
  const tokens = tokensOf(body, from);
  const options: Directive[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (!token.text.startsWith('-') || token.text.length < 2) continue;
    const place = (start: number, end: number) => source.span(offset + start, offset + end);
    const long = token.text.startsWith('--');
    const written = body.slice(token.start, token.end);
    const equals = long ? written.indexOf('=') : -1;
    const nameLength = long ? (equals < 0 ? written.length : equals) : 2;
    const name = written.slice(0, nameLength);
    const nameSpan = place(token.start, token.start + nameLength);
    if (equals >= 0 || (!long && written.length > 2)) {
      const at = token.start + nameLength + (equals >= 0 ? 1 : 0);
      options.push({ span: place(token.start, token.end), name, nameSpan, value: token.text.slice(name.length + (equals >= 0 ? 1 : 0)), valueSpan: place(at, token.end) });
      continue;
    }
    const next = tokens[i + 1];
    if (next && !next.text.startsWith('-')) {
      options.push({ span: place(token.start, next.end), name, nameSpan, value: next.text, valueSpan: place(next.start, next.end) });
      i++;
    } else options.push({ span: place(token.start, token.end), name, nameSpan, value: undefined, valueSpan: undefined });
  }
  return options;
}

/** Words with quotes and backslashes taken away. */
function tokensOf(body: string, from: number): readonly Token[] {
  const tokens: Token[] = [];
  let i = from;
  for (;;) {
    while (i < body.length && /\s/.test(body[i]!)) i++;
    if (i >= body.length || body[i] === '#') return tokens;
    const start = i;
    let text = '';
    let quote = '';
    for (; i < body.length; i++) {
      const c = body[i]!;
      if (quote === '' && (/\s/.test(c) || c === '#')) break;
      if (c === '\\' && quote !== "'" && i + 1 < body.length) text += body[++i]!;
      else if (quote === c) quote = '';
      else if (quote === '' && (c === '"' || c === "'")) quote = c;
      else text += c;
    }
    tokens.push({ start, end: i, text });
  }
}
