import type { Span } from '../text/span';
import { en, same, type Text } from '../text/say';
import { place, stripEnd } from './hjson/python';
import type { Refusal, RefusalCode } from './hjson/refusal';
import { lineEnd } from './hjson/scan';
import type { Problem } from './tree';

/** What people are told of a text that hjson gives up, with the tool's own words and place behind. */
export function problemOf(text: string, refusal: Refusal, strictReads: boolean): Problem {
  const span = shown(text, refusal);
  const sentence = sentences[refusal.code](text, refusal, span);
  const tool = same(toolWords(text, refusal));
  const message = en`${sentence} (${tool}).`.zh`${sentence}（${tool}）。`;
  return { code: refusal.code, message, span, ...(strictReads ? { strictReads } : {}) };
}

/** `Expecting value: line 3 column 36 (char 63)`, as the tool prints it. */
function toolWords(text: string, { tool, at, until }: Refusal): string {
  if (at === undefined) return tool;
  const from = place(text, at);
  if (until === undefined) return `${tool}: line ${from.line} column ${from.column} (char ${from.char})`;
  const to = place(text, until);
  return `${tool}: line ${from.line} column ${from.column} - line ${to.line} column ${to.column} (char ${from.char} - ${to.char})`;
}

/** Something to underline: the character at the place, or the last one before it where the line or text ends there. */
function shown(text: string, { span, code }: Refusal): Span {
  if (span.end > span.start) return span;
  const at = span.start;
  const here = text[at];
  if (here !== undefined && !/\s/.test(here)) {
    if (!/[\w$]/.test(here) || code === 'extra-data') return { start: at, end: at + (text.codePointAt(at)! > 0xffff ? 2 : 1) };
    return { start: at, end: at + /^[\w$.-]+/.exec(text.slice(at, Math.min(lineEnd(text, at), at + 200)))![0].length };
  }
  const end = stripEnd(text, 0, at);
  const wide = end > 1 && text.codePointAt(end - 2)! > 0xffff;
  return { start: Math.max(0, end - (wide ? 2 : 1)), end };
}

const short = (raw: string): Text => same(raw.length > 40 ? `${raw.slice(0, 39)}…` : raw);

const lineOf = (text: string, offset: number | undefined): number => place(text, offset ?? 0).line;

/** The character at the place, or the end of the text. */
function found(text: string, at: number | undefined): Text {
  const code = at === undefined ? undefined : text.codePointAt(at);
  if (code === undefined) return en`the end of the file`.zh`文件末尾`;
  const c = String.fromCodePoint(code);
  return c < ' ' ? same(`U+${code.toString(16).toUpperCase().padStart(4, '0')}`) : same(`"${c}"`);
}

type Sentence = (text: string, refusal: Refusal, span: Span) => Text;

const unclosed = (bracket: string): Sentence => (text, { opener }) =>
  en`The "${bracket === '}' ? '{' : '['}" of line ${lineOf(text, opener)} is never closed: a "${bracket}" is missing`
    .zh`第 ${lineOf(text, opener)} 行的 "${bracket === '}' ? '{' : '['}" 没有闭合：缺少 "${bracket}"`;

const sentences: Record<RefusalCode, Sentence> = {
  'unterminated-string': (text, _, span) => en`This string has no closing ${quoteAt(text, span)}`.zh`此字符串缺少结尾的 ${quoteAt(text, span)}`,
  'control-character': (text, _, span) =>
    span.end - span.start === 1 && text[span.start]! < ' '
      ? en`A string holds the raw control character ${found(text, span.start)}, which has to be written as an escape`.zh`字符串中含有未转义的控制字符 ${found(text, span.start)}，必须写成转义形式`
      : en`This string has no closing ${quoteAt(text, span)} on its line`.zh`此字符串在本行没有结尾的 ${quoteAt(text, span)}`,
  'bad-escape': (text, _, span) => en`"${short(text.slice(span.start, span.end))}" is no escape of JSON`.zh`"${short(text.slice(span.start, span.end))}" 不是 JSON 的转义序列`,
  'unclosed-comment': () => en`This comment has no closing "*/"`.zh`此注释缺少结尾的 "*/"`,
  'unclosed-multiline': () => en`This ''' string cannot be read to its end`.zh`此 ''' 多行字符串无法读到结尾`,
  'unclosed-object': unclosed('}'),
  'unclosed-array': unclosed(']'),
  'key-expected': (text, { at }) => en`A key in quotes was expected, but ${found(text, at)} stands here`.zh`此处应为带引号的键，实际是 ${found(text, at)}`,
  'blank-in-key': (text, _, span) => en`The key "${short(text.slice(span.start, span.end))}" has a blank in it and no quotes`.zh`键 "${short(text.slice(span.start, span.end))}" 含空白字符却没有加引号`,
  'colon-expected': (text, { at }) => en`A ":" was expected after the key, but found ${found(text, at)}`.zh`键之后应为 ":"，实际是 ${found(text, at)}`,
  'value-expected': (text, { at }) => en`A value was expected, but found ${found(text, at)}`.zh`此处应为一个值，实际是 ${found(text, at)}`,
  'unquoted-word': (text, _, span) => {
    const word = text.slice(span.start, span.end);
    const meant = { True: 'true', False: 'false', None: 'null' }[word];
    const write = meant === undefined ? same('') : en`; JSON writes ${meant}`.zh`；JSON 中应写作 ${meant}`;
    return en`The unquoted ${short(word)} is read as text up to the end of its line, closing brackets included${write}`
      .zh`未加引号的 ${short(word)} 会被当作文本一直读到行尾，连同右括号一起${write}`;
  },
  'extra-data': (text, { at }) => en`The config ends before this place, but ${found(text, at)} follows`.zh`配置在此之前已经结束，其后却还有 ${found(text, at)}`,
  'number-too-large': (text, _, span) => en`${short(text.slice(span.start, span.end))} is beyond the largest float, 1.8e308`.zh`${short(text.slice(span.start, span.end))} 超出浮点数上限 1.8e308`,
  'number-too-long': (_, __, span) => en`This integer has ${span.end - span.start} characters, and Python reads 4300 digits at most`.zh`此整数有 ${span.end - span.start} 个字符，而 Python 最多读取 4300 位数字`,
  'too-deep': () => en`Objects and lists nest more than 496 levels deep here`.zh`对象和列表在此处嵌套超过 496 层`,
};

const quoteAt = (text: string, span: Span): Text => same(text[span.start] === "'" ? "'" : '"');
