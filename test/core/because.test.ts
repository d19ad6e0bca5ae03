import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lint } from '../../server/src/core/engine/lint';
import { projectOf, uriOf } from '../support/project';

test('a finding names the first places that it rests on, not every line of a long hostfile', () => {
  const hosts = Array.from({ length: 4000 }, (_, i) => `node-${i} slots=8\n`).join('');
  const project = projectOf(
    new Map([
      ['hostfile', hosts],
      ['train.sh', 'deepspeed --hostfile hostfile train.py --deepspeed_config ds.json\n'],
      ['ds.json', '{ "train_batch_size": 7, "train_micro_batch_size_per_gpu": 1, "gradient_accumulation_steps": 1 }'],
    ]),
  );
  const [found] = lint(project, uriOf('ds.json'));
  assert.equal(found?.rule, 'batch-size-mismatch');
  assert.match(found.message.en, /32000 ranks/);
  // The two other numbers of the config, and hosts.
  const inHostfile = found.because.filter((b) => b.place.uri === uriOf('hostfile'));
  assert.equal(found.because.length - inHostfile.length, 2);
  assert.equal(inHostfile.length, 6);
  assert.equal(inHostfile[0]!.place.span.start, 'node-0 slots='.length);
});
