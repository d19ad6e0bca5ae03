import type { Span } from './span';

/** Replaces `span` by `newText`. An empty span inserts. */
export interface TextEdit {
  readonly span: Span;
  readonly newText: string;
}

/** True when both edits touch a common character, or insert at the same place. */
export function overlap(a: TextEdit, b: TextEdit): boolean {
  if (a.span.start === b.span.start && a.span.end === b.span.end) return true;
  return a.span.start < b.span.end && b.span.start < a.span.end;
}

/** Applies edits that do not overlap, whatever their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort((a, b) => b.span.start - a.span.start || b.span.end - a.span.end);
  let result = text;
  for (const edit of ordered) result = result.slice(0, edit.span.start) + edit.newText + result.slice(edit.span.end);
  return result;
}
