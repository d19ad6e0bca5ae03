import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { clean, folderWith, read, run, runJson, withError, withWarning } from './support';

test('exit 0 without errors, 1 with errors, 3 with nothing to lint', async (t) => {
  const folder = folderWith(t, { 'clean/ds_config.json': clean, 'bad/ds_config.json': withError, 'warn/ds_config.json': withWarning, 'none/package.json': '{}' });
  assert.equal((await run(folder, ['check', 'clean'])).code, 0);
  assert.equal((await run(folder, ['check', 'warn'])).code, 0);
  assert.equal((await run(folder, ['check', 'bad'])).code, 1);
  assert.equal((await run(folder, ['check', '.'])).code, 1);
  const nothing = await run(folder, ['check', 'none']);
  assert.equal(nothing.code, 3);
  assert.equal(nothing.out, '');
  assert.match(nothing.err, /^Nothing to lint: /);
});

test('without a command and without a path the working directory is linted', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': withError });
  const [bare, path, whole] = [await run(folder, []), await run(folder, ['ds_config.json']), await run(folder, ['check'])];
  assert.equal(bare.code, 1);
  assert.match(bare.out, /^ds_config\.json:3:24: error fp16 and bf16 /);
  assert.equal(path.out, bare.out);
  assert.equal(whole.out, bare.out);
  assert.equal((await run(folder, ['--quiet'])).code, 1);
});

test('nothing to lint is no error for hooks that ask for it, and valid JSON either way', async (t) => {
  const folder = folderWith(t, { 'package.json': '{}' });
  assert.equal((await run(folder, ['check', 'package.json', '--no-error-on-unmatched'])).code, 0);
  const { code, version, files, findings } = await runJson(folder, ['check']);
  assert.deepEqual({ code, version, files, findings }, { code: 3, version: 1, files: 0, findings: [] });
});

test('an empty folder holds nothing to lint', async (t) => {
  const folder = folderWith(t, {});
  mkdirSync(join(folder, 'empty'));
  assert.equal((await run(folder, ['empty'])).code, 3);
});

test('--max-warnings bounds the warnings, --quiet hides but still counts them', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': withWarning });
  assert.equal((await run(folder, ['check', '--max-warnings', '1'])).code, 0);
  const over = await run(folder, ['check', '--max-warnings=0']);
  assert.equal(over.code, 1);
  assert.match(over.err, /1 warnings, and --max-warnings allows 0\./);
  const quiet = await run(folder, ['check', '--quiet', '--max-warnings', '0']);
  assert.equal(quiet.code, 1);
  assert.equal(quiet.out, '1 file: no findings.\n');
  assert.deepEqual((await runJson(folder, ['check', '--quiet'])).findings, []);
});

test('JSON: places are relative to the working directory, wherever that is', async (t) => {
  const folder = folderWith(t, { 'a/ds_config.json': withError });
  const above = (await runJson(folder, ['check'])).findings[0]!;
  assert.equal(above.file, 'a/ds_config.json');
  assert.equal(above.rule, 'fp16-and-bf16');
  assert.equal(above.severity, 'error');
  assert.deepEqual(above.range, { start: { line: 3, column: 24 }, end: { line: 3, column: 28 } });
  assert.deepEqual(above.because.map((b) => [b.file, b.range]), [['a/ds_config.json', { start: { line: 4, column: 24 }, end: { line: 4, column: 28 } }]]);
  assert.deepEqual(above.fixes[0]!.edits, [{ file: 'a/ds_config.json', range: above.range, newText: 'false' }]);
  assert.equal((await runJson(join(folder, 'a'), ['check'])).findings[0]!.file, 'ds_config.json');
  mkdirSync(join(folder, 'b'));
  assert.equal((await runJson(join(folder, 'b'), ['check', '../a'])).findings[0]!.file, '../a/ds_config.json');
});

test('columns are code points behind tabs, CRLF, emoji and a byte order mark', async (t) => {
  const line = '\t"😀中": 0, "fp16": { "enabled": true },';
  const text = ['\uFEFF{', '\t"train_micro_batch_size_per_gpu": 1,', line, '\t"bf16": { "enabled": true }', '}', ''].join('\r\n');
  const folder = folderWith(t, { 'ds_config.json': text });
  const finding = (await runJson(folder, ['check'])).findings.find((f) => f.rule === 'fp16-and-bf16')!;
  // Code points before the value: everything up to `true`, the emoji counted once.
  const column = [...line.slice(0, line.indexOf('true'))].length + 1;
  assert.deepEqual(finding.range, { start: { line: 3, column }, end: { line: 3, column: column + 4 } });
  assert.equal(column, 32);
});

test('a job is seen across files, and findings lie in the files that were asked for', async (t) => {
  const folder = folderWith(t, {
    'ds_config.json': '{\n  "train_batch_size": 96,\n  "train_micro_batch_size_per_gpu": 4,\n  "gradient_accumulation_steps": 2\n}\n',
    hostfile: 'worker-0 slots=8\nworker-1 slots=8\n',
    'train.sh': '#!/bin/bash\ndeepspeed --hostfile hostfile train.py --deepspeed --deepspeed_config ds_config.json\n',
  });
  const { findings, files } = await runJson(folder, ['check', 'ds_config.json']);
  assert.equal(files, 1);
  const mismatch = findings.find((f) => f.rule === 'batch-size-mismatch')!;
  // 4 × 2 × (2 hosts × 8) = 128, not 96.
  assert.match(mismatch.message, /96.*128|128.*96/);
  assert.ok(mismatch.because.some((b) => b.file === 'hostfile'));
  assert.equal((await runJson(folder, ['check'])).files, 3);
});

