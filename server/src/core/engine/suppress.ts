import type { Document } from '../model/document';
import type { Finding } from '../model/finding';
import type { Span } from '../text/span';

/** `# shardlint-ignore NAME[, NAME…]: reason` above a statement or at a line's end; `shardlint-ignore-file` for the whole file. */
export interface Suppression {
  readonly rules: readonly SuppressedRule[];
  readonly reason: string;
  /** The whole comment, with its sign. */
  readonly span: Span;
  /** What it covers. */
  readonly scope: Span;
  /** The comment has the line to itself. */
  readonly ownLine: boolean;
}

export interface SuppressedRule {
  readonly name: string;
  readonly span: Span;
}

const pattern = /(#|\/\/|\/\*)\s*shardlint-ignore(-file)?\s+([a-z0-9-]+(?:\s*,\s*[a-z0-9-]+)*)\s*(?::\s*([^\r\n]*?))?\s*(\*\/)?[ \t]*$/;

export function suppressionsIn(document: Document): readonly Suppression[] {
  const { source, kind } = document;
  // .deepspeed_env has no comments: the launcher stops on them.
  if (kind === 'env' || !source.text.includes('shardlint-ignore')) return [];
  const inComment = commentTest(document);
  const found: Suppression[] = [];
  for (let line = 0; line < source.lines.lineCount; line++) {
    const at = source.lines.lineSpan(line);
    const text = source.lines.lineText(line);
    const match = pattern.exec(text);
    if (!match) continue;
    const span = { start: at.start + match.index, end: at.start + match.index + match[0].trimEnd().length };
    if (!inComment(span)) continue;
    const ownLine = text.slice(0, match.index).trim() === '';
    const scope = match[2] ? { start: 0, end: source.text.length } : ownLine ? statementAfter(document, line) : at;
    found.push({ rules: namesIn(text, match, at.start), reason: match[4]?.trim() ?? '', span, scope, ownLine });
  }
  return found;
}

function namesIn(text: string, match: RegExpExecArray, lineStart: number): readonly SuppressedRule[] {
  const listStart = text.indexOf(match[3]!, match.index + match[0].indexOf('shardlint-ignore') + 'shardlint-ignore'.length);
  return [...match[3]!.matchAll(/[a-z0-9-]+/g)].map((m) => {
    const start = lineStart + listStart + m.index;
    return { name: m[0], span: { start, end: start + m[0].length } };
  });
}

function commentTest({ source, kind }: Document): (span: Span) => boolean {
  if (kind === 'hostfile') return () => true;
  const comments = kind === 'script' ? source.script.comments : source.json.comments;
  return (span) => comments.some((c) => c.span.start <= span.start && span.start <= c.span.end);
}

/** The line goes on in the next, or was meant to. */
export const endsInBackslash = (line: string): boolean => /\\[ \t\r]*$/.test(line);

/** The next line that is not a comment; in a script, the whole command or assignment that starts there, with what cuts it. */
function statementAfter({ source, kind }: Document, line: number): Span {
  let next = line + 1;
  while (next < source.lines.lineCount && /^\s*(#|\/\/)/.test(source.lines.lineText(next))) next++;
  const at = source.lines.lineSpan(Math.min(next, source.lines.lineCount - 1));
  if (kind !== 'script') return at;
  const starts = (s: Span): boolean => at.start <= s.start && s.start <= at.end;
  const statements = [...source.script.commands, ...source.script.assignments].map((s) => s.span).filter(starts);
  let last = source.lines.positionAt(Math.max(at.end, ...statements.map((s) => s.end))).line;
  while (last + 1 < source.lines.lineCount && endsInBackslash(source.lines.lineText(last))) last++;
  return { start: at.start, end: source.lines.lineSpan(last).end };
}

/** Splits findings into those that stand and those that a comment silences; also says which suppressions did nothing. */
export function applySuppressions(findings: readonly Finding[], suppressions: readonly Suppression[]) {
  const used = new Set<SuppressedRule>();
  const kept = findings.filter((f) => {
    let silenced = false;
    for (const s of suppressions) {
      if (f.place.span.start < s.scope.start || f.place.span.start > s.scope.end) continue;
      for (const rule of s.rules)
        if (rule.name === f.rule) {
          used.add(rule);
          silenced = true;
        }
    }
    return !silenced;
  });
  const unused = suppressions.map((s) => ({ suppression: s, rules: s.rules.filter((r) => !used.has(r)) })).filter((u) => u.rules.length > 0);
  return { kept, unused };
}
