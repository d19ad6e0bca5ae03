import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lint } from '../../server/src/core/engine/lint';
import { SourceText, type FileState } from '../../server/src/core/model/document';
import type { Entry, Host } from '../../server/src/host/host';
import { Workspace } from '../../server/src/host/load';
import { pool } from '../../server/src/host/pool';

const root = 'file:///w';

/** A disk in memory that counts what it is asked. */
function disk(files: Record<string, string>) {
  const asked: string[] = [];
  let most = 0;
  let now = 0;
  const slowly = async <T>(answer: () => T): Promise<T> => {
    most = Math.max(most, ++now);
    await new Promise((go) => setImmediate(go));
    now--;
    return answer();
  };
  const host: Host = {
    read: (uri) => {
      asked.push(`read ${uri.slice(root.length + 1)}`);
      return slowly((): FileState => {
        const text = files[uri.slice(root.length + 1)];
        return text === undefined ? 'missing' : new SourceText(uri, text);
      });
    },
    list: (uri) => {
      asked.push(`list ${uri.slice(root.length + 1)}`);
      const prefix = `${uri}/`.slice(root.length + 1);
      return slowly((): readonly Entry[] => {
        const inside = Object.keys(files).filter((f) => f.startsWith(prefix)).map((f) => f.slice(prefix.length));
        const names = [...new Set(inside.map((f) => f.split('/')[0]!))];
        return names.map((name) => ({ name, uri: `${uri}/${name}`, folder: !inside.includes(name) }));
      });
    },
  };
  return { host, asked, most: () => most };
}

const uri = (file: string): string => `${root}/${file}`;
const both = '{ "train_micro_batch_size_per_gpu": 1, "fp16": { "enabled": true }, "bf16": { "enabled": true } }';

test('one run lists each folder once and reads each file once, however many files it holds', async () => {
  const files = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`a/ds_${i}.json`, both]));
  const { host, asked } = disk({ ...files, 'a/train.sh': 'torchrun train.py\n', 'scripts/run.sh': 'torchrun train.py\n' });
  const workspace = new Workspace(host, { folders: [root] });
  const project = await workspace.project(Object.keys(files).map(uri));
  assert.equal(asked.length, new Set(asked).size);
  assert.ok(asked.includes('read a/train.sh') && asked.includes('read scripts/run.sh'));
  assert.equal([...project.documents].filter((d) => d.kind === 'deepspeed').length, 100);
});

test('never more than 32 requests are under way', async () => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`d${i}/ds_config.json`, both]));
  const { host, most } = disk(files);
  await new Workspace(host, { folders: [root] }).project(Object.keys(files).map(uri));
  assert.ok(most() <= 32, String(most()));
});

test('what changed on disk is seen after forget, new files and settings too', async () => {
  const files: Record<string, string> = { 'ds_config.json': both };
  const { host } = disk(files);
  const workspace = new Workspace(host, { folders: [root] });
  const findings = async () => lint(await workspace.project([uri('ds_config.json')]), uri('ds_config.json')).map((f) => `${f.severity} ${f.rule}`);
  assert.deepEqual(await findings(), ['error fp16-and-bf16']);

  files['pyproject.toml'] = '[tool.shardlint.rules]\nfp16-and-bf16 = "hint"\n';
  workspace.forget(uri('pyproject.toml'));
  assert.deepEqual(await findings(), ['hint fp16-and-bf16']);

  files['shardlint.json'] = '{ "rules": { "fp16-and-bf16": "off" } }';
  workspace.forget(uri('shardlint.json'));
  assert.deepEqual(await findings(), []);

  // An open editor weighs more than the disk.
  workspace.set(uri('shardlint.json'), '{ "rules": { "fp16-and-bf16": "warning" } }');
  assert.deepEqual(await findings(), ['warning fp16-and-bf16']);
  workspace.set(uri('shardlint.json'), undefined);
  assert.deepEqual(await findings(), []);

  files['new/run.sh'] = 'torchrun train.py\n';
  workspace.forget(uri('new/run.sh'));
  files['new/ds_config.json'] = both;
  const project = await workspace.project([uri('new/ds_config.json')]);
  assert.equal(project.document(uri('new/run.sh'))?.kind, 'script');
});

test('a picture that is remade goes by the settings in the changed texts', async () => {
  const { host } = disk({ 'ds_config.json': both, 'shardlint.json': '{}' });
  const workspace = new Workspace(host, { folders: [root] });
  const project = await workspace.project([uri('ds_config.json')]);
  const changed = new SourceText(uri('shardlint.json'), '{ "rules": { "fp16-and-bf16": "off" } }');
  const remade = workspace.remake(new Map([...project.input.files, [changed.uri, changed]]));
  assert.equal(lint(project, uri('ds_config.json')).length, 1);
  assert.equal(lint(remade, uri('ds_config.json')).length, 0);
});

test('a read that was overtaken by forget is not kept', async () => {
  const files: Record<string, string> = { 'a.json': 'old' };
  const { host } = disk(files);
  const workspace = new Workspace(host, { folders: [root] });
  const first = workspace.state(uri('a.json'));
  workspace.forget(uri('a.json'));
  await first;
  files['a.json'] = 'new';
  const state = await workspace.state(uri('a.json'));
  assert.ok(state instanceof SourceText && state.text === 'new');
});

test('a pool goes on after a task that fails', async () => {
  const limited = pool(1);
  const order: number[] = [];
  const results = await Promise.allSettled([1, 2, 3].map((n) => limited(async () => (order.push(n), n === 2 ? Promise.reject(new Error('no')) : n))));
  assert.deepEqual(order, [1, 2, 3]);
  assert.deepEqual(results.map((r) => r.status), ['fulfilled', 'rejected', 'fulfilled']);
});

test('versions come from the settings, else from the files that pin them', async () => {
  const config = '{ "train_micro_batch_size_per_gpu": 1, "fp16": { "enabled": true, "mine": 1 } }';
  const version = async (files: Record<string, string>): Promise<string | undefined> => {
    const { host } = disk({ 'a/ds_config.json': config, ...files });
    return (await new Workspace(host, { folders: [root] }).project([uri('a/ds_config.json')])).config(uri('a/ds_config.json'))?.version?.value;
  };
  assert.equal(await version({}), undefined);
  assert.equal(await version({ 'requirements.txt': 'deepspeed==0.16.9\n' }), '0.16.9');
  assert.equal(await version({ 'requirements/train.txt': 'deepspeed==0.16.9\n' }), '0.16.9');
  assert.equal(await version({ 'requirements.txt': 'deepspeed==0.16.9\n', 'a/requirements.txt': 'deepspeed==0.14.4\n' }), '0.14.4');
  assert.equal(await version({ 'requirements.txt': 'deepspeed==0.16.9\n', 'shardlint.json': '{ "versions": { "deepspeed": "0.17.1" } }' }), '0.17.1');
});

test('a pinned version is read again when its file changes', async () => {
  const files: Record<string, string> = { 'ds_config.json': both, 'requirements.txt': 'deepspeed==0.16.9\n' };
  const { host } = disk(files);
  const workspace = new Workspace(host, { folders: [root] });
  const version = async (): Promise<string | undefined> => (await workspace.project([uri('ds_config.json')])).config(uri('ds_config.json'))?.version?.value;
  assert.equal(await version(), '0.16.9');
  files['requirements.txt'] = 'deepspeed==0.17.6\n';
  workspace.forget(uri('requirements.txt'));
  assert.equal(await version(), '0.17.6');
  delete files['requirements.txt'];
  workspace.forget(uri('requirements.txt'));
  assert.equal(await version(), undefined);
});
