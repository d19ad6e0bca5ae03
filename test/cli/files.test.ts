import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { clean, folderWith, run, runJson, withError } from './support';

const linted = async (folder: string, ...args: string[]): Promise<string[]> => [...new Set((await runJson(folder, ['check', ...args])).findings.map((f) => f.file))].sort();

test('folders are walked without hidden ones, dependencies and environments; hidden files are looked at', async (t) => {
  const folder = folderWith(t, {
    'ds_config.json': withError,
    'deep/er/ds_config.json': withError,
    'node_modules/p/ds_config.json': withError,
    '.venv/ds_config.json': withError,
    'venv/ds_config.json': withError,
    '.tox/ds_config.json': withError,
    '.git/ds_config.json': withError,
    '__pycache__/ds_config.json': withError,
    '.hidden/ds_config.json': withError,
    'package.json': '{}',
    '.deepspeed_env': 'NCCL_DEBUG=INFO\n',
  });
  assert.deepEqual(await linted(folder), ['deep/er/ds_config.json', 'ds_config.json']);
  assert.equal((await runJson(folder, ['check'])).files, 3);
  // Named, a hidden folder is walked all the same.
  assert.deepEqual(await linted(folder, '.hidden'), ['.hidden/ds_config.json']);
});

test('.gitignore files count, inner ones over outer ones, but not for what is named', async (t) => {
  const folder = folderWith(t, {
    '.gitignore': 'out/\n*.tmp.json\n/only-here.json\n',
    'out/ds_config.json': withError,
    'ds_config.tmp.json': withError,
    'a/ds_config.tmp.json': withError,
    'a/.gitignore': '!ds_config.tmp.json\nzero2.json\n',
    'a/zero2.json': withError,
    'zero2.json': withError,
  });
  assert.deepEqual(await linted(folder), ['a/ds_config.tmp.json', 'zero2.json']);
  assert.deepEqual(await linted(folder, 'out'), ['out/ds_config.json']);
  assert.deepEqual(await linted(folder, 'ds_config.tmp.json'), ['ds_config.tmp.json']);
  // The outer file holds inside a folder, too.
  assert.deepEqual(await linted(join(folder, 'a')), ['ds_config.tmp.json']);
});

test('a file that is named is linted whatever its name, when its content is recognised', async (t) => {
  const folder = folderWith(t, {
    'config.json': withError,
    'conf.txt': withError,
    'hosts.txt': 'w0 slots=8\nw0 slots=8\n',
    'other.json': '{ "name": "x" }',
    'train.py': 'cfg = {"zero_optimization": {"stage": 2}, "train_micro_batch_size_per_gpu": 1}\n',
  });
  assert.deepEqual(await linted(folder, 'config.json'), ['config.json']);
  assert.deepEqual(await linted(folder, 'conf.txt'), ['conf.txt']);
  assert.equal((await runJson(folder, ['check', 'hosts.txt'])).files, 1);
  for (const file of ['other.json', 'train.py']) {
    const { code, err, skipped, files } = await runJson(folder, ['check', file]);
    assert.deepEqual([code, files, skipped], [3, 0, [{ file, reason: 'not recognised' }]]);
    assert.ok(err.startsWith(`${file}: skipped: not recognised\n`));
  }
  // Met in a folder, they are nobody's business.
  assert.equal((await runJson(folder, ['check', '.'])).skipped, undefined);
});

test('paths that are not there are a usage error, and nothing is linted', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': withError });
  const { code, out, err } = await run(folder, ['check', 'ds_config.json', 'gone.json', 'ds_config.json/x']);
  assert.deepEqual([code, out], [2, '']);
  assert.match(err, /No such file or folder: gone\.json, ds_config\.json\/x\./);
});

