import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rules } from '../../server/src/core/rules/index.generated';
import packageJson from '../../package.json';
import { clean, folderWith, run, withError } from './support';

const chinese = /[\u4e00-\u9fff]/;

test('--version and --help answer on standard output with 0', async () => {
  assert.deepEqual(await run('/', ['--version']).then(({ code, out, err }) => [code, out, err]), [0, `${packageJson.version}\n`, '']);
  const help = await run('/', ['--help']);
  assert.equal(help.code, 0);
  for (const name of ['check', 'fix', 'explain', 'rules', 'config', 'server']) {
    assert.match(help.out, new RegExp(`^  ${name} `, 'm'));
    const own = await run('/', [name, '--help']);
    assert.equal(own.code, 0);
    assert.ok(own.out.startsWith(`Usage: shardlint ${name}`));
    assert.equal((await run('/', ['help', name])).out, own.out);
    assert.match((await run('/', [name, '-h', '--lang', 'zh-cn'])).out, chinese);
  }
  assert.match((await run('/', ['--help'], { env: { LANG: 'zh_CN.UTF-8' } })).out, chinese);
});

test('wrong usage is told on standard error with 2, and the near name is offered', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': clean });
  const cases: readonly (readonly [args: string[], said: RegExp])[] = [
    [['chekc'], /chekc is neither a command nor an existing file or folder\. Did you mean check\?/],
    [['nothing-like-it'], /nothing-like-it is neither a command nor an existing file or folder\.$/m],
    [['check', '--formt', 'json'], /There is no option --formt\. Did you mean --format\?/],
    [['check', '--stdin-filename', 'x'], /Did you mean --stdin-file-name\?/],
    [['check', '-z'], /There is no option -z\./],
    [['check', '--format', 'jsn'], /--format cannot be "jsn": expected one of text, json, sarif, github, markdown \(did you mean json\?\)\./],
    [['check', '--format'], /--format needs a value: text, json/],
    [['check', '--format', '--fix'], /--format needs a value/],
    [['check', '--fix=yes'], /--fix takes no value, and got yes\./],
    [['check', '--max-warnings', '-1'], /--max-warnings needs a value: N\./],
    [['check', '--max-warnings=-1'], /--max-warnings cannot be "-1": expected a whole number from 0 on\./],
    [['check', '--max-warnings', '1.5'], /whole number/],
    [['check', '--gpus', '0'], /--gpus cannot be "0": expected a whole number from 1 on\./],
    [['check', '--gpus', '99999999999999999999'], /whole number/],
    [['check', '--reader', 'trainr'], /did you mean trainer\?/],
    [['check', '--unsafe-fixes'], /--unsafe-fixes needs --fix\./],
    [['check', '--stdin-file-name', 'a.json', 'b.json'], /leave the paths out/],
    [['check', '--output-file='], /--output-file cannot be ""/],
    [['check', '--lang', 'fr'], /--lang cannot be "fr": expected one of en, zh-cn/],
    [['explain'], /explain takes one name\./],
    [['rules', 'x'], /rules takes no name/],
    [['config'], /config takes one file\./],
    [['config', '.'], /is a folder/],
    [['config', 'gone.json'], /No such file or folder: gone\.json/],
    [['server'], /shardlint server --stdio/],
    [['help', 'chekc'], /Did you mean check\?/],
  ];
  for (const [args, said] of cases) {
    const { code, out, err } = await run(folder, args);
    assert.deepEqual([code, out], [2, ''], args.join(' '));
    assert.match(err, said, args.join(' '));
    assert.match(err, /--help" shows the usage\.\n$/, args.join(' '));
    if (args.includes('--lang')) continue;
    assert.match((await run(folder, [...args.slice(0, 1), '--lang=zh-cn', ...args.slice(1)])).err, chinese, args.join(' '));
  }
});

