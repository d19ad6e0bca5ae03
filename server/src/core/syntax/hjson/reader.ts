import { keyPlaceholderAt, placeholderAt, statementAt } from '../placeholder';
import { TreeBuilder } from '../node';
import { stripEnd } from './python';
import { Refused, refuse, refuseIndex, type Refusal } from './refusal';
import { afterBreak, isBreak, lineEnd, scanMultiline, scanString, scanWord, type ScannedString } from './scan';
import { strictWord, type StrictWord } from './words';

export interface HjsonReading {
  readonly builder: TreeBuilder;
  /** Undefined where hjson reads the text, placeholders aside. */
  readonly refusal: Refusal | undefined;
  /** Placeholders and template statements met outside of strings. */
  readonly placeholders: readonly { readonly start: number; readonly end: number; readonly value: boolean }[];
  /** True when the text has Jinja statements: which parts of it count is open. */
  readonly statements: boolean;
}

/**
 * Reads a text as Python's hjson does (`hjson/decoder.py` @ 3.1.0) from a file opened as text, where every line break is
 * `\n`. Its grammar is followed to the letter, oddities included; what it lacks is places, tolerance for placeholders, and
 * a stack of its own.
 */
export function readHjson(text: string): HjsonReading {
  const braces = new Reader(text, false);
  const first = braces.run();
  // A text that is no object without braces either may be one value: hjson tries that last, and if it fails keeps the first error.
  if (!first.refusal?.decode || braces.hasBrackets) return first;
  const single = new Reader(text, true);
  const second = single.run();
  return single.hasValue ? second : first;
}

interface Word {
  readonly start: number;
  readonly stop: number;
  readonly strict: StrictWord;
}

interface Frame {
  readonly array: boolean;
  /** The opening bracket; undefined for an object without braces. */
  readonly opener: number | undefined;
  first: boolean;
}

class Reader {
  /** The root stands in brackets. */
  hasBrackets = false;
  /** The root was read to its end. */
  hasValue = false;
  private readonly builder: TreeBuilder;
  private readonly placeholders: { start: number; end: number; value: boolean }[] = [];
  private readonly frames: Frame[] = [];
  private at = 0;
  private statements = false;
  private blocks = 0;
  /** The end of the last value, where a missing comma belongs. */
  private lastEnd = 0;
  private lastWord: Word | undefined;
  /** The same until another value comes. */
  private swallower: Word | undefined;
  /** The last value stood for itself: no commas are asked for around it. */
  private insertion = false;
  private readonly jinja: boolean;
  private readonly indent = { at: 0, column: 0, lines: 0 };

  constructor(
    private readonly text: string,
    private readonly singleValue: boolean,
  ) {
    this.builder = new TreeBuilder(text);
    this.jinja = text.includes('{%') || text.includes('{{');
  }

  run(): HjsonReading {
    let refusal: Refusal | undefined;
    try {
      this.document();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refusal = this.explain(error.refusal);
    }
    const { builder, placeholders, statements } = this;
    // The depth is reached before anything that goes wrong further in.
    if (builder.tooDeep !== undefined) {
      const span = { start: builder.tooDeep, end: builder.tooDeep + 1 };
      refusal = { code: 'too-deep', tool: 'RecursionError: maximum recursion depth exceeded', at: undefined, span, decode: false };
    }
    if (statements) builder.dropLeniencies('missing-comma', 'trailing-comma');
    return { builder, refusal, placeholders, statements };
  }

  private document(): void {
    const { text, builder } = this;
    const bom = text.startsWith('\uFEFF') ? 1 : text.startsWith('\u00EF\u00BB\u00BF') ? 3 : 0;
    if (bom > 0) builder.leniency('bom', { start: 0, end: bom }, { span: { start: 0, end: bom }, newText: '' });
    this.at = bom;
    const start = this.skip();
    if (bom === 0 && start === undefined) {
      // A file without a value is an empty object.
      builder.begin('object', 0);
      builder.end(text.length);
      const end = { start: text.length, end: text.length };
      builder.leniency('no-braces', end, { span: end, newText: '{}' });
      return;
    }
    const placeholder = start !== undefined && '${<'.includes(start) ? placeholderAt(text, this.at) : undefined;
    this.hasBrackets = placeholder !== undefined || start === '{' || start === '[';
    if (this.hasBrackets || this.singleValue) this.value();
    else this.withoutBraces();
    while (this.frames.length > 0) this.step(this.frames[this.frames.length - 1]!);
    this.hasValue = true;
    this.separator(true);
    if (this.skip() !== undefined) {
      refuse('extra-data', 'Extra data', this.at, { until: text.length, span: { start: this.at, end: stripEnd(text, this.at, lineEnd(text, this.at)) } });
    }
  }

