import { pythonStrip } from '../text/python';
import { span, type Span } from '../text/span';

/** One line of `.deepspeed_env` as the launcher reads it: `line.split('=', 1)` of every line (`runner.py` @ 0.19). */
export interface EnvLine {
  readonly line: number;
  /** The whole line without its line break. */
  readonly span: Span;
  readonly text: string;
  /** Undefined for a line without `=`, on which the launcher stops. */
  readonly entry: EnvEntry | undefined;
}

export interface EnvEntry {
  /** Stripped, as the launcher exports it; may hold `export ` or `#`. */
  readonly name: string;
  readonly nameSpan: Span;
  /** Stripped; quotes are kept, as the launcher keeps them. */
  readonly value: string;
  readonly valueSpan: Span;
}

export interface EnvSyntax {
  readonly lines: readonly EnvLine[];
}

export function parseEnv(text: string): EnvSyntax {
  const lines: EnvLine[] = [];
  let number = 0;
  for (const match of text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)) {
    const body = match[1]!;
    // A file that ends in a line break has no further, empty line.
    if (match[2] === '' && body === '') break;
    lines.push({ line: number++, span: span(match.index, match.index + body.length), text: body, entry: readEntry(body, match.index) });
    if (match[2] === '') break;
  }
  return { lines };
}

function readEntry(body: string, start: number): EnvEntry | undefined {
  const equals = body.indexOf('=');
  if (equals < 0) return undefined;
  const trimmed = (from: number, to: number): { text: string; at: Span } => {
    const part = body.slice(from, to);
    const text = pythonStrip(part);
    const at = start + from + (text === '' ? 0 : part.indexOf(text));
    return { text, at: span(at, at + text.length) };
  };
  const name = trimmed(0, equals);
  const value = trimmed(equals + 1, body.length);
  return { name: name.text, nameSpan: name.at, value: value.text, valueSpan: value.at };
}
