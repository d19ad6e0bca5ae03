import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { lintAll } from '../../server/src/core/engine/lint';
import { SourceText } from '../../server/src/core/model/document';
import { needShared } from '../support/shared';
import { fileOf, projectOf } from '../support/project';

interface Fault {
  readonly id: string;
  readonly file_kind: string;
  readonly detectability: string;
  readonly severity: string;
  readonly minimal_bad: Readonly<Record<string, string>>;
  readonly minimal_good: Readonly<Record<string, string>>;
}

/** What is found in the bad form and on which text: read off the reports, not off our own output. */
const expected: Readonly<Record<string, { readonly severity: string; readonly on: string }>> = {
  'ds-gas-quoted-number': { severity: 'error', on: '"16"' },
  'ds-auto-on-unsupported-key': { severity: 'error', on: '"sub_group_size": "auto"' },
  // accelerate, which fills these "auto" as well, takes the text.
  'ds-quoted-booleans-with-trainer': { severity: 'warning', on: '"enabled": "false"' },
  'ds-gather-flag-outside-zero-section': { severity: 'warning', on: '"stage3_gather_16bit_weights_on_model_save"' },
  // Releases that refuse these are newer than the newest one that the catalogue describes: it runs there.
  'ds-removed-onebit-compression-mics': { severity: 'warning', on: '"compression_training"' },
  'ds-removed-amp': { severity: 'warning', on: '"amp"' },
  // pydantic takes no fraction for an integer, so the report's "hack" no longer loads.
  'min-loss-scale-1e-10-hack': { severity: 'error', on: '"min_loss_scale": 1e-10' },
  'zero-offload-client-optimizer': { severity: 'error', on: '"offload_optimizer"' },
  'zero-untested-optimizer': { severity: 'error', on: '"SGD"' },
  'ds-total-num-steps-meaning': { severity: 'warning', on: '"total_num_steps": 100' },
  'ds-nvme-without-path': { severity: 'error', on: '"device": "nvme"' },
  'ds-offload-param-below-stage3': { severity: 'warning', on: '"offload_param"' },
  'zero3-checkpoint-without-gather': { severity: 'warning', on: '"stage": 3' },
  'hostfile-bad-entry': { severity: 'error', on: 'node-b lots=8' },
};

const kinds = ['ds_config', 'hostfile', 'deepspeed_env'];
const findingsIn = (files: Readonly<Record<string, string>>) => {
  const project = projectOf(new Map(Object.entries(files)));
  return lintAll(project, { strict: true }).map((f) => {
    const source = project.file(f.place.uri) as SourceText;
    return { file: fileOf(f.place.uri), rule: f.rule, severity: f.severity, message: f.message.en, line: source.lines.lineText(source.lines.positionAt(f.place.span.start).line) };
  });
};

function faults(folder: string): readonly Fault[] {
  return readFileSync(folder, 'utf8').trim().split('\n').map((l) => JSON.parse(l) as Fault);
}

test('public reports of single-file faults are found at the right place', (t) => {
  const file = needShared(t, 'faults.jsonl');
  if (!file) return;
  const cases = faults(file).filter((f) => kinds.includes(f.file_kind) && f.detectability === 'single-file');
  const missed = cases.filter((c) => {
    const want = expected[c.id];
    return !want || !findingsIn(c.minimal_bad).some((f) => f.severity === want.severity && f.line.includes(want.on));
  });
  t.diagnostic(`${cases.length - missed.length} of ${cases.length} found; missed: ${missed.map((m) => m.id).join(', ') || 'none'}`);
  assert.ok(cases.length > 10);
  assert.ok((cases.length - missed.length) / cases.length >= 0.8, `missed: ${missed.map((m) => m.id).join(', ')}`);
});

/** Good forms that a tool refuses all the same, with its own words: the report was cut down to what it is about. */
const refused: Readonly<Record<string, string>> = {
  // DeepSpeedPlugin.__post_init__ (accelerate/utils/dataclasses.py @ 1.15), which the Trainer goes through as well.
  'ds-config-path-relative-cwd': 'zero-section-missing: There is no zero_optimization',
};

test('no good form of any report gets an error', (t) => {
  const file = needShared(t, 'faults.jsonl');
  if (!file) return;
  const wrong = faults(file).flatMap((f) => findingsIn(f.minimal_good).filter((x) => x.severity === 'error').map((x) => `${f.id}: ${x.file}: ${x.rule}: ${x.message}`));
  assert.deepEqual(wrong.filter((w) => !Object.entries(refused).some(([id, words]) => w.startsWith(`${id}:`) && w.includes(words))), []);
});