  private withoutBraces(): void {
    const { text, builder, at } = this;
    builder.begin('object', text.charCodeAt(0) === 0xfeff ? 1 : 0);
    this.frames.push({ array: false, opener: undefined, first: true });
    builder.leniency('no-braces', { start: at, end: at }, { span: { start: at, end: at }, newText: '{' });
  }

  /** One member or item of the innermost bracket, or its end. */
  private step(frame: Frame): void {
    const first = frame.first;
    frame.first = false;
    let c = this.skip();
    if (!first) c = this.separator(frame.opener === undefined ? c === undefined : c === (frame.array ? ']' : '}'));
    if (frame.opener === undefined ? c === undefined && !first : c === (frame.array ? ']' : '}')) {
      this.close(frame);
      return;
    }
    if (frame.array) {
      if (first && c === undefined) refuse('unclosed-array', "End of input while parsing an array (did you forget a closing ']'?)", this.at, { opener: frame.opener! });
    } else if (!this.key(frame)) return;
    this.value();
  }

  private close(frame: Frame): void {
    const { text, builder } = this;
    this.frames.pop();
    if (frame.opener === undefined) {
      const end = { start: this.lastEnd, end: this.lastEnd };
      builder.leniency('no-braces', end, { span: end, newText: '}' });
      builder.end(text.length);
      return;
    }
    this.at++;
    builder.end(this.at);
    this.ended(this.at);
  }

  private ended(end: number): void {
    this.lastEnd = end;
    this.lastWord = undefined;
    this.swallower = undefined;
    this.insertion = false;
  }

  /** What stands between the last value and the next, with what a strict reader says of it. Answers the next character. */
  private separator(last: boolean): string | undefined {
    const { builder, lastWord: word } = this;
    let c = this.skip();
    const comma = c === ',' && this.frames.length > 0 ? this.at : undefined;
    if (comma !== undefined) {
      this.at++;
      c = this.skip();
      const frame = this.frames[this.frames.length - 1]!;
      last = frame.opener === undefined ? c === undefined : c === (frame.array ? ']' : '}');
    }
    const remove = (at: number): void => {
      const span = { start: at, end: at + 1 };
      builder.leniency('trailing-comma', span, { span, newText: '' });
    };
    if (comma !== undefined && last) remove(comma);
    if (word) {
      const { code, edit, comment } = word.strict;
      if (code) builder.leniency(code, { start: word.start, end: word.stop }, edit && { span: { start: edit.start, end: edit.end }, newText: edit.newText });
      if (comment) builder.leniency('comment', comment, { span: comment, newText: '' });
      if (word.strict.comma !== undefined && (last || comma !== undefined)) remove(word.strict.comma);
    }
    if (comma === undefined && !last && word?.strict.comma === undefined && !this.insertion) {
      const span = { start: this.lastEnd, end: this.lastEnd };
      builder.leniency('missing-comma', span, { span, newText: ',' });
    }
    this.lastWord = undefined;
    return c;
  }

