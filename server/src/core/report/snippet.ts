import stringWidth from 'string-width';
import type { SourceText } from '../model/document';
import type { Span } from '../text/span';
import { visible } from './visible';

/** One source line for people, with what to put under it. */
export interface SnippetLine {
  /** From 1; undefined for the `…` that stands for the lines left out. */
  readonly number: number | undefined;
  readonly text: string;
  /** Blanks and carets in the same columns as `text`. */
  readonly carets: string;
}

const tabWidth = 4;
/** UTF-16 code units looked at around a span: a line can be a whole file. */
const window = 400;
const shownLines = 3;

/** The lines of a span, at most three, cut to `width` columns around it. */
export function snippet(source: SourceText, span: Span, width: number): readonly SnippetLine[] {
  const first = source.lines.positionAt(span.start).line;
  let last = source.lines.positionAt(span.end).line;
  // A span that ends with a line break marks nothing in the next line.
  if (last > first && span.end === source.lines.lineSpan(last).start) last--;
  const line = (number: number): SnippetLine => ({ number: number + 1, ...cut(source, number, span, last > first, width) });
  const count = last - first + 1;
  if (count <= shownLines) return Array.from({ length: count }, (_, i) => line(first + i));
  return [line(first), { number: undefined, text: '…', carets: '' }, line(last)];
}

interface Cell {
  readonly text: string;
  readonly width: number;
  /** Offset in the line. */
  readonly at: number;
}

const segmenter = new Intl.Segmenter();

function cellsOf(line: string, from: number): readonly Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  for (const { segment, index } of segmenter.segment(line)) {
    const text = segment === '\t' ? ' '.repeat(tabWidth - (column % tabWidth)) : visible(segment);
    const width = stringWidth(text);
    cells.push({ text, width, at: from + index });
    column += width;
  }
  return cells;
}

function cut(source: SourceText, number: number, span: Span, several: boolean, width: number): Pick<SnippetLine, 'text' | 'carets'> {
  const at = source.lines.lineSpan(number);
  const mark = number === 0 && source.text.startsWith('\uFEFF') ? 1 : 0;
  const raw = source.text.slice(at.start + mark, at.end);
  const own = (offset: number): number => Math.min(Math.max(offset - at.start - mark, 0), raw.length);
  let start = own(span.start);
  const end = own(span.end);
  // Below its first line a span starts with the text, not with the indentation.
  if (several && start === 0) start = Math.min(end, raw.length - raw.trimStart().length);

  const from = raw.length <= window ? 0 : whole(raw, Math.max(0, start - window / 2));
  const to = raw.length <= window ? raw.length : whole(raw, Math.min(raw.length, Math.min(end, start + window) + window / 2));
  const cells = cellsOf(raw.slice(from, to), from);
  const position = (offset: number): number => {
    const index = cells.findIndex((c) => c.at + 1 > offset);
    return index < 0 ? cells.length : index;
  };
  const [a, b] = [position(start), Math.max(position(end), position(start))];
  const [left, right] = fit(cells, a, b, width);
  const leftMark = from > 0 || left > 0 ? '…' : '';
  const rightMark = to < raw.length || right < cells.length ? '…' : '';
  const wide = (list: readonly Cell[]): number => list.reduce((sum, c) => sum + c.width, 0);
  const before = wide(cells.slice(left, a)) + leftMark.length;
  const marked = wide(cells.slice(a, Math.min(b, right)));
  const text = (leftMark + cells.slice(left, right).map((c) => c.text).join('') + rightMark).trimEnd();
  const carets = marked === 0 && several ? '' : ' '.repeat(before) + '^'.repeat(Math.max(1, marked));
  return { text, carets };
}

/** The cells to show: the marked ones first, then as much before and behind as there is room for. */
function fit(cells: readonly Cell[], a: number, b: number, width: number): readonly [left: number, right: number] {
  const total = cells.reduce((sum, c) => sum + c.width, 0);
  if (total <= width) return [0, cells.length];
  let room = width - 2;
  let [left, right] = [a, a];
  const grow = (cell: Cell | undefined): boolean => cell !== undefined && cell.width <= room && ((room -= cell.width), true);
  while (right < b && grow(cells[right])) right++;
  if (right < b) return [left, right];
  for (let more = true; more; ) {
    more = false;
    if (left > 0 && grow(cells[left - 1])) [left, more] = [left - 1, true];
    if (right < cells.length && grow(cells[right])) [right, more] = [right + 1, true];
  }
  return [left, right];
}

/** Not between the halves of a surrogate pair. */
const whole = (text: string, offset: number): number => (offset < text.length && text.charCodeAt(offset) >> 10 === 0x37 ? offset + 1 : offset);
