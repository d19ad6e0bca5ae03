import type { FlagUse, LaunchCommand } from '../job/launch';
import type { Job } from '../job/job';
import type { ScriptSubject } from '../job/subjects';
import type { Assignment, ScriptSyntax, Word } from '../syntax/script';
import { touches, type Span } from '../text/span';

/** The launchers of a command from outside in. */
export function chainOf(launch: LaunchCommand): readonly LaunchCommand[] {
  const chain: LaunchCommand[] = [];
  for (let at: LaunchCommand | undefined = launch; at; at = at.inner) chain.push(at);
  return chain;
}

export interface FlagAt {
  readonly launch: LaunchCommand;
  readonly flag: FlagUse;
  /** False for a flag of the program that is started. */
  readonly own: boolean;
  readonly on: 'name' | 'value';
}

/** The span of a value as it stands in the text. */
export const valueSpanOf = (flag: FlagUse): Span | undefined => flag.valueSpan ?? flag.value?.span;

/** The flag under the cursor; several where an expansion stands for more than one. */
export function flagAt(subject: ScriptSubject, offset: number): FlagAt | undefined {
  for (const outer of subject.launches) {
    for (const launch of chainOf(outer)) {
      for (const [flags, own] of [[launch.flags, true], [launch.targetFlags, false]] as const) {
        for (const flag of flags) {
          const value = valueSpanOf(flag);
          if (touches(flag.nameSpan, offset)) return { launch, flag, own, on: 'name' };
          if (value && touches(value, offset)) return { launch, flag, own, on: 'value' };
        }
      }
    }
  }
  return undefined;
}

export function launcherAt(subject: ScriptSubject, offset: number): LaunchCommand | undefined {
  return subject.launches.flatMap(chainOf).find((l) => touches(l.launcherSpan, offset));
}

/** The job that a launch command of this script stands for. */
export const jobOf = (subject: ScriptSubject, launch: LaunchCommand): Job | undefined =>
  subject.jobs.find((j) => j.launch.uri === subject.uri && j.chain.some((l) => l.launcherSpan.start === launch.launcherSpan.start && l.launcher === launch.launcher));

/** `$NAME` or `${NAME…` at an offset of a text; the span covers the sign and the name. */
export function expansionAt(text: string, offset: number): { readonly name: string; readonly span: Span } | undefined {
  const start = Math.max(0, offset - 100);
  const near = text.slice(start, offset + 100);
  for (const match of near.matchAll(/\$\{?([A-Za-z_]\w*)/g)) {
    const at = { start: start + match.index, end: start + match.index + match[0].length };
    if (touches(at, offset)) return { name: match[1]!, span: at };
  }
  return undefined;
}

/** Every word of the script, those of commands and of assignments. */
function wordsAt(script: ScriptSyntax, offset: number): readonly Word[] {
  const words = [...script.commands.flatMap((c) => c.words), ...script.assignments.map((a) => a.word)];
  return words.filter((w) => touches(w.span, offset));
}

/** The assignment that a word's value came through, by the variable's name. */
export function assignmentBehind(script: ScriptSyntax, name: string, offset: number): Assignment | undefined {
  return wordsAt(script, offset)
    .flatMap((w) => w.from)
    .find((a) => a.name === name);
}

/** The places that set a shell variable. */
export const assignmentsOf = (script: ScriptSyntax, name: string): readonly Assignment[] => script.assignments.filter((a) => a.name === name);
