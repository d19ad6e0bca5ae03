import assert from 'node:assert/strict';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SourceText } from '../../server/src/core/model/document';
import { fixOnDisk } from '../../server/src/cli/fixes';
import { openSession } from '../../server/src/cli/session';
import { checkWritable, writeText } from '../../server/src/cli/write-file';
import { uriOf } from '../../server/src/cli/find-files';
import { folderWith, read, run, runJson, withError, withWarning, withWarningFixed } from './support';

const windows = process.platform === 'win32';

test('fix applies the safe fixes, says which, and reports what is left', async (t) => {
  const folder = folderWith(t, { 'a/ds_config.json': withWarning, 'ds_config.json': withError });
  const { code, out, err } = await run(folder, ['fix']);
  assert.equal(code, 1);
  assert.equal(read(folder, 'a/ds_config.json'), withWarningFixed);
  assert.equal(read(folder, 'ds_config.json'), withError);
  assert.ok(out.startsWith('fixed a/ds_config.json:4: Remove offload_param (safe) [offload-param-below-stage-3]\n\nds_config.json:3:24: error '), out);
  assert.equal(err, '');
  const again = await run(folder, ['check', '--fix', 'a']);
  assert.deepEqual([again.code, again.out], [0, '1 file: no findings.\n']);
});

test('--unsafe-fixes applies the others as well', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': withError });
  assert.equal((await run(folder, ['fix', '--unsafe-fixes'])).code, 0);
  assert.equal(read(folder, 'ds_config.json'), withError.replace('"fp16": { "enabled": true }', '"fp16": { "enabled": false }'));
});

test('what other programs read on standard output stays theirs', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': withWarning });
  const { code, findings, err } = await runJson(folder, ['fix']);
  assert.deepEqual([code, findings], [0, []]);
  assert.match(err, /^fixed ds_config\.json:4: /);
});

test('byte order mark, line ends, mode and the rest of the text stay', async (t) => {
  const text = `\uFEFF${withWarning.replaceAll('\n', '\r\n')}`;
  const folder = folderWith(t, { 'ds_config.json': text });
  chmodSync(join(folder, 'ds_config.json'), 0o640);
  await run(folder, ['fix', '--reader', 'deepspeed']);
  assert.equal(read(folder, 'ds_config.json'), `\uFEFF${withWarningFixed.replaceAll('\n', '\r\n')}`);
  if (!windows) assert.equal(statSync(join(folder, 'ds_config.json')).mode & 0o777, 0o640);
  assert.deepEqual(readdirSync(folder).sort(), ['.git', 'ds_config.json']);
});

test('behind a link the file is fixed, and the link stays one', { skip: windows && 'making links needs rights there' }, async (t) => {
  const folder = folderWith(t, { 'real.txt': withWarning });
  symlinkSync('real.txt', join(folder, 'ds_config.json'));
  await run(folder, ['fix', 'ds_config.json']);
  assert.ok(lstatSync(join(folder, 'ds_config.json')).isSymbolicLink());
  assert.equal(read(folder, 'real.txt'), withWarningFixed);
});

test('a file that is not UTF-8 is linted and never written', async (t) => {
  // "中" in GBK.
  const bytes = Buffer.concat([Buffer.from(withWarning.slice(0, -2)), Buffer.from(',"x": "'), Buffer.from([0xd6, 0xd0]), Buffer.from('"}\n')]);
  const folder = folderWith(t, { 'ds_config.json': bytes, 'b/ds_config.json': withWarning });
  const { code, err } = await run(folder, ['fix']);
  assert.equal(code, 2);
  assert.equal(err, 'ds_config.json: skipped: not fixed: it is not UTF-8\n');
  assert.ok(readFileSync(join(folder, 'ds_config.json')).equals(bytes));
  assert.equal(read(folder, 'b/ds_config.json'), withWarningFixed);
});