test('-- ends the options, and of an option given twice the last one counts', async (t) => {
  const folder = folderWith(t, { '--fix': clean, 'ds_config.json': clean });
  assert.match((await run(folder, ['check', '--', '--fix'])).out, /^1 file: no findings/);
  assert.match((await run(folder, ['check', '--format', 'json', '--format', 'text', 'ds_config.json'])).out, /^1 file/);
});

test('an error that nobody foresaw is an internal one: 2, with where it happened', async () => {
  const { code, err } = await run('/', ['server', '--stdio'], { startServer: async () => Promise.reject(new Error('boom')) });
  assert.equal(code, 2);
  assert.match(err, /internal error: Error: boom\n\s+at /);
});

test('rules lists every rule once', async () => {
  const { code, out } = await run('/', ['rules', '--format', 'json']);
  const rows = JSON.parse(out) as { name: string; severity: string; summary: string }[];
  assert.equal(code, 0);
  assert.deepEqual(rows.map((r) => r.name), rules.map((r) => r.name).sort());
  const row = rows.find((r) => r.name === 'fp16-and-bf16')!;
  assert.deepEqual([row.severity, row.summary], ['error', 'fp16 and bf16 are both enabled.']);
  assert.equal((await run('/', ['rules'])).out.trimEnd().split('\n').length, rules.length);
});

test('explain prints a rule in every format and both languages', async () => {
  for (const rule of rules) {
    for (const lang of ['en', 'zh-cn']) {
      const { code, out } = await run('/', ['explain', rule.name, '--lang', lang]);
      assert.equal(code, 0);
      assert.ok(out.startsWith(`${rule.name}\n`));
      assert.equal(chinese.test(out), lang === 'zh-cn', rule.name);
    }
  }
  const markdown = (await run('/', ['explain', 'fp16-and-bf16', '--format', 'markdown'])).out;
  assert.ok(markdown.startsWith('# fp16-and-bf16\n\nfp16 and bf16 are both enabled.\n'));
  assert.ok(markdown.includes('bfloat16 and fp16 modes cannot be simultaneously enabled'));
  const json = JSON.parse((await run('/', ['explain', 'fp16-and-bf16', '--format', 'json'])).out);
  assert.deepEqual([json.kind, json.name, json.severity, json.on, json.since], ['rule', 'fp16-and-bf16', 'error', 'deepspeed', '0.1.0']);
  assert.ok(json.references.length > 0);
});

test('explain knows options and environment variables', async () => {
  const stage = (await run('/', ['explain', 'zero_optimization.stage'])).out;
  assert.match(stage, /^zero_optimization\.stage\n/);
  assert.match(stage, /^ {2}Default: 0$/m);
  assert.match(stage, /^ {2}Values: 0, 1, 2, 3$/m);
  const section = (await run('/', ['explain', 'zero_optimization'])).out;
  assert.match(section, /^ {2}- zero_optimization\.stage$/m);
  // pydantic with extra="forbid": a ZeRO config refuses keys that it does not know.
  assert.match(section, /Keys that it does not know stop the run\./);
  const variable = JSON.parse((await run('/', ['explain', 'NCCL_IB_DISABLE', '--format', 'json'])).out);
  assert.deepEqual([variable.kind, variable.name], ['variable', 'NCCL_IB_DISABLE']);
  assert.match((await run('/', ['explain', 'NCCL_IB_DISABLE', '--lang', 'zh-cn'])).out, chinese);
});

test('explain offers what was meant', async () => {
  const said = async (name: string): Promise<string> => {
    const { code, err } = await run('/', ['explain', name]);
    assert.equal(code, 2);
    return err;
  };
  assert.match(await said('fp16-and-bf61'), /Did you mean fp16-and-bf16\?/);
  assert.match(await said('zero_optimization.stge'), /Did you mean zero_optimization\.stage\?/);
  assert.match(await said('NCCL_IB_DISABEL'), /Did you mean NCCL_IB_DISABLE\?/);
  assert.match(await said('contiguous_gradients'), /Did you mean zero_optimization\.contiguous_gradients\?/);
  assert.doesNotMatch(await said('qqqqqqqqqqqq'), /Did you mean/);
});

