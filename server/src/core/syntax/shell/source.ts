import { span, type Span } from '../../text/span';

/** A text that is parsed as shell, and where its characters stand in the document. */
export interface Source {
  readonly text: string;
  /** The place to show for a range. */
  span(pos: number, end: number): Span;
  /** The place that holds exactly the range; undefined where its characters come from several. */
  exact(pos: number, end: number): Span | undefined;
  /** The range as written. */
  raw(pos: number, end: number): string;
}

/** Stands for a placeholder that something else fills in, or a part that is only known at run time; never in a value. */
export const placeholder = '\uE000';
/** As `placeholder`, where any number of words may come to stand. */
export const splice = '\uE001';
export const isUnknownText = (text: string): boolean => text.includes(placeholder) || text.includes(splice);

/** `<NODE>`, as people write it into scripts for others; to bash it is two redirections. */
const angled = /(?<=[\s=:/,"'])<[A-Za-z_][\w.-]*>(?=[\s:/,"'\\]|$)/g;
const braced = /\$?\{\{[^{}\n]*\}\}|\{%[^\n]{0,500}?%\}/g;
/** Statements of a template language decide which lines are there: nothing set among them is certain. */
const templateStatement = /\{%-?\s*(if|for|set|macro|include|block)\b/;

export interface Prepared {
  readonly source: Source;
  readonly template: boolean;
}

/**
 * A document as bash would read it, were it saved with LF: carriage returns before line breaks, a byte order mark and
 * NUL bytes (which bash drops) are left out, placeholders stand as characters that no script has.
 */
export function prepare(document: string): Prepared {
  const removed: number[] = [];
  let text = document;
  if (/\r\n|\0|^\uFEFF/.test(document)) {
    const parts: string[] = [];
    let from = 0;
    for (const m of document.matchAll(/\r(?=\n)|\0|^\uFEFF/g)) {
      parts.push(document.slice(from, m.index));
      removed.push(m.index);
      from = m.index + 1;
    }
    text = parts.join('') + document.slice(from);
  }
  // A backslash before the end of the text stands for nothing.
  if (/(?<!\\)(?:\\\\)*\\$/.test(text)) text = text.slice(0, -1) + '\n';
  if (text.includes('<')) text = text.replace(angled, (m) => placeholder.repeat(m.length));
  if (text.includes('{{') || text.includes('{%')) text = text.replace(braced, (m) => splice.repeat(m.length));

  /** Document offset of the character at `pos`. */
  const at = (pos: number): number => {
    let low = 0;
    let high = removed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (removed[middle]! - middle <= pos) low = middle + 1;
      else high = middle;
    }
    return pos + low;
  };
  const place = removed.length === 0 ? span : (pos: number, end: number): Span => span(at(pos), end > pos ? at(end - 1) + 1 : at(pos));
  const source: Source = {
    text,
    span: place,
    exact: place,
    raw: (pos, end) => {
      const s = place(pos, end);
      return document.slice(s.start, s.end);
    },
  };
  return { source, template: templateStatement.test(document) };
}
