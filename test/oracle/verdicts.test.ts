import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { needShared } from '../support/shared';
import { compare, engineRules, errorsOf, readLines, type Case } from './compare';

test('what DeepSpeed refuses is an error on the place it names, and what it takes is none', (t) => {
  const folder = needShared(t, 'oracle');
  if (!folder) return;
  const cases = readLines<Case>(folder, 'deepspeed.jsonl');
  const differences = cases.flatMap((c) => compare(c) ?? []);
  const unexplained = differences.filter((d) => d.kind !== 'false-alarm' || !d.rules.every((r) => engineRules.has(r)));
  t.diagnostic(`${cases.length - differences.length} of ${cases.length} agree; ${differences.length - unexplained.length} differ because the engine stops later`);
  assert.ok(unexplained.length <= cases.length * 0.005, JSON.stringify(unexplained.slice(0, 5), null, 1));
});

test('a real config that DeepSpeed takes at some world size has no error', (t) => {
  const oracle = needShared(t, 'oracle');
  const corpus = needShared(t, 'corpus');
  if (!oracle || !corpus) return;
  const rows = readLines<{ file: string; verdict?: unknown; verdicts?: Record<string, unknown> }>(oracle, 'corpus.jsonl');
  const accepted = rows.filter((r) => Object.values(r.verdicts ?? { all: r.verdict }).some((v) => v === true));
  const wrong = accepted.flatMap((r) => {
    const errors = errorsOf(readText(corpus, r.file), { reader: 'deepspeed' }).filter((e) => !engineRules.has(e.rule));
    return errors.map((e) => `${r.file}: ${e.rule}: ${e.message.en}`);
  });
  t.diagnostic(`${accepted.length} configs`);
  assert.deepEqual(wrong, []);
});

const readText = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');
