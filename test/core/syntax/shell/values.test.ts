import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from '../../../../server/src/core/syntax/script';
import { parseScript } from '../../../../server/src/core/syntax/shell';
import { needBash } from '../../../support/bash';
import { compareAll, marked } from '../../../support/shell-check';
import { examples } from './_examples';

const all = (commands: readonly Command[]): readonly Command[] => commands.flatMap((c) => [c, ...all(c.inner)]);

/** The words behind the name of the last `probe`. */
function probed(script: string): readonly (string | undefined)[] {
  const found = all(parseScript(script).commands).filter((c) => c.words.some((w) => w.value === 'probe') && !/^(bash|eval|srun|f|exec)$/.test(c.words[0]!.value ?? ''));
  const last = found[found.length - 1] ?? all(parseScript(script).commands).find((c) => c.words[0]?.value === 'exec');
  assert.ok(last, script);
  const at = last.words.findIndex((w) => w.value === 'probe');
  return last.words.slice(at + 1).map((w) => (w.open ? '…' : w.value));
}

for (const [group, list] of examples) {
  test(`what is known of ${group}`, () => {
    for (const [script, words] of list) assert.deepEqual(probed(script), words, script);
  });
}

test('bash gives the same words', (t) => {
  if (!needBash(t)) return;
  const given = { environment: { X: 'a', NEVER: 'n m', LR: '1 2', SLURM_NNODES: '7', HOME: '/h' }, args: ['first one', 'second'] };
  const scripts = examples.flatMap(([, list]) => list.map(([script]) => marked(`${script}\n`)));
  compareAll(scripts.map((script, i) => (i % 2 === 0 ? { script } : { script, ...given })));
});