test('files that cannot be linted are named, on stderr and in the JSON, and the others are linted', async (t) => {
  const folder = folderWith(t, {
    'ds_config.json': withError,
    'ds_big.json': `{ "train_batch_size": 1, "x": "${'x'.repeat(2 * 1024 * 1024)}" }`,
    'ds_binary.json': new Uint8Array([0x7b, 0, 0x7d]),
    'data.bin': new Uint8Array([0, 1]),
  });
  // A folder with the name of a config is only a folder.
  mkdirSync(join(folder, 'ds_folder.json'));
  const pipes = process.platform !== 'win32';
  if (pipes) execFileSync('mkfifo', [join(folder, 'hostfile')]);
  const { code, err, skipped, files } = await runJson(folder, ['check']);
  assert.deepEqual([code, files], [1, 1]);
  const expected = [
    { file: 'ds_big.json', reason: 'over 2 MB' },
    { file: 'ds_binary.json', reason: 'binary' },
    ...(pipes ? [{ file: 'hostfile', reason: 'cannot be read' }] : []),
  ];
  assert.deepEqual(skipped, expected);
  assert.equal(err, expected.map((s) => `${s.file}: skipped: ${s.reason}\n`).join(''));
});

test('links to folders are not followed, links to files are, each file once', { skip: process.platform === 'win32' && 'making links needs rights there' }, async (t) => {
  const folder = folderWith(t, { 'a/ds_config.json': withError });
  const outside = folderWith(t, { 'ds_config.json': withError, 'sub/ds_config.json': withError });
  symlinkSync('..', join(folder, 'a/loop'));
  symlinkSync(join(outside, 'sub'), join(folder, 'sub'));
  symlinkSync(join(folder, 'a/ds_config.json'), join(folder, 'ds_again.json'));
  symlinkSync(join(outside, 'ds_config.json'), join(folder, 'ds_outside.json'));
  symlinkSync('nowhere.json', join(folder, 'ds_broken.json'));
  symlinkSync('ds_round.json', join(folder, 'ds_round.json'));
  assert.deepEqual(await linted(folder), ['a/ds_config.json', 'ds_outside.json']);
  // Named, a link is followed.
  assert.deepEqual(await linted(folder, 'sub'), ['sub/ds_config.json']);
});

test('a file named twice, or named and met, is linted once', async (t) => {
  const folder = folderWith(t, { 'a/ds_config.json': withError });
  const { files, findings } = await runJson(folder, ['check', 'a/ds_config.json', './a/ds_config.json', '.', join(folder, 'a')]);
  assert.deepEqual([files, findings.length], [1, 1]);
});

test('odd names stay whole', async (t) => {
  const names = ['ds_config 中文 #1.json', 'ds_100%.json', 'ds_a+b?.json'].filter((n) => process.platform !== 'win32' || !n.includes('?'));
  const folder = folderWith(t, Object.fromEntries(names.map((n) => [`a b/${n}`, withError])));
  assert.deepEqual(await linted(folder), names.map((n) => `a b/${n}`).sort());
});

test('a script without an ending is seen by its first line', async (t) => {
  const folder = folderWith(t, { 'bin/train': '#!/bin/bash\ntorchrun --nproc_per_node 8 train.py\n', 'bin/LICENSE': 'torchrun\n' });
  assert.equal((await runJson(folder, ['check'])).files, 1);
});

test('shardlint.json and [tool.shardlint] are linted on the way, and hold', async (t) => {
  const folder = folderWith(t, {
    'a/ds_config.json': withError,
    'a/shardlint.json': '{\n  "rules": { "fp16-and-bf17": "off" }\n}\n',
    'b/ds_config.json': withError,
    'b/pyproject.toml': '[project]\nname = "x"\n[tool.shardlint.rules]\nfp16-and-bf16 = "warning"\nnonsense = "off"\n',
    'c/ds_config.json': withError,
    'c/pyproject.toml': '[project]\nname = "shardlint-user"\n',
    'pyproject.toml': '[tool.shardlint.rules]\nfp16-and-bf16 = "off"\n',
  });
  const { findings, files } = await runJson(folder, ['check']);
  assert.deepEqual(
    findings.map((f) => `${f.file}:${f.range.start.line}:${f.range.start.column} ${f.severity} ${f.rule}`).sort(),
    [
      'a/ds_config.json:3:24 error fp16-and-bf16',
      'a/shardlint.json:2:14 warning unknown-setting',
      'b/ds_config.json:3:24 warning fp16-and-bf16',
      'b/pyproject.toml:5:1 warning unknown-setting',
    ],
  );
  // Three configs and three settings files; the pyproject.toml without a section is passed over.
  assert.equal(files, 6);
});

