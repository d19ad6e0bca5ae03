import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needBash, type Circumstances } from '../../../support/bash';
import { compareAll, marked } from '../../../support/shell-check';
import { generator } from './_grammar';
import { launchScripts } from './_scripts';

/** Without anything from outside, and with arguments and what a scheduler sets. */
const circumstances: readonly Circumstances[] = [
  {},
  {
    args: ['a', 'two words'],
    environment: { HOME: '/nowhere', SLURM_NNODES: '3', SLURM_PROCID: '1', SLURM_NODEID: '1', SLURM_JOB_ID: '77', RANK: '1', WORLD_SIZE: '4', MASTER_ADDR: 'node 1', CUDA_VISIBLE_DEVICES: '5' },
  },
];

const percent = (part: number, whole: number): number => Math.round((100 * part) / whole);

test('launch scripts as people write them: words, folders, environment and what runs are as in bash', (t) => {
  if (!needBash(t)) return;
  const trials = launchScripts.flatMap(({ text }) => circumstances.map((c) => ({ script: marked(text), ...c })));
  const { known, all } = compareAll(trials);
  t.diagnostic(`${launchScripts.length} scripts: ${known} of ${all} words known (${percent(known, all)} %)`);
  // Silence is never wrong, but more of it than this means that something that was followed no longer is.
  assert.ok(known / all > 0.8);
});

/** SHARDLINT_ROUNDS=1000 tries that many; SHARDLINT_SEED=5000 begins there. */
const rounds = Number(process.env['SHARDLINT_ROUNDS'] ?? 60);
const firstSeed = Number(process.env['SHARDLINT_SEED'] ?? 1);

test('random scripts: words, folders, environment and what runs are as in bash', (t) => {
  if (!needBash(t)) return;
  const trials = Array.from({ length: rounds }, (_, i) => marked(generator(firstSeed + i)())).flatMap((script) => circumstances.map((c) => ({ script, ...c })));
  const { known, all } = compareAll(trials);
  t.diagnostic(`${rounds} scripts: ${known} of ${all} words known (${percent(known, all)} %)`);
  assert.ok(known / all > 0.4);
});
