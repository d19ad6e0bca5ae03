import type { EnvSyntax } from '../syntax/env';
import type { Assignment, Command, ScriptSyntax, Word } from '../syntax/script';
import { span } from '../text/span';
import type { LaunchCommand } from './launch';
import { programName } from './programs';
import type { Variable } from './variables';

/** What a script puts into the environment of the programs that it starts, in the order of the text. */
export function variablesOfScript(uri: string, script: ScriptSyntax, launches: readonly LaunchCommand[]): readonly Variable[] {
  const found = script.assignments.filter((a) => a.exported).map((a) => ofAssignment(uri, a));
  script.commands.forEach((command, index) => ofEnvCommand(uri, command, index).forEach((v) => found.push(v)));
  for (const launch of launches) ofOptions(uri, launch).forEach((v) => found.push(v));
  return found.sort((a, b) => a.span.start - b.span.start);
}

const ofAssignment = (uri: string, a: Assignment): Variable => ({
  name: a.name,
  uri,
  nameSpan: a.nameSpan,
  valueSpan: a.word.span,
  span: a.span,
  value: a.word.value,
  how: a.prefixOf === undefined ? 'export' : 'prefix',
  command: a.prefixOf,
  conditional: a.conditional,
});

const setting = /^([A-Za-z_]\w*)=/;

/** `env NAME=value … program`. */
function ofEnvCommand(uri: string, command: Command, index: number): readonly Variable[] {
  const at = command.words.findIndex((w) => programName(w) === 'env');
  if (at < 0 || at > 3) return [];
  const found: Variable[] = [];
  for (let i = at + 1; i < command.words.length; i++) {
    const word = command.words[i]!;
    if (word.known.startsWith('-')) continue;
    const variable = fromWord(uri, word, 0, 'prefix', index, command.conditional);
    if (!variable) break;
    found.push(variable);
  }
  return found;
}

/** `mpirun -x NAME=value` and `srun --export=ALL,NAME=value`. */
function ofOptions(uri: string, launch: LaunchCommand): readonly Variable[] {
  const { conditional } = launch.command;
  const own = launch.flags.flatMap((use): readonly Variable[] => {
    const value = use.value;
    if (!value) return [];
    if (launch.launcher === 'mpirun' && use.option?.dest === 'x') return one(fromWord(uri, value, 0, 'option', launch.index, conditional));
    if (launch.launcher !== 'srun' || use.option?.dest !== 'export' || value.value === undefined) return [];
    let from = 0;
    return value.value.split(',').flatMap((part) => {
      const variable = fromWord(uri, { ...value, value: value.value!.slice(0, from + part.length) }, from, 'option', launch.index, conditional);
      from += part.length + 1;
      return one(variable);
    });
  });
  return launch.inner ? [...own, ...ofOptions(uri, launch.inner)] : own;
}

const one = (variable: Variable | undefined): readonly Variable[] => (variable ? [variable] : []);

/** `NAME=value` from an offset within a word; undefined when the word does not begin so, or stands nowhere by itself. */
function fromWord(uri: string, word: Word, from: number, how: Variable['how'], command: number, conditional: boolean): Variable | undefined {
  const match = setting.exec((word.value ?? word.known).slice(from));
  const { source } = word;
  if (!match || !source || !word.raw.slice(from).startsWith(match[0])) return undefined;
  const start = source.start + from;
  const end = word.value === undefined || word.raw.length !== source.end - source.start || !word.raw.startsWith(word.value) ? source.end : source.start + word.value.length;
  const equals = start + match[0].length;
  return {
    name: match[1]!,
    uri,
    nameSpan: span(start, equals - 1),
    valueSpan: span(equals, end),
    span: span(start, end),
    value: word.value?.slice(from + match[0].length),
    how,
    command,
    conditional,
  };
}

/** The lines of an env file as the launcher exports them. */
export const variablesOfEnv = (uri: string, env: EnvSyntax): readonly Variable[] =>
  env.lines.flatMap((line): readonly Variable[] => {
    const { entry } = line;
    if (!entry) return [];
    return [{ name: entry.name, uri, nameSpan: entry.nameSpan, valueSpan: entry.valueSpan, span: line.span, value: entry.value, how: 'env-file', command: undefined, conditional: false }];
  });

/**
 * The variables that a launch finds in its environment: exported before it and not taken back, or set for its command
 * alone.
 */
export function variablesAt(launch: LaunchCommand, variables: readonly Variable[], script: ScriptSyntax): readonly Variable[] {
  const start = launch.command.span.start;
  const unset = script.commands.filter((c) => c.words[0]?.value === 'unset' && c.span.start < start);
  const takenBack = (v: Variable): boolean => unset.some((c) => c.span.start > v.span.start && c.words.some((w) => w.value === v.name));
  return variables.filter((v) => (v.command !== undefined ? v.command === launch.index : v.span.start < start && !takenBack(v)));
}
