import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { needShared, sharedFolder } from '../support/shared';
import { defects } from './defects';

const root = fileURLToPath(new URL('../..', import.meta.url));
interface Found {
  readonly file: string;
  readonly rule: string;
  readonly severity: string;
  readonly range: { readonly start: { readonly line: number } };
}

test('every error on a real file is a known defect, and every known defect is an error', (t) => {
  const folder = needShared(t, 'corpus');
  if (!folder) return;
  const run = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'server/src/entry/cli.ts'), 'check', folder, '--format', 'json'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.ok(run.status === 0 || run.status === 1, run.stderr);
  const result = JSON.parse(run.stdout) as { readonly files: number; readonly findings: readonly Found[] };
  assert.equal(result.findings.filter((f) => f.rule === 'internal').length, 0);
  const name = (file: string): string => file.split('corpus/')[1]!;
  const errors = result.findings.filter((f) => f.severity === 'error').map((f) => `${name(f.file)}:${f.range.start.line} ${f.rule}`);
  const known = defects.flatMap((d) => Object.entries(d.lines).flatMap(([file, lines]) => lines.map((line) => `${file}:${line} ${d.rule}`)));
  t.diagnostic(`${result.files} files, ${errors.length} errors`);
  assert.deepEqual(errors.sort(), known.sort());
});

test('DeepSpeed itself refuses the files with a defect that it checks while it reads them', (t) => {
  const oracle = sharedFolder('oracle');
  if (!oracle || !existsSync(join(oracle, 'corpus.jsonl'))) return t.skip('../shared/oracle is absent');
  const verdicts = new Map(readFileSync(join(oracle, 'corpus.jsonl'), 'utf8').trim().split('\n').map((l) => JSON.parse(l) as { file: string; verdict?: unknown; verdicts?: Record<string, unknown> }).map((r) => [r.file, r]));
  for (const { rule, lines } of defects.filter((d) => ['unknown-key', 'wrong-type', 'value-not-allowed'].includes(d.rule))) {
    for (const file of Object.keys(lines)) {
      const row = verdicts.get(file);
      assert.ok(row, file);
      for (const verdict of Object.values(row.verdicts ?? { all: row.verdict })) assert.notEqual(verdict, true, `${file}: ${rule}`);
    }
  }
});
