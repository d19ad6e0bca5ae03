import { forEachChild, type ParsedScript, type SyntaxNode } from 'unbash';
import type { Span } from '../../text/span';
import type { Comment } from '../tree';
import type { Source } from './source';

/** Comments of a script, which the parser leaves out: a `#` where a word could begin and none was found. */
export function commentsOf(script: ParsedScript, source: Source): readonly Comment[] {
  const { text } = source;
  if (!text.includes('#')) return [];
  const taken = wordSpans(script);
  const comments: Comment[] = [];
  let next = 0;
  for (let i = text.indexOf('#'); i >= 0; i = text.indexOf('#', i + 1)) {
    while (next < taken.length && taken[next]!.end <= i) next++;
    if ((next < taken.length && taken[next]!.start <= i) || !/[\s;|&()]/.test(text[i - 1] ?? ' ')) continue;
    const lineEnd = text.indexOf('\n', i);
    const end = lineEnd < 0 ? text.length : lineEnd;
    comments.push({ span: source.span(i, end), text: text.slice(i, end).replace(/^#+/, '').trim() });
    i = end;
  }
  return comments;
}

/** Where words and here-documents stand, in order: `#` there is a character like any other. */
export function wordSpans(script: ParsedScript): readonly Span[] {
  const spans: Span[] = [];
  const visit = (node: SyntaxNode): void => {
    switch (node.type) {
      case 'Word':
      case 'HereDocBody':
      case 'ArithmeticCommand':
        spans.push({ start: node.pos, end: node.end });
        return;
      case 'Assignment':
        spans.push({ start: node.pos, end: node.value.type === 'Word' ? node.end : node.value.pos });
        if (node.value.type === 'ArrayValue') node.value.elements.forEach(visit);
        return;
      default:
        forEachChild(node, visit);
    }
  };
  visit(script);
  return spans.sort((a, b) => a.start - b.start);
}
