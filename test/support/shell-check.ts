import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Assignment, Command, ScriptSyntax, Word } from '../../server/src/core/syntax/script';
import { parseScript } from '../../server/src/core/syntax/shell';
import { programs, runTrials, type Call, type Run, type Trial } from './bash';

/** Each program that a script calls gets a mark behind its name, to know the call again: `deepspeed @0 train.py`. */
export function marked(script: string): string {
  let n = 0;
  return script.replace(new RegExp(`(?<![\\w./$-])(${[...programs, 'srun', 'mpirun'].join('|')})(?=[ \\t]+\\S)`, 'g'), (name) => `${name} @${n++}`);
}

export interface Coverage {
  /** Words that the reader knew, of all that bash gave to a program it saw. */
  readonly known: number;
  readonly all: number;
}

interface Seen {
  readonly command: Command;
  /** Index of the first word behind the mark. */
  readonly at: number;
  /** Index of the script's command that it is or is a part of. */
  readonly index: number;
}

function seenIn(script: ScriptSyntax): ReadonlyMap<string, readonly Seen[]> {
  const seen = new Map<string, Seen[]>();
  const visit = (command: Command, index: number): void => {
    if (!/^(eval|echo|printf)$/.test(command.words[0]?.value ?? ''))
      command.words.forEach((w, i) => {
        if (i > 0 && /^@\d+$/.test(w.value ?? '')) seen.set(w.value!, [...(seen.get(w.value!) ?? []), { command, at: i + 1, index }]);
      });
    command.inner.forEach((c) => visit(c, index));
  };
  script.commands.forEach(visit);
  return seen;
}

/** What a script says of the environment of one of its commands: the last that is exported before it, if that is certain. */
function environmentOf(script: ScriptSyntax, { command, index }: Seen): ReadonlyMap<string, Assignment> {
  const start = command.span.start;
  const certain = new Map<string, Assignment>();
  for (const own of [false, true])
    for (const a of script.assignments) {
      if (own ? a.prefixOf !== index : a.prefixOf !== undefined || !a.exported || a.span.start > start) continue;
      if (a.conditional || a.word.value === undefined) certain.delete(a.name);
      else certain.set(a.name, a);
    }
  for (const c of script.commands) if (c.words[0]?.value === 'unset' && c.span.start < start) for (const w of c.words) certain.delete(w.value ?? '');
  // That a variable is exported later counts for all of the script; that it is no longer does not count.
  for (const c of script.commands) if (c.words[0]?.value === 'export' && (c.span.start > start || c.words[1]?.value === '-n')) for (const w of c.words) certain.delete(w.known.split('=')[0]!);
  if (command.words[0]?.value === 'env') for (const w of command.words) certain.delete(w.known.split('=')[0]!);
  // A shell does not take IFS from its environment.
  certain.delete('IFS');
  return certain;
}

/**
 * Compares what the reader claims to know of a script with what bash did: words, how many there are, paths, folders,
 * exported variables, and that what runs for certain did run.
 */
export function compare(trial: Trial, run: Run, options: { readonly environment?: boolean } = {}): Coverage {
  const script = parseScript(trial.script);
  const seen = seenIn(script);
  const about = (what: string): string => `${what} in\n${trial.script}\n(${JSON.stringify({ args: trial.args, environment: trial.environment })})`;
  if (failing.test(run.errors)) return { known: 0, all: 0 };
  let known = 0;
  let all = 0;
  const ran = new Set<string>();
  for (const call of run.calls) {
    const mark = call.words.findIndex((w) => /^@\d+$/.test(w));
    if (mark < 0) continue;
    const id = call.words[mark]!;
    ran.add(id);
    const places = seen.get(id) ?? [];
    const given = call.words.slice(mark + 1);
    all += given.length;
    if (places.length === 0) continue;
    const each = places.map((p) => compareCall(p, given, call, run, (what) => about(`${id}: ${what}`)));
    known += Math.max(...each);
    if (options.environment ?? true)
      for (const p of places)
        for (const [name, a] of environmentOf(script, p)) assert.equal(call.environment.get(name), a.word.value, about(`${id}: ${name} in the environment`));
  }
  if (run.status === 0)
    for (const [id, places] of seen)
      for (const p of places) if (!p.command.conditional && (p.at === 2 || /^(srun|mpirun)$/.test(p.command.words[0]!.value ?? '')) && isProgram(p.command.words[p.at - 2])) assert.ok(ran.has(id), about(`${id} did not run`));
  return { known, all };
}

/** Expansions and builtins that fail: what bash does then is not followed. */
const failing = /: line \d+: (?!.*(command not found|No such file or directory|Is a directory|Permission denied|popd: |shift: |can only `return'|only meaningful in|not a valid identifier))/;
const isProgram = (word: Word | undefined): boolean => (programs as readonly string[]).includes(word?.value?.replace(/^.*\//, '') ?? '');

function compareCall({ command, at }: Seen, given: readonly string[], call: Call, run: Run, about: (what: string) => string): number {
  const words = command.words.slice(at);
  const show = (): string => `${JSON.stringify(words.map((w) => w.value ?? `?${w.raw}`))} against ${JSON.stringify(given)}`;
  const openAt = words.findIndex((w) => w.open);
  assert.equal(command.openEnded, command.words.some((w) => w.open), about('openEnded'));
  if (openAt < 0) assert.equal(words.length, given.length, about(`number of words: ${show()}`));
  const place = (path: string): string => realish(resolve(run.start, path.replace(/^@script(?=\/|$)/, run.folder).replace(/^@start(?=\/|$)/, run.start)));
  const moved = !/: (cd|pushd|popd): /.test(run.errors);
  if (command.directory !== undefined && moved) assert.equal(realish(call.directory), place(command.directory), about('folder'));
  let known = 0;
  for (const [i, w] of words.slice(0, openAt < 0 ? undefined : openAt).entries()) {
    if (w.value !== undefined) {
      assert.equal(given[i], w.value, about(`word ${i}: ${show()}`));
      known++;
    } else {
      assert.ok(given[i]!.startsWith(w.known), about(`beginning ${JSON.stringify(w.known)} of word ${i}: ${show()}`));
      const path = w.path?.slice(w.known.length);
      const actual = given[i]!.slice(w.known.length);
      if (path?.startsWith('@bin')) assert.equal(actual.split('/').pop(), path.split('/').pop(), about(`path ${path} of word ${i}: ${show()}`));
      else if (path !== undefined && moved) assert.equal(realish(resolve(call.directory, actual)), place(path), about(`path ${path} of word ${i}: ${show()}`));
    }
  }
  // Behind words that are open, those at the end still have to fit from the end on.
  const lastOpen = words.findLastIndex((w) => w.open);
  if (openAt >= 0)
    for (const [i, w] of words.slice(lastOpen + 1).reverse().entries())
      if (w.value !== undefined) {
        assert.equal(given[given.length - 1 - i], w.value, about(`word ${i} from the end: ${show()}`));
        known++;
      }
  return known;
}

/** The folders of a run are gone by now: only what differs by spelling is made the same. */
const realish = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
};

/** Runs and compares, and reports how much was known. */
export function compareAll(trials: readonly Trial[], options: { readonly environment?: boolean } = {}): Coverage {
  let known = 0;
  let all = 0;
  const runs = runTrials(trials);
  for (const [i, trial] of trials.entries()) {
    const found = compare(trial, runs[i]!, options);
    known += found.known;
    all += found.all;
  }
  return { known, all };
}