test('--gpus and --reader say what the files do not', async (t) => {
  const config = '{\n  "train_batch_size": 96,\n  "train_micro_batch_size_per_gpu": 4,\n  "gradient_accumulation_steps": 2, // two\n  "zero_optimization": { "stage": 1 }\n}\n';
  const folder = folderWith(t, { 'ds_config.json': config });
  const rules = async (...args: string[]) => [...new Set((await runJson(folder, ['check', ...args])).findings.map((f) => f.rule))];
  assert.deepEqual(await rules(), []);
  assert.deepEqual(await rules('--gpus', '8'), ['batch-size-mismatch']);
  assert.deepEqual(await rules('--reader', 'trainer'), ['json-not-strict']);
});

test('text from standard input is linted as if it lay at its name, with everything else from disk', async (t) => {
  const folder = folderWith(t, { 'conf/ds_config.json': clean, 'shardlint.json': '{ "rules": { "fp16-and-bf16": "warning" } }' });
  const { code, files, findings } = await runJson(folder, ['check', '--stdin-file-name', 'conf/ds_config.json'], { stdin: withError });
  assert.deepEqual([code, files, findings.map((f) => [f.file, f.rule, f.severity])], [0, 1, [['conf/ds_config.json', 'fp16-and-bf16', 'warning']]]);
  // There is no such file.
  assert.equal((await runJson(folder, ['check', '--stdin-file-name', 'new/ds_config.json'], { stdin: withError })).findings.length, 1);
  assert.equal(read(folder, 'conf/ds_config.json'), clean);
});

test('the formats of one run say the same', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': withError });
  const json = (await runJson(folder, ['check'])).findings[0]!;
  const github = (await run(folder, ['check', '--format', 'github'])).out;
  assert.ok(github.startsWith('::error file=ds_config.json,line=3,col=24,endLine=3,endColumn=28,title=fp16-and-bf16::'));
  assert.ok(github.includes(json.message));
  const sarif = JSON.parse((await run(folder, ['check', '--format', 'sarif'])).out);
  assert.equal(sarif.runs[0].results[0].ruleId, 'fp16-and-bf16');
  assert.ok(sarif.runs[0].results[0].message.text.startsWith(json.message));
  assert.ok((await run(folder, ['check'])).out.includes(json.message));
  assert.match((await run(folder, ['check', '--format', 'markdown'])).out, /\| ds\\_config\.json:3:24 \| error \|/);
});

test('--output-file takes the findings, and its folder need not be there', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': withError });
  const { code, out, err } = await run(folder, ['check', '--format', 'json', '--output-file', 'out/report.json']);
  assert.deepEqual([code, out, err], [1, '', '1 error in 1 file.\n']);
  assert.equal(JSON.parse(read(folder, 'out/report.json')).findings.length, 1);
  const failed = await run(folder, ['check', '--output-file', 'ds_config.json/x']);
  assert.equal(failed.code, 2);
});

test('messages are Chinese by --lang or the locale', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': withError });
  const message = async (args: string[], env: Record<string, string> = {}) => (await runJson(folder, ['check', ...args], { env })).findings[0]!.message;
  const chinese = /[\u4e00-\u9fff]/;
  assert.match(await message(['--lang', 'zh-cn']), chinese);
  assert.match(await message([], { LANG: 'zh_CN.UTF-8' }), chinese);
  assert.match(await message([], { LANG: 'en_US.UTF-8', LC_ALL: 'zh_CN' }), chinese);
  assert.doesNotMatch(await message([], { LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }), chinese);
  assert.doesNotMatch(await message(['--lang', 'en'], { LANG: 'zh_CN.UTF-8' }), chinese);
});

test('colours are for terminals, FORCE_COLOR and not NO_COLOR', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': withError });
  const coloured = async (tty: boolean, env: Record<string, string>) => (await run(folder, ['check'], { tty, env })).out.includes('\u001b[');
  assert.equal(await coloured(true, {}), true);
  assert.equal(await coloured(false, {}), false);
  assert.equal(await coloured(true, { NO_COLOR: '1' }), false);
  assert.equal(await coloured(true, { NO_COLOR: '' }), true);
  assert.equal(await coloured(true, { TERM: 'dumb' }), false);
  assert.equal(await coloured(false, { FORCE_COLOR: '1' }), true);
  assert.equal(await coloured(true, { FORCE_COLOR: '0' }), false);
  assert.doesNotMatch((await run(folder, ['check', '--format', 'json'], { tty: true })).out, /\u001b/);
});

test('comments that silence a finding do not with --no-inline-ignores', async (t) => {
  const folder = folderWith(t, { hostfile: '# shardlint-ignore hostfile-duplicate-host: two names\nworker-0 slots=8\nworker-0 slots=8\n', 'ds_config.json': withError, 'shardlint.json': '{ "ignore": [{ "file": "ds_config.json", "rule": "fp16-and-bf16", "path": "fp16.enabled", "reason": "test" }] }' });
  const rules = async (...args: string[]) => (await runJson(folder, ['check', ...args])).findings.map((f) => f.rule);
  assert.ok(!(await rules()).includes('fp16-and-bf16'));
  assert.ok((await rules('--no-inline-ignores')).includes('fp16-and-bf16'));
});