test('shardlint.json weighs more than a pyproject.toml beside it; a broken section is told, a broken file without one is not', async (t) => {
  const folder = folderWith(t, {
    'a/ds_config.json': withError,
    'a/shardlint.json': '{ "rules": { "fp16-and-bf16": "warning" } }',
    'a/pyproject.toml': '[tool.shardlint.rules]\nfp16-and-bf16 = "off"\n',
    'b/ds_config.json': clean,
    'b/pyproject.toml': '[tool.shardlint]\nreader = \n',
    'c/ds_config.json': clean,
    'c/pyproject.toml': '[tool.black]\nx = \n',
  });
  const { findings } = await runJson(folder, ['check']);
  assert.deepEqual(findings.map((f) => `${f.file} ${f.severity} ${f.rule}`).sort(), ['a/ds_config.json warning fp16-and-bf16', 'b/pyproject.toml warning bad-setting']);
});

test('settings are searched up to the repository, and without one up to the working directory', async (t) => {
  const folder = folderWith(t, { 'shardlint.json': '{ "rules": { "fp16-and-bf16": "off" } }', 'a/b/ds_config.json': withError });
  assert.equal((await run(join(folder, 'a/b'), [])).code, 0);
  assert.equal((await run(join(folder, 'a'), ['b/ds_config.json'])).code, 0);
  rmSync(join(folder, '.git'), { recursive: true });
  assert.equal((await run(folder, [])).code, 0);
  // Outside of the working directory a folder that is named is the bound.
  const elsewhere = folderWith(t, {});
  assert.equal((await run(elsewhere, [folder])).code, 0);
  assert.equal((await run(elsewhere, [join(folder, 'a')])).code, 1);
});

test('--config holds for every file instead', async (t) => {
  const folder = folderWith(t, {
    'ds_config.json': withError,
    'shardlint.json': '{ "rules": { "fp16-and-bf16": "off" } }',
    'ci/strict.json': '{ "rules": { "fp16-and-bf16": "warning" } }',
    'ci/pyproject.toml': '[tool.shardlint.rules]\nfp16-and-bf16 = "hint"\n',
    'ci/none.toml': '[tool.other]\n',
  });
  const severity = async (config: string) => (await runJson(folder, ['check', '--config', config])).findings.map((f) => f.severity);
  assert.deepEqual(await severity('ci/strict.json'), ['warning']);
  assert.deepEqual(await severity('ci/pyproject.toml'), ['hint']);
  for (const config of ['ci/none.toml', 'ci/gone.json', 'ci', 'ds_config.json/x.json']) assert.equal((await run(folder, ['check', '--config', config])).code, 2, config);
});

test('"files" in the settings says what a file is, whatever its name, and leaves files alone', async (t) => {
  const folder = folderWith(t, {
    'shardlint.json': '{ "files": { "conf/*.conf": "deepspeed", "old/**": "none" } }',
    'conf/a.conf': withError,
    'old/ds_config.json': withError,
  });
  assert.deepEqual(await linted(folder), ['conf/a.conf']);
  const named = await runJson(folder, ['check', 'old/ds_config.json']);
  assert.deepEqual([named.code, named.skipped], [3, [{ file: 'old/ds_config.json', reason: 'left alone by the settings\' "files"' }]]);
});

test('a folder that vanishes while it is walked, and a file that is no longer one, stop nothing', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': withError, 'a/ds_config.json': withError });
  const going = run(folder, ['check']);
  rmSync(join(folder, 'a'), { recursive: true });
  writeFileSync(join(folder, 'a'), '');
  assert.equal((await going).code, 1);
});
