import type { Document } from '../model/document';
import unused from '../rules/meta/unused-suppression';
import type { Draft } from '../rules/define';
import { en } from '../text/say';
import type { SuppressedRule, Suppression } from './suppress';

export const unusedSuppression = {
  rule: unused,
  draft(document: Document, suppression: Suppression, rules: readonly SuppressedRule[]): Draft {
    const names = rules.map((r) => r.name).join(', ');
    const whole = rules.length === suppression.rules.length;
    return {
      at: whole ? suppression.span : rules[0]!.span,
      message: en`Nothing here is reported by ${names}, so this suppression has no effect.`.zh`此处没有 ${names} 的报告，该抑制注释不起作用。`,
      tags: ['unnecessary'],
      ...(whole ? { fix: { title: en`Remove the suppression comment`.zh`删除抑制注释`, safety: 'safe', edits: [{ span: removal(document, suppression), newText: '' }] } } : {}),
    };
  },
};

function removal({ source }: Document, suppression: Suppression) {
  const line = source.lines.positionAt(suppression.span.start).line;
  if (suppression.ownLine) return source.lines.fullLineSpan(line);
  const { start } = source.lines.lineSpan(line);
  const before = source.text.slice(start, suppression.span.start);
  return { start: start + before.trimEnd().length, end: suppression.span.end };
}
