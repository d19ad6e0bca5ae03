import type { Subjects, SubjectKind } from '../job/subjects';
import { isFilePlace, origins, type Fact, type FilePlace } from '../model/fact';
import type { Because, FileEdit, Safety, Severity } from '../model/finding';
import type { TextEdit } from '../text/edit';
import type { Text } from '../text/say';
import type { Span } from '../text/span';

export interface RuleDocs {
  /** One sentence: what the rule finds. */
  readonly summary: Text;
  /** What happens at run time, and when. */
  readonly why: Text;
  /**
   * A fixture (see CONTRIBUTING): files behind `//- NAME` lines, with a caret line under every place that is found. Runs as a test: exactly
   * these findings of this rule.
   */
  readonly bad: string;
  /** The same project mended. Runs as a test: silent under all rules. */
  readonly good: string;
  /** Why the fix is safe, or what it changes; absent when there is no fix. */
  readonly fixSafety?: Text;
  /** Where the fact comes from: `deepspeed/runtime/config.py:919 @ 0.19`, or a public page. */
  readonly references: readonly string[];
}

export interface FixDraft {
  readonly title: Text;
  readonly safety: Safety;
  /** Edits without a `uri` are in the file that the finding is on. */
  readonly edits: readonly (TextEdit | FileEdit)[];
}

export interface Draft {
  /** A span of the subject's own file, or a place in any. Job rules always give a place. */
  readonly at: Span | FilePlace;
  readonly message: Text;
  readonly help?: Text;
  readonly because?: readonly Because[];
  readonly fix?: FixDraft | readonly FixDraft[];
  readonly tags?: readonly ('unnecessary' | 'deprecated')[];
  /** Milder than the rule's own, where this case does less harm. */
  readonly severity?: Severity;
}

export type Report = (draft: Draft) => void;

export interface Rule<K extends SubjectKind = SubjectKind> {
  /** The identity, read as "allow ⟨name⟩". Never changes once released. */
  readonly name: string;
  /** The severity of its findings, unless one says that it is milder. */
  readonly severity: Severity;
  /** The Shardlint version that first had it. */
  readonly since: string;
  readonly on: K;
  readonly docs: RuleDocs;
  /** Absent for `engine` rules, which the engine reports itself. */
  readonly check?: (subject: Subjects[K], report: Report) => void;
}

/** Any rule, whatever it is on. */
export type AnyRule = { [K in SubjectKind]: Rule<K> }[SubjectKind];

export const defineRule = <K extends SubjectKind>(rule: Rule<K>): Rule<K> => rule;

/** A finding names so many places that it rests on; further ones, the lines of a hostfile of hundreds of hosts, tell a reader nothing. */
export const mostPlaces = 8;

/** The first places in files that a fact rests on, each with the same words; empty for what an option gave. */
export const becauseOf = (fact: Fact<unknown> | undefined, message: Text): readonly Because[] =>
  fact ? origins(fact, mostPlaces).map(({ place }) => ({ place, message })) : [];

export const because = (fact: Fact<unknown>, message: Text): readonly Because[] => (isFilePlace(fact.at) ? [{ place: fact.at, message }] : becauseOf(fact, message));