test('a file that changed since it was read is left as it is', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': withWarning, 'b/ds_config.json': withWarning });
  const session = await openSession({ cwd: folder, paths: ['.'] });
  const edited = withWarning.replace('"cpu"', '"nvme"');
  writeFileSync(join(folder, 'ds_config.json'), edited);
  const fixed = await fixOnDisk(session, {});
  assert.deepEqual(fixed.refused.map((r) => [r.uri, r.reason.en]), [[uriOf(join(folder, 'ds_config.json')), 'not fixed: it changed on disk since it was read']]);
  assert.equal(read(folder, 'ds_config.json'), edited);
  assert.equal(read(folder, 'b/ds_config.json'), withWarningFixed);
  // What is reported is what lies there, not what a fix would have made of it.
  const state = fixed.project.file(uriOf(join(folder, 'ds_config.json')));
  assert.ok(state instanceof SourceText && state.text === withWarning);
});

test('a write is checked against the disk again, and leaves nothing behind when it is refused', async (t) => {
  const folder = folderWith(t, { 'a.json': 'one' });
  const uri = uriOf(join(folder, 'a.json'));
  assert.equal(await checkWritable(uri, 'one'), undefined);
  assert.match((await writeText(uri, 'two', 'three'))!.en, /changed on disk/);
  assert.equal(read(folder, 'a.json'), 'one');
  assert.equal(await writeText(uri, 'one', 'three'), undefined);
  assert.equal(read(folder, 'a.json'), 'three');
  assert.deepEqual(readdirSync(folder).sort(), ['.git', 'a.json']);
  assert.match((await checkWritable(uriOf(join(folder, 'gone.json')), 'x'))!.en, /^it cannot be written: ENOENT/);
  assert.match((await writeText(uriOf(join(folder, 'gone.json')), 'x', 'y'))!.en, /^it cannot be written: ENOENT/);
  assert.ok(!existsSync(join(folder, 'gone.json')));
});

test('standard input: the fixed text goes to standard output, the findings to standard error, nothing to disk', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': 'untouched' });
  const { code, out, err } = await run(folder, ['fix', '--stdin-file-name', 'ds_config.json'], { stdin: withWarning });
  assert.deepEqual([code, out], [0, withWarningFixed]);
  assert.equal(err, 'fixed ds_config.json:4: Remove offload_param (safe) [offload-param-below-stage-3]\n1 file: no findings.\n');
  assert.equal(read(folder, 'ds_config.json'), 'untouched');
});

test('standard input that there is nothing to do about comes back as it was, byte by byte', async (t) => {
  const folder = folderWith(t, {});
  const args = ['fix', '--stdin-file-name'];
  const other = await run(folder, [...args, 'notes.txt'], { stdin: 'hello\r\n' });
  assert.deepEqual([other.code, other.out], [3, 'hello\r\n']);
  const binary = new Uint8Array([0x7b, 0, 0xff, 0x7d]);
  assert.deepEqual([...(await run(folder, [...args, 'ds_config.json'], { stdin: binary })).outBytes], [...binary]);
  const empty = await run(folder, [...args, 'ds_config.json'], { stdin: '' });
  assert.equal(empty.out, '');
  const gbk = Buffer.concat([Buffer.from('{"train_micro_batch_size_per_gpu": 1, "x": "'), Buffer.from([0xd6, 0xd0]), Buffer.from('"}')]);
  assert.ok((await run(folder, [...args, 'ds_config.json'], { stdin: gbk })).outBytes.equals(gbk));
});

test('a fix in the settings file holds at once', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': withError, 'shardlint.json': '{ "rules": { "fp16-and-bf61": "off" } }\n' });
  const { code, out } = await run(folder, ['fix', '--unsafe-fixes', 'shardlint.json']);
  assert.equal(read(folder, 'shardlint.json'), '{ "rules": { "fp16-and-bf16": "off" } }\n');
  assert.equal(code, 0);
  assert.equal(out.match(/^fixed /gm)?.length, 1);
  assert.equal((await run(folder, ['check'])).code, 0);
});
