import { SourceText } from '../../../server/src/core/model/document';
import type { Finding, Safety, Severity } from '../../../server/src/core/model/finding';
import type { Report } from '../../../server/src/core/report/report';
import { resolvePath } from '../../../server/src/core/text/uri';
import type { Span } from '../../../server/src/core/text/span';
import type { Text } from '../../../server/src/core/text/say';

export const base = 'file:///project';

interface Parts {
  readonly message?: string;
  readonly severity?: Severity;
  readonly help?: string;
  readonly because?: readonly { readonly file?: string; readonly text?: string; readonly mark: string; readonly message: string }[];
  readonly fixes?: readonly { readonly title: string; readonly safety: Safety; readonly newText: string }[];
}

const both = (words: string): Text => ({ en: words, zh: `${words}-zh` });

function spanOf(text: string, mark: string): Span {
  const start = text.indexOf(mark);
  if (start < 0) throw new Error(`no ${mark} in ${text}`);
  return { start, end: start + mark.length };
}

/** A finding of a rule that exists, on the first place where `mark` stands. */
export function findingIn(file: string, text: string, mark: string, parts: Parts = {}): Finding {
  const uri = resolvePath(base, file);
  const span = spanOf(text, mark);
  return {
    rule: 'fp16-and-bf16',
    severity: parts.severity ?? 'error',
    place: { uri, span },
    message: both(parts.message ?? 'm'),
    help: parts.help === undefined ? undefined : both(parts.help),
    because: (parts.because ?? []).map((b) => ({ place: { uri: resolvePath(base, b.file ?? file), span: spanOf(b.text ?? text, b.mark) }, message: both(b.message) })),
    fixes: (parts.fixes ?? []).map((f) => ({ title: both(f.title), safety: f.safety, edits: [{ uri, span, newText: f.newText }] })),
    tags: [],
  };
}

export function reportOf(files: Readonly<Record<string, string>>, findings: readonly Finding[]): Report {
  const sources = new Map(Object.entries(files).map(([f, t]) => [resolvePath(base, f), new SourceText(resolvePath(base, f), t)]));
  return { files: sources.size, findings, skipped: [], source: (uri) => sources.get(uri), base, lang: 'en', version: '0.1.0' };
}
