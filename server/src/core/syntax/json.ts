import { readHjson, type HjsonReading } from './hjson/reader';
import { problemOf } from './json-problem';
import { tooDeepAt, visitJsonc, type Visited } from './jsonc';
import { TreeBuilder } from './node';
import type { Tree } from './tree';

/**
 * Reads a JSON config as DeepSpeed does, which is with Python's hjson (`runtime/config.py:699 @ 0.19`). Never throws.
 *
 * - Values are those hjson gives: `"dump_state": False,` is the string `"False,"`. `leniencies` lists what `json.load` refuses.
 * - A text that hjson refuses has one problem, and of its tree what could be made out.
 * - Numbers are JavaScript's: integers beyond 2^53 lose digits, `raw` keeps them. hjson holds whole floats below 1e10 as
 *   integers (`1.0`, `5e8`), `json.load` as floats; `raw` tells them apart.
 * - Placeholders (see placeholder.ts) are nodes of kind `unknown`, and no problems. A value that holds one is undefined itself.
 * - `nodes` finds the last of repeated keys, with what stands under that one alone.
 */
export function parseJson(text: string): Tree {
  const deep = tooDeepAt(text);
  const plain = deep === undefined ? visitJsonc(text) : undefined;
  if (plain?.clean) return plain.builder.finish([], true);
  const reading = readHjson(text);
  const { refusal, statements, builder } = reading;
  if (!refusal) return builder.finish([], !statements);
  // Where a template engine takes or leaves parts, what is left need not look like this.
  const problems = statements ? [] : [problemOf(text, refusal, strictReads(text))];
  if (refusal.code === 'too-deep') return builder.finish(problems, false);
  const guess = plain && reading.placeholders.length === 0 && !hashLine.test(text) ? plain : tolerant(text, deep, reading);
  if (statements) guess.builder.dropLeniencies('missing-comma', 'trailing-comma');
  return guess.builder.finish(problems, false);
}

const hashLine = /^[ \t]*#/m;

/** What jsonc-parser makes of a text that hjson gave up, without what only hjson and templates know. */
function tolerant(text: string, deep: number | undefined, { placeholders, statements }: HjsonReading): Visited {
  const ends = new Map<number, number>();
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, value } of placeholders) {
    if (value) ends.set(start, end);
    parts.push(text.slice(at, start), value ? '0' : ' ', ' '.repeat(end - start - 1));
    at = end;
  }
  parts.push(text.slice(at));
  const read = parts.join('').replace(/^[ \t]*#.*/gm, (line) => ' '.repeat(line.length));
  const builder = new TreeBuilder(text);
  builder.template = placeholders.length > 0;
  // Which block a value stands in got lost: none of them is sure.
  builder.conditional = statements;
  return visitJsonc(text, deep === undefined ? read : read.slice(0, deep), ends, builder);
}

/** True where `json.load` reads the text, which takes three constants more than JSON has. */
function strictReads(text: string): boolean {
  try {
    JSON.parse(text.replace(/(?:NaN|-?Infinity)(?<=[:,[]\s*(?:NaN|-?Infinity))(?=\s*[,\]}])/g, (c) => '0'.padEnd(c.length)));
    return true;
  } catch {
    return false;
  }
}