test('config tells kind, settings, jobs and ranks with their origins', async (t) => {
  const folder = folderWith(t, {
    'ds_config.json': clean,
    hostfile: 'w0 slots=8\nw1 slots=8\n',
    'train.sh': '#!/bin/bash\ndeepspeed --hostfile hostfile train.py --deepspeed_config ds_config.json\n',
    'shardlint.json': '{\n  "versions": { "deepspeed": "0.16.9" },\n  "rules": { "fp16-and-bf16": "off" },\n  "overrides": [{ "files": ["ds_*.json"], "rules": { "no-batch-size": "hint" } }]\n}\n',
  });
  const json = JSON.parse((await run(folder, ['config', 'ds_config.json', '--format', 'json'])).out);
  assert.deepEqual([json.file, json.kind, json.settings.file], ['ds_config.json', 'deepspeed', 'shardlint.json']);
  const value = (name: string) => json.settings.values.find((v: { name: string }) => v.name === name);
  const at = (line: number, column: number, end: number) => ({ file: 'shardlint.json', range: { start: { line, column }, end: { line, column: end } } });
  assert.deepEqual(value('versions.deepspeed'), { name: 'versions.deepspeed', value: '0.16.9', origin: at(2, 30, 38) });
  assert.deepEqual(value('rules.fp16-and-bf16'), { name: 'rules.fp16-and-bf16', value: 'off', origin: at(3, 31, 36) });
  assert.deepEqual(value('rules.no-batch-size'), { name: 'rules.no-batch-size', value: 'hint', origin: at(4, 71, 77) });
  assert.deepEqual(value('rules.duplicate-key'), { name: 'rules.duplicate-key', value: 'error', origin: 'default' });
  assert.deepEqual(json.jobs.map((j: { at: { file: string } }) => j.at.file), ['train.sh']);
  assert.equal(json.jobs[0].config.file, 'ds_config.json');
  assert.equal(json.jobs[0].hostfile.file, 'hostfile');
  assert.deepEqual([json.jobs[0].nodes.value, json.jobs[0].worldSize.value], [2, 16]);
  assert.deepEqual([json.reader.value, json.reader.at.file], ['deepspeed', 'train.sh']);
  assert.deepEqual(json.worldSizes.map((f: { value: number; at: { file: string } }) => [f.value, f.at.file]), [[16, 'hostfile']]);

  const text = (await run(folder, ['config', 'ds_config.json'])).out;
  assert.match(text, /^ {2}versions\.deepspeed +0\.16\.9 +shardlint\.json:2:30$/m);
  assert.match(text, /^ {2}data-parallel ranks: 16 \(hostfile:1:10; 2 hosts × slots=8\)$/m);
  assert.match(text, /^ {2}train\.sh:2:1 {2}deepspeed {2}train\.py$/m);
});

test('config puts what the command line says first, and knows when it knows nothing', async (t) => {
  const folder = folderWith(t, { 'ds_config.json': withError, 'notes.txt': 'x\n' });
  const json = JSON.parse((await run(folder, ['config', 'ds_config.json', '--format', 'json', '--gpus', '4', '--reader', 'trainer'])).out);
  assert.deepEqual([json.reader, json.worldSizes], [{ value: 'trainer', at: { given: '--reader' } }, [{ value: 4, at: { given: '--gpus' } }]]);
  const text = (await run(folder, ['config', 'ds_config.json'])).out;
  assert.match(text, /loaded by: not known/);
  assert.match(text, /settings: none; every value is a default/);
  const notes = await run(folder, ['config', 'notes.txt', '--format', 'json']);
  assert.equal(notes.code, 0);
  assert.equal(JSON.parse(notes.out).kind, null);
  assert.match((await run(folder, ['config', 'ds_config.json', '--lang', 'zh-cn'])).out, chinese);
});

test('server --stdio starts the server', async () => {
  let started = 0;
  const { code } = await run('/', ['server', '--stdio'], { startServer: async () => void started++ });
  assert.deepEqual([code, started], [0, 1]);
});
