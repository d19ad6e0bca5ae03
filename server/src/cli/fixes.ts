import { fixAll, type FixOptions, type FixResult } from '../core/engine/fix';
import { SourceText } from '../core/model/document';
import type { Fix } from '../core/model/finding';
import type { Report, Skipped } from '../core/report/report';
import { oneLine } from '../core/report/visible';
import { fixWords } from '../core/report/words';
import { en, render } from '../core/text/say';
import type { Session } from './session';
import { checkWritable, writeText } from './write-file';
import { relativePath } from '../core/text/uri';

export interface Fixed extends FixResult {
  /** Files that should have been written and were not. */
  readonly refused: readonly Skipped[];
}

/** Fixes the one text that came through standard input; the disk stays as it is. */
export function fixText(session: Session, options: FixOptions): Fixed {
  const { project, targets, workspace } = session;
  const accept = (fix: Fix): boolean => fix.edits.every((e) => targets.includes(e.uri));
  return { ...fixAll(project, targets, (files) => workspace.remake(files), { ...options, accept }), refused: [] };
}

/**
 * Fixes the files where they lie. A file that cannot be written safely is known before anything is: the fixes are then
 * worked out again without it, so that no fix over two files is written by half.
 */
export async function fixOnDisk(session: Session, options: FixOptions): Promise<Fixed> {
  const { project, targets, workspace } = session;
  const refused = new Map<string, Skipped>();
  const refuse = (uri: string, reason: Skipped['reason']): void => void refused.set(uri, { uri, reason: en`not fixed: ${reason}`.zh`未修复：${reason}` });
  const original = (uri: string): string => (project.file(uri) as SourceText).text;
  for (;;) {
    const accept = (fix: Fix): boolean => fix.edits.every((e) => !refused.has(e.uri));
    const result = fixAll(project, targets, (files) => workspace.remake(files), { ...options, accept });
    let blocked = false;
    for (const uri of result.changed.keys()) {
      const reason = await checkWritable(uri, original(uri));
      if (!reason) continue;
      refuse(uri, reason);
      blocked = true;
    }
    if (blocked) continue;
    const files = new Map(result.project.input.files);
    let failed = false;
    for (const [uri, text] of result.changed) {
      const reason = await writeText(uri, original(uri), text);
      if (!reason) continue;
      refuse(uri, reason);
      files.set(uri, project.file(uri)!);
      failed = true;
    }
    return {
      changed: result.changed,
      applied: result.applied.filter((a) => a.fix.edits.every((e) => !refused.has(e.uri))),
      project: failed ? workspace.remake(files) : result.project,
      refused: [...refused.values()],
    };
  }
}

/** One line a fix: `fixed a/ds_config.json:3: Remove the key (safe) [rule]`. The line is that of the text before. */
export function appliedLines({ applied }: Fixed, report: Pick<Report, 'base' | 'lang'>): readonly string[] {
  return applied.map(({ finding, fix, source }) => {
    const line = source ? source.lines.positionAt(finding.place.span.start).line + 1 : 1;
    const place = `${relativePath(report.base, finding.place.uri)}:${line}`;
    return oneLine(render(en`fixed ${place}: ${fixWords(fix)} [${finding.rule}]`.zh`已修复 ${place}：${fixWords(fix)} [${finding.rule}]`, report.lang));
  });
}
