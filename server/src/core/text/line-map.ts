import type { Span } from './span';

/** A place in a text: both count from 0, `character` in UTF-16 code units (as in LSP). */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Line starts of one text. `\n`, `\r\n` and a lone `\r` end a line, as in LSP. */
export class LineMap {
  private readonly starts: readonly number[];

  constructor(private readonly text: string) {
    const starts = [0];
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
    }
    this.starts = starts;
  }

  get lineCount(): number {
    return this.starts.length;
  }

  positionAt(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = this.starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return { line: low, character: at - this.starts[low]! };
  }

  offsetAt(position: Position): number {
    if (position.line >= this.starts.length) return this.text.length;
    const line = this.lineSpan(Math.max(0, position.line));
    return Math.min(line.start + Math.max(0, position.character), line.end);
  }

  /** The line's text without its line break. */
  lineSpan(line: number): Span {
    const start = this.starts[line] ?? this.text.length;
    let end = this.starts[line + 1] ?? this.text.length;
    while (end > start && (this.text[end - 1] === '\n' || this.text[end - 1] === '\r')) end--;
    return { start, end };
  }

  /** The line with its line break: what has to go for the line to be gone. */
  fullLineSpan(line: number): Span {
    return { start: this.starts[line] ?? this.text.length, end: this.starts[line + 1] ?? this.text.length };
  }

  lineText(line: number): string {
    const { start, end } = this.lineSpan(line);
    return this.text.slice(start, end);
  }
}