  /** False when a placeholder stood for a whole member. */
  private key(frame: Frame): boolean {
    const { text, builder } = this;
    this.skip();
    const start = this.at;
    const placeholder = keyPlaceholderAt(text, start);
    if (placeholder !== undefined) {
      builder.template = true;
      this.at = placeholder;
      const named = this.skip() === ':';
      this.placeholders.push({ start, end: placeholder, value: false });
      if (!named) {
        this.ended(placeholder);
        this.insertion = true;
        return false;
      }
      builder.key(text.slice(start, placeholder), { start, end: placeholder });
    } else if (text[start] === '"' || text[start] === "'") {
      const scanned = scanString(text, start);
      this.at = scanned.end;
      builder.key(scanned.value, { start, end: scanned.end });
      this.quotes(start, scanned);
    } else {
      const end = this.bareKey(frame);
      const key = text.slice(start, end);
      const span = { start, end };
      builder.key(key, span);
      builder.leniency('unquoted-key', span, key === '' ? undefined : { span, newText: JSON.stringify(key) });
      this.oddBlanks(end, this.at);
    }
    const c = this.skip();
    if (c !== ':') refuse('colon-expected', "Expecting ':' delimiter", this.at);
    this.at++;
    builder.colon(this.at);
    return true;
  }

  /** Reads an unquoted key up to its colon; answers the key's end. */
  private bareKey(frame: Frame): number {
    const { text } = this;
    const start = this.at;
    let blank = -1;
    let blankEnd = -1;
    for (let i = start; ; i++) {
      const c = text[i];
      if (c === undefined) {
        const opener = frame.opener;
        refuse(opener === undefined ? 'colon-expected' : 'unclosed-object', 'Bad key name (eof)', text.length, opener === undefined ? {} : { opener });
      }
      if (c === ':') {
        this.at = i;
        if (i === start) refuse('key-expected', "Found ':' but no key name (for an empty key name use quotes)", start);
        if (blank < 0) return i;
        if (blankEnd !== i) refuse('blank-in-key', 'Found whitespace in your key name (use quotes to include)', blank, { span: { start, end: stripEnd(text, start, i) } });
        return stripEnd(text, start, i);
      }
      if (c === ' ' || c === '\t' || c === '\n' || c === '\r') {
        const grows = blank < 0 || blankEnd === i;
        const from = i;
        if (c === '\r' && text[i + 1] === '\n') i++;
        if (grows) [blank, blankEnd] = [from, i + 1];
      } else if (c === '{' || c === '}' || c === '[' || c === ']' || c === ',') {
        refuse('key-expected', `Found '${c}' where a key name was expected (check your syntax or use quotes if the key name includes {}[],: or whitespace)`, start);
      }
    }
  }

  private value(): void {
    const { text, builder } = this;
    const c = this.skip();
    const start = this.at;
    if (c === undefined) {
      const opener = this.frames[this.frames.length - 1]?.opener;
      refuse('value-expected', 'Expecting value', start, opener === undefined ? {} : { opener });
    }
    if (c === '"' || c === "'") return this.string(start);
    const placeholder = placeholderAt(text, start);
    if (placeholder !== undefined) {
      this.at = placeholder;
      this.placeholders.push({ start, end: placeholder, value: true });
      builder.placeholder({ start, end: placeholder });
      return this.ended(placeholder);
    }
    if (c === '{' || c === '[') {
      this.at++;
      builder.begin(c === '[' ? 'array' : 'object', start);
      this.frames.push({ array: c === '[', opener: start, first: true });
      return;
    }
    if (c === '}' || c === ']' || c === ',' || c === ':') {
      refuse('value-expected', 'Found a punctuator character when expecting a quoteless string (check your syntax)', start);
    }
    this.word(start);
  }

  private string(start: number): void {
    const { text, builder } = this;
    if (text.startsWith("'''", start)) {
      const { value, end } = scanMultiline(text, start, this.indentAt(start));
      const span = { start, end };
      this.at = end;
      builder.scalar('string', value, span);
      builder.leniency('multiline-string', span, { span, newText: JSON.stringify(value) });
    } else {
      const scanned = scanString(text, start);
      this.at = scanned.end;
      builder.scalar('string', scanned.value, { start, end: scanned.end });
      this.quotes(start, scanned);
    }
    this.ended(this.at);
  }

  private quotes(start: number, { value, end, oddEscapes }: ScannedString): void {
    const span = { start, end };
    if (this.text[start] === "'") this.builder.leniency('single-quotes', span, { span, newText: JSON.stringify(value) });
    else for (const e of oddEscapes) this.builder.leniency('escape', { start: e.start, end: e.end }, { span: { start: e.start, end: e.end }, newText: e.newText });
  }

