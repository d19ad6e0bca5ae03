import type { Project } from '../job/project';
import { SourceText, type FileState } from '../model/document';
import type { FileEdit, Finding, Fix } from '../model/finding';
import { applyEdits, overlap, type TextEdit } from '../text/edit';
import { lint, type LintOptions } from './lint';

export interface Selection {
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
  readonly fixes: readonly Fix[];
}

/** The first fix of each finding that is allowed and overlaps none taken before. A fix is taken whole or not at all. */
export function selectFixes(findings: readonly Finding[], allowUnsafe: boolean): Selection {
  const edits = new Map<string, TextEdit[]>();
  const fixes: Fix[] = [];
  for (const finding of findings) {
    const fix = finding.fixes.find((f) => f.safety === 'safe' || allowUnsafe);
    if (!fix || fix.edits.length === 0 || fix.edits.some((e) => clashes(edits.get(e.uri), e))) continue;
    for (const { uri, span, newText } of fix.edits) edits.set(uri, [...(edits.get(uri) ?? []), { span, newText }]);
    fixes.push(fix);
  }
  return { edits, fixes };
}

const clashes = (taken: readonly TextEdit[] | undefined, edit: FileEdit): boolean => taken?.some((t) => overlap(t, edit)) ?? false;

export const maximumPasses = 10;

export interface FixResult {
  /** New texts of the files that changed. */
  readonly changed: ReadonlyMap<string, string>;
  readonly applied: number;
  readonly project: Project;
}

/**
 * Fixes the files and looks again, until nothing is left to fix: at most ten passes. `remake` builds the project from
 * the changed texts.
 */
export function fixAll(
  start: Project,
  uris: readonly string[],
  remake: (files: ReadonlyMap<string, FileState>) => Project,
  allowUnsafe: boolean,
  options: LintOptions = {},
): FixResult {
  const changed = new Map<string, string>();
  let project = start;
  let applied = 0;
  for (let pass = 0; pass < maximumPasses; pass++) {
    const { edits, fixes } = selectFixes(uris.flatMap((u) => lint(project, u, options)), allowUnsafe);
    if (fixes.length === 0) break;
    applied += fixes.length;
    const files = new Map(project.input.files);
    for (const [uri, list] of edits) {
      const state = files.get(uri);
      if (!(state instanceof SourceText)) continue;
      const text = applyEdits(state.text, list);
      changed.set(uri, text);
      files.set(uri, new SourceText(uri, text));
    }
    project = remake(files);
  }
  return { changed, applied, project };
}
