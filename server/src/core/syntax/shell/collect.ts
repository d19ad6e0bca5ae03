import type { Command as CommandNode } from 'unbash';
import type { Span } from '../../text/span';
import type { Assignment, Command, Word } from '../script';

/** A command on its way into the syntax: a function called twice may show that some words differ. */
export type CommandDraft = { -readonly [K in keyof Command]: Command[K] } & { readonly node: CommandNode; drafts: CommandDraft[] };
export type AssignmentDraft = { -readonly [K in keyof Assignment]: Assignment[K] } & { holder: CommandDraft | undefined };

/** Where commands go: the script's own, or those of a string that one of them runs. */
export interface Sink {
  readonly commands: CommandDraft[];
  /** The command that runs the string; undefined for the script itself. */
  readonly holder: CommandDraft | undefined;
  readonly byNode: Map<CommandNode, CommandDraft>;
}

export interface Collector {
  readonly sink: Sink;
  command(sink: Sink, node: CommandNode, seen: Omit<Command, 'inner'>): CommandDraft;
  /** `key` is the piece of syntax that assigns; seen again (a function's), the two are joined. */
  assignment(key: object, seen: Omit<Assignment, 'prefixOf'>, holder: CommandDraft | undefined): AssignmentDraft;
  finish(): { readonly commands: readonly Command[]; readonly nodes: readonly CommandNode[]; readonly assignments: readonly Assignment[] };
}

export const newSink = (holder: CommandDraft | undefined): Sink => ({ commands: [], holder, byNode: new Map() });

export function collector(): Collector {
  const top = newSink(undefined);
  const assignments = new Map<object, AssignmentDraft>();
  return {
    sink: top,
    command(sink, node, seen) {
      const known = sink.byNode.get(node);
      if (known) return join(known, seen);
      const draft: CommandDraft = { ...seen, inner: [], node, drafts: [] };
      sink.byNode.set(node, draft);
      sink.commands.push(draft);
      return draft;
    },
    assignment(key, seen, holder) {
      const known = assignments.get(key);
      if (known) {
        if (known.word.value !== seen.word.value) known.word = unknownWord(known.word);
        known.exported ||= seen.exported;
        known.conditional &&= seen.conditional;
        return known;
      }
      const draft: AssignmentDraft = { ...seen, prefixOf: undefined, holder };
      assignments.set(key, draft);
      return draft;
    },
    finish() {
      const drafts = sorted(top.commands);
      const index = new Map(drafts.map((d, i) => [d, i]));
      // A string's commands count as part of the one that runs it.
      const owner = new Map<CommandDraft, number>();
      const own = (d: CommandDraft, i: number): void => {
        owner.set(d, i);
        d.drafts.forEach((inner) => own(inner, i));
      };
      drafts.forEach((d) => own(d, index.get(d)!));
      const settings = sorted([...assignments.values()]);
      for (const a of settings) a.prefixOf = a.holder && owner.get(a.holder);
      const plain = (d: CommandDraft): Command => ({
        span: d.span,
        words: d.words,
        openEnded: d.openEnded,
        directory: d.directory,
        conditional: d.conditional,
        inner: d.drafts.map(plain),
      });
      for (const a of settings) Reflect.deleteProperty(a, 'holder');
      return { commands: drafts.map(plain), nodes: drafts.map((d) => d.node), assignments: settings };
    },
  };
}

const sorted = <T extends { readonly span: Span }>(items: readonly T[]): T[] => [...items].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);

const unknownWord = (word: Word): Word => ({ ...word, value: undefined, known: '', path: undefined });

/** One command under two states: what differs is unknown. */
function join(known: CommandDraft, seen: Omit<Command, 'inner'>): CommandDraft {
  known.conditional &&= seen.conditional;
  if (known.directory !== seen.directory) known.directory = undefined;
  if (known.words.length === seen.words.length) {
    known.openEnded ||= seen.openEnded;
    known.words = known.words.map((w, i) => {
      const other = seen.words[i]!;
      const same = w.value === other.value && w.path === other.path && w.known === other.known;
      return same && w.open === other.open ? w : { ...(same ? w : unknownWord(w)), open: w.open || other.open };
    });
    return known;
  }
  // The words that both begin with are certain; behind them it is one of two.
  const common: Word[] = [];
  for (const [i, w] of known.words.entries()) {
    if (w.value === undefined || w.value !== seen.words[i]?.value) break;
    common.push(w);
  }
  const rest = known.words[common.length] ?? seen.words[common.length]!;
  known.words = [...common, { ...unknownWord(rest), open: true }];
  known.openEnded = true;
  return known;
}
