import type { Project } from '../job/project';
import { SourceText, type FileState } from '../model/document';
import type { FileEdit, Finding, Fix } from '../model/finding';
import { applyEdits, overlap, type TextEdit } from '../text/edit';
import { lint, type LintOptions } from './lint';

export interface Selection {
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
  readonly taken: readonly { readonly finding: Finding; readonly fix: Fix }[];
}

/**
 * The first fix of each finding that is allowed and overlaps none taken before. A fix is taken whole or not at all.
 * @param accept Says no to fixes that cannot be carried out here.
 */
export function selectFixes(findings: readonly Finding[], allowUnsafe: boolean, accept: (fix: Fix) => boolean = () => true): Selection {
  const edits = new Map<string, TextEdit[]>();
  const taken: { finding: Finding; fix: Fix }[] = [];
  for (const finding of findings) {
    const fix = finding.fixes.find((f) => (f.safety === 'safe' || allowUnsafe) && accept(f));
    if (!fix || fix.edits.length === 0 || fix.edits.some((e) => clashes(edits.get(e.uri), e))) continue;
    for (const { uri, span, newText } of fix.edits) edits.set(uri, [...(edits.get(uri) ?? []), { span, newText }]);
    taken.push({ finding, fix });
  }
  return { edits, taken };
}

const clashes = (taken: readonly TextEdit[] | undefined, edit: FileEdit): boolean => taken?.some((t) => overlap(t, edit)) ?? false;

export const maximumPasses = 10;

export interface AppliedFix {
  readonly finding: Finding;
  readonly fix: Fix;
  /** The text that the finding's place is in, before the fix. */
  readonly source: SourceText | undefined;
}

export interface FixResult {
  /** New texts of the files that changed. */
  readonly changed: ReadonlyMap<string, string>;
  readonly applied: readonly AppliedFix[];
  readonly project: Project;
}

export interface FixOptions extends LintOptions {
  readonly allowUnsafe?: boolean;
  /** Says no to fixes that cannot be carried out here: those in files that cannot be written. */
  readonly accept?: (fix: Fix) => boolean;
}

/**
 * Fixes the files and looks again, until nothing is left to fix: at most ten passes. `remake` builds the project from
 * the changed texts.
 */
export function fixAll(start: Project, uris: readonly string[], remake: (files: ReadonlyMap<string, FileState>) => Project, options: FixOptions = {}): FixResult {
  const changed = new Map<string, string>();
  const applied: AppliedFix[] = [];
  let project = start;
  for (let pass = 0; pass < maximumPasses; pass++) {
    const before = project.input.files;
    const accept = (fix: Fix): boolean => fix.edits.every((e) => before.get(e.uri) instanceof SourceText) && (options.accept?.(fix) ?? true);
    const findings = uris.flatMap((u) => lint(project, u, options));
    const { edits, taken } = selectFixes(findings, options.allowUnsafe ?? false, accept);
    if (taken.length === 0) break;
    for (const { finding, fix } of taken) applied.push({ finding, fix, source: sourceAt(before, finding.place.uri) });
    const files = new Map(before);
    for (const [uri, list] of edits) {
      const text = applyEdits(sourceAt(before, uri)!.text, list);
      changed.set(uri, text);
      files.set(uri, new SourceText(uri, text));
    }
    project = remake(files);
  }
  return { changed, applied, project };
}

function sourceAt(files: ReadonlyMap<string, FileState>, uri: string): SourceText | undefined {
  const state = files.get(uri);
  return state instanceof SourceText ? state : undefined;
}
