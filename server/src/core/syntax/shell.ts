import { parse, type ParsedScript } from 'unbash';
import { en } from '../text/say';
import type { ScriptSyntax } from './script';
import { collector } from './shell/collect';
import { commentsOf } from './shell/comments';
import { cutsOf } from './shell/cuts';
import { directivesOf } from './shell/directives';
import type { Env, Run } from './shell/env';
import { walkUncalled } from './shell/functions';
import { prepare, type Source } from './shell/source';
import { startState } from './shell/state';
import { detached, walkScript } from './shell/walk';
import type { Problem } from './tree';

/** Beyond this many characters a text is not read as a script. */
const longest = 4_000_000;
/** Shells with another language than bash's. */
const foreign = /^#!.*\b(t?csh|fish|python[\d.]*|perl|ruby|node|pwsh|awk|expect)\b/;

/** Reads a shell script and works out what is certain of its values. Never throws; what it cannot follow is unknown. */
export function parseScript(text: string): ScriptSyntax {
  if (text.length > longest) return empty;
  const { source, template } = prepare(text);
  if (foreign.test(source.text.slice(0, 200))) return empty;
  let script: ParsedScript;
  try {
    script = parse(source.text);
  } catch {
    return empty;
  }
  const found = follow(script, source, template);
  const { early, late } = directivesOf(source);
  return {
    commands: found.commands,
    assignments: found.assignments,
    comments: commentsOf(script, source),
    directives: early,
    lateDirectives: late,
    cuts: cutsOf(found.nodes, script, source, text),
    problems: (script.errors ?? []).map((e) => problem(e.message, e.pos, source)),
  };
}

const empty: ScriptSyntax = { commands: [], assignments: [], comments: [], directives: [], lateDirectives: [], cuts: [], problems: [] };

function follow(script: ParsedScript, source: Source, template: boolean) {
  const run: Run = {
    collector: collector(),
    budget: { commands: 200_000, characters: 2_000_000, visits: 2_000_000 },
    functions: new Map(),
    defined: [],
    template,
    walk: (inner, env) => walkScript(inner, detached(env)),
  };
  const state = startState();
  const env: Env = { run, source, state, conditional: false, detached: false, sink: run.collector.sink, loop: undefined, fn: undefined, nesting: 0, substitutions: 0, depth: 0 };
  walkScript(script, env);
  walkUncalled(env);
  return run.collector.finish();
}

function problem(message: string, pos: number, source: Source): Problem {
  const at = Math.min(pos, source.text.length);
  return {
    code: 'shell-syntax',
    message: en`bash cannot read this: ${message}`.zh`bash 无法解析此处：${message}`,
    span: source.span(at, Math.min(at + 1, source.text.length)),
  };
}
