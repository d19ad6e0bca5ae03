import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { conceptFolders, conceptIds, generateConcepts, readConcept } from '../../scripts/generate/concepts';
import { concept, conceptIds as known, conceptOfKey, conceptOfLauncherFlag, conceptOfProgramFlag, conceptOfVariable, conceptUrl } from '../../server/src/core/catalog/concepts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const langs = ['en', 'zh'] as const;
const file = (lang: 'en' | 'zh', id: string): string => join(root, conceptFolders[lang], `${id}.md`);
const text = (lang: 'en' | 'zh', id: string): string => readFileSync(file(lang, id), 'utf8');

test('every concept has a page in both languages, and the catalogue has every page', () => {
  assert.deepEqual(conceptIds(root, 'en'), conceptIds(root, 'zh'));
  assert.deepEqual([...known].sort(), conceptIds(root, 'en'));
});

test('the generated file is what the pages say', () => {
  for (const [path, content] of generateConcepts(root)) assert.equal(readFileSync(join(root, path), 'utf8'), content);
});

test('links of the pages lead somewhere', () => {
  const rules = new Set(
    readdirSync(join(root, 'server/src/core/rules'), { withFileTypes: true })
      .filter((g) => g.isDirectory())
      .flatMap((g) => readdirSync(join(root, 'server/src/core/rules', g.name)).map((f) => f.replace(/\.ts$/, ''))),
  );
  const dead: string[] = [];
  for (const lang of langs) {
    for (const id of conceptIds(root, lang)) {
      for (const [, target] of text(lang, id).matchAll(/\]\(([^)]+)\)/g)) {
        // Pages of rules are generated from the rule files.
        const rule = /^\.\.\/\.\.\/rules\/(zh-cn\/)?([a-z0-9-]+)\.md$/.exec(target!);
        const alive = rule ? rules.has(rule[2]!) && (rule[1] !== undefined) === (lang === 'zh') : existsSync(resolve(dirname(file(lang, id)), target!));
        if (!alive) dead.push(`${lang}/${id}: ${target}`);
      }
    }
  }
  assert.deepEqual(dead, []);
});

/** Digits in a text; those of a rule page's folder are not the text's. */
const numbers = (s: string): string[] => [...s.replaceAll('rules/zh-cn/', 'rules/').matchAll(/\d+(?:\.\d+)*/g)].map((m) => m[0]).sort();

test('both languages give the same numbers', () => {
  for (const id of conceptIds(root, 'en')) assert.deepEqual(numbers(text('zh', id)), numbers(text('en', id)), id);
});

test('pages are 100 to 400 words, with a section on checks and references', () => {
  for (const id of conceptIds(root, 'en')) {
    const words = text('en', id).split(/\s+/).length;
    assert.ok(words >= 100 && words <= 400, `${id}: ${words} words`);
    for (const head of ['## What Shardlint checks', '## References']) assert.ok(text('en', id).includes(head), `${id}: ${head}`);
    for (const head of ['## Shardlint 检查什么', '## 参考']) assert.ok(text('zh', id).includes(head), `${id}: ${head}`);
    const heads = (lang: 'en' | 'zh'): number => [...text(lang, id).matchAll(/^## /gm)].length;
    assert.equal(heads('zh'), heads('en'), id);
  }
});

/** The formulas behind the figures that the pages quote. */
test('figures are what their formulas give', () => {
  const GB = 1e9;
  const shown = (id: string, ...figures: string[]): void => {
    for (const f of figures) assert.ok(text('en', id).includes(f), `${id}: ${f}`);
  };
  const psi = 7.5e9;
  const stages = [16 * psi, 4 * psi + (12 * psi) / 64, 2 * psi + (14 * psi) / 64, (16 * psi) / 64].map((b) => `${Number((b / GB).toFixed(1))} GB`);
  shown('zero-stages', ...stages);
  const [s, b, h, L, a] = [2048, 1, 4096, 32, 32];
  const unit = s * b * h * L;
  shown('activation-checkpointing', ...[unit * (34 + (5 * a * s) / h), 2 * unit, 34 * unit].map((x) => `${Number((x / GB).toFixed(x < GB ? 2 : 1))} GB`));
  const bubble = (p: number, m: number): string => `| ${p} | ${m} | ${Math.round(((p - 1) / (m + p - 1)) * 100)} % |`;
  shown('pipeline-parallel', bubble(4, 4), bubble(4, 16), bubble(4, 32));
  const elements = 3 * 65e9;
  shown('slow-multinode', ...[1, 2].flatMap((bytes) => [`${(elements * bytes) / GB} GB`, `${(elements * bytes * 8) / 10e9} s`]));
  shown('zero-comm', `${(2 * 7e9 * 2) / GB} GB`, `${(3 * 7e9 * 2) / GB} GB`);
  shown('zero-offload', `${(7e9 * Math.max(4 * 8, 16) * 1.5) / GB} GB`);
  for (const dp of [8, 10, 12]) shown('3d-parallel', `| ${dp} | ${(8 * 35 * dp) / 8} | ${8 * 35 * dp} |`);
  shown('loss-scale', String(2 ** 16));
  shown('stage3-save', `${(7e9 * 2) / GB} GB`);
});

test('a page without a paragraph under its title is refused', () => {
  assert.throws(() => readConcept('x.md', '# Title\n\n## Section\n'));
  assert.throws(() => readConcept('x.md', 'no title'));
  assert.deepEqual(readConcept('x.md', '# T\r\n\r\nOne [link](a.md)\r\nmore.\r\n\r\nTwo.\r\n'), { title: 'T', first: 'One link more.' });
});

test('keys, variables and flags lead to their concept', () => {
  assert.equal(conceptOfKey('zero_optimization.stage'), 'zero-stages');
  assert.equal(conceptOfKey('zero_optimization.stage3_gather_16bit_weights_on_model_save'), 'stage3-save');
  assert.equal(conceptOfKey('zero_optimization.offload_param.device'), 'zero-offload');
  assert.equal(conceptOfKey('zero_optimization.reduce_bucket_size'), 'zero-comm');
  assert.equal(conceptOfKey('fp16.min_loss_scale'), 'loss-scale');
  assert.equal(conceptOfKey('fp16.enabled'), 'fp16');
  assert.equal(conceptOfKey('steps_per_print'), undefined);
  assert.equal(conceptOfVariable('NCCL_P2P_DISABLE'), 'nvlink');
  assert.equal(conceptOfVariable('NCCL_DEBUG'), 'nccl');
  assert.equal(conceptOfVariable('HOME'), undefined);
  assert.equal(conceptOfLauncherFlag('nproc_per_node'), 'launchers');
  assert.equal(conceptOfProgramFlag('--per-device-train-batch-size'), 'batch-sizes');
  assert.match(conceptUrl('fp16', 'zh-cn'), /concepts\/zh-cn\/fp16\.md$/);
  assert.equal(concept('tf32').title.en, 'TF32');
});
