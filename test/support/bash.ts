import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { Command } from '../../server/src/core/syntax/script';
import { parseScript } from '../../server/src/core/syntax/shell';

const prelude = `probe() { printf '%s\\0' "$#" "$@"; }\n`;

export const hasBash = spawnSync('bash', ['--version']).status === 0;

export interface Circumstances {
  readonly environment?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** Runs a script in bash with almost no environment, and reports the words that each call of `probe` was given. */
export function probesOf(script: string, { environment = {}, args = [] }: Circumstances = {}): readonly (readonly string[])[] {
  const run = spawnSync('bash', ['--norc', '--noprofile', '-c', prelude + script, 'script', ...args], {
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...environment },
    cwd: '/',
    timeout: 10_000,
    maxBuffer: 1 << 26,
  });
  const parts = run.stdout.toString('utf8').split('\0');
  const found: (readonly string[])[] = [];
  for (let i = 0; i + 1 < parts.length; ) {
    const count = Number(parts[i]);
    found.push(parts.slice(i + 1, i + 1 + count));
    i += 1 + count;
  }
  return found;
}

/** Gives each `probe` a number, to know it again. */
const numbered = (script: string): string => {
  let n = 0;
  return script.replace(/\bprobe\b(?!\(\))/g, () => `probe @${n++}`);
};

const probesIn = (commands: readonly Command[]): readonly Command[] => commands.flatMap((c) => [...(c.words[0]?.value === 'probe' ? [c] : []), ...probesIn(c.inner)]);

/**
 * Checks that whatever the parser claims to know of the `probe` commands of a script is what bash gave them. Returns
 * how many words it knew, of how many.
 */
export function checkAgainstBash(plain: string, circumstances: Circumstances = {}): { readonly known: number; readonly all: number } {
  const script = numbered(plain);
  const commands = probesIn(parseScript(script).commands);
  let known = 0;
  let all = 0;
  for (const [id, ...given] of probesOf(script, circumstances)) {
    const command = commands.find((c) => c.words[1]?.value === id);
    assert.ok(command, `no command probe ${id} in\n${script}`);
    const words = command.words.slice(2);
    const open = words.findIndex((w) => w.open);
    if (open < 0) assert.equal(words.length, given.length, `probe ${id}: words ${JSON.stringify(words.map((w) => w.value))}, bash has ${JSON.stringify(given)} in\n${script}`);
    all += given.length;
    for (const [i, w] of words.slice(0, open < 0 ? undefined : open).entries()) {
      if (w.value !== undefined) {
        assert.equal(w.value, given[i], `probe ${id}, word ${i} in\n${script}`);
        known++;
      } else assert.ok(given[i]!.startsWith(w.known), `probe ${id}, beginning ${JSON.stringify(w.known)} of word ${i}, bash has ${JSON.stringify(given[i])} in\n${script}`);
    }
  }
  return { known, all };
}

/** As `checkAgainstBash`; besides, every word of every probe has to be known. */
export function assertKnown(script: string, circumstances: Circumstances = {}): void {
  const { all } = checkAgainstBash(script, circumstances);
  assert.ok(all > 0, `nothing was probed in\n${script}`);
  const words = probesIn(parseScript(script).commands).flatMap((c) => c.words);
  assert.deepEqual(words.filter((w) => w.value === undefined).map((w) => w.raw), [], `unknown words in\n${script}`);
}