  private word(start: number): void {
    const { text, builder } = this;
    const { value, end, valueStart, valueEnd } = scanWord(text, start, this.jinja);
    const span = { start: valueStart, end: valueEnd };
    this.at = end;
    this.ended(valueEnd);
    builder.scalar(value === null ? 'null' : (typeof value as 'string' | 'number' | 'boolean'), value, span);
    if (typeof value === 'string') {
      const strict = strictWord(text, start, valueEnd);
      this.lastWord = this.swallower = { start, stop: valueEnd, strict };
      this.lastEnd = strict.end;
    } else if (typeof value === 'number' && /[^\x00-\x7F]/.test(text.slice(start, valueEnd))) {
      builder.leniency('unquoted-string', span, { span, newText: String(value) });
    }
    this.oddBlanks(valueEnd, end);
  }

  /** Blanks that Python's `strip()` takes off and JSON does not know, such as U+00A0. */
  private oddBlanks(start: number, end: number): void {
    const span = { start, end };
    if (/[^ \t\r\n]/.test(this.text.slice(start, end))) this.builder.leniency('odd-blank', span, { span, newText: '' });
  }

  /** Moves over blanks and comments; answers the character there, undefined at the end. */
  private skip(): string | undefined {
    const { text } = this;
    for (;;) {
      const c = text[this.at];
      const next = text[this.at + 1];
      if (c === ' ' || c === '\t' || c === '\n' || c === '\r') this.at++;
      else if (c === '#' || (c === '/' && next === '/')) this.comment(lineEnd(text, this.at));
      else if (c === '/' && next === '*') {
        const close = text.indexOf('*/', this.at + 2);
        if (close < 0) refuseIndex('unclosed-comment', { start: this.at, end: stripEnd(text, this.at, lineEnd(text, this.at)) });
        this.comment(close + 2);
      } else if (c !== '{' || !this.jinja || !this.statement()) return c;
    }
  }

  private comment(end: number): void {
    this.builder.comment({ start: this.at, end });
    this.at = end;
  }

  /** Moves over a Jinja statement or comment. */
  private statement(): boolean {
    const { text, at } = this;
    const found = text[at + 1] === '#' ? text.slice(at, lineEnd(text, at)).indexOf('#}') : -1;
    const statement = found > 0 ? { end: at + found + 2, opens: 0 } : statementAt(text, at);
    if (!statement) return false;
    this.builder.template = true;
    this.statements = true;
    this.blocks = Math.max(0, this.blocks + statement.opens);
    this.builder.conditional = this.blocks > 0;
    this.placeholders.push({ start: at, end: statement.end, value: false });
    this.at = statement.end;
    return true;
  }

  /**
   * How far `'''` at `open` is indented, in characters: hjson counts back to the last line break. On the first line it goes
   * on counting from the end of the text, and gives up on a text without line breaks.
   */
  private indentAt(open: number): number | undefined {
    const { text, indent } = this;
    while (indent.at < open) {
      if (isBreak(text.charCodeAt(indent.at))) {
        indent.at = afterBreak(text, indent.at);
        indent.column = 0;
        indent.lines++;
      } else {
        indent.at += text.codePointAt(indent.at)! > 0xffff ? 2 : 1;
        indent.column++;
      }
    }
    if (indent.lines > 0) return indent.column;
    const last = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
    return last < 0 ? undefined : indent.column + [...text.slice(last + 1)].length;
  }

  /** Names the fault that people made where hjson names the one it ran into. */
  private explain(refusal: Refusal): Refusal {
    const word = this.swallower;
    const raw = word ? this.text.slice(word.start, word.stop) : '';
    const ended = refusal.at !== undefined && stripEnd(this.text, 0, this.text.length) <= refusal.at;
    if (!word || !/[}\]]/.test(raw) || !ended) return refusal;
    const end = Math.max(word.start + 1, stripEnd(this.text, word.start, word.start + raw.search(/[,}\]]/)));
    return { ...refusal, code: 'unquoted-word', span: { start: word.start, end } };
  }
}
