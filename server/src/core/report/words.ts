import type { Finding, Fix } from '../model/finding';
import { en, joinTexts, render, type Lang, type Text } from '../text/say';
import { countsOf, type Report } from './report';

/* The words around a finding, the same in every format. */

export const label = {
  help: en`help`.zh`建议`,
  fix: en`fix`.zh`修复`,
  safe: en`safe`.zh`安全`,
  unsafe: en`unsafe`.zh`不安全`,
};

/** Words that a language joins with a colon: `help: …`. */
export const labelled = (name: Text, words: Text): Text => en`${name}: ${words}`.zh`${name}：${words}`;

export const fixWords = (fix: Fix): Text => en`${fix.title} (${label[fix.safety]})`.zh`${fix.title}（${label[fix.safety]}）`;

/** Message and help in two lines, for formats that have one field for both. */
export const withHelp = (finding: Finding, lang: Lang): string =>
  [finding.message, ...(finding.help ? [labelled(label.help, finding.help)] : [])].map((t) => render(t, lang)).join('\n');

const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** `2 errors, 1 warning in 3 files.` */
export function summary(report: Report): Text {
  const counts = countsOf(report.findings);
  const files = en`${plural(report.files, 'file', 'files')}`.zh`${report.files} 个文件`;
  const parts = [
    counts.error > 0 ? en`${plural(counts.error, 'error', 'errors')}`.zh`${counts.error} 个错误` : undefined,
    counts.warning > 0 ? en`${plural(counts.warning, 'warning', 'warnings')}`.zh`${counts.warning} 个警告` : undefined,
    counts.info > 0 ? en`${counts.info} info`.zh`${counts.info} 条信息` : undefined,
    counts.hint > 0 ? en`${plural(counts.hint, 'hint', 'hints')}`.zh`${counts.hint} 条提示` : undefined,
  ].filter((p) => p !== undefined);
  if (parts.length === 0) return en`${files}: no findings.`.zh`${files}：未发现问题。`;
  return en`${joinTexts(parts, ', ')} in ${files}.`.zh`${files}：${joinTexts(parts, '、')}。`;
}

/** What `--fix` would mend; undefined when nothing. */
export function fixable(findings: readonly Finding[]): Text | undefined {
  const safe = findings.filter((f) => f.fixes.some((x) => x.safety === 'safe')).length;
  const unsafe = findings.filter((f) => f.fixes.length > 0 && f.fixes.every((x) => x.safety === 'unsafe')).length;
  const parts = [
    safe > 0 ? en`${plural(safe, 'finding has', 'findings have')} a safe fix: --fix applies it.`.zh`${safe} 个问题可安全修复：使用 --fix。` : undefined,
    unsafe > 0 ? en`${plural(unsafe, 'finding has', 'findings have')} an unsafe fix: --fix --unsafe-fixes applies it.`.zh`${unsafe} 个问题有不安全修复：使用 --fix --unsafe-fixes。` : undefined,
  ].filter((p) => p !== undefined);
  return parts.length === 0 ? undefined : joinTexts(parts, en`${' '}`.zh``);
}
