import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { CancellationTokenSource, WorkspaceDiagnosticRequest, type Diagnostic } from 'vscode-languageserver/node';
import { Client, until } from './support';

/** Repeatable numbers in [0, 1) (mulberry32). */
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const files = ['ds_config.json', 'conf/zero.json', 'conf/shardlint.json', 'shardlint.json', 'hostfile', '.deepspeed_env', 'train.sh', 'scripts/run.sh', 'train.py', 'requirements.txt'];
const texts: Readonly<Record<string, readonly string[]>> = {
  json: [
    '{ "train_batch_size": 16, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 1 }\n',
    '{ "train_micro_batch_size_per_gpu": 4, "fp16": { "enabled": true }, "bf16": { "enabled": true } }\n',
    '{ "train_micro_batch_size_per_gpu": "auto",\r\n  "zero_optimization": { "stage": 2, "offload_param": { "device": "cpu" } }, }\r\n',
    '{ "zero_optimization": { "stage": ',
  ],
  settings: ['{ "rules": { "fp16-and-bf16": "off" } }', '{ "ignore": [{ "file": "ds_config.json", "rule": "batch-size-mismatch", "reason": "" }] }', '{ "files": { "zero.json": "none" } }', '{ "rulez": 1 }', '{ "versions": { "deepspeed": "0.14.0" } }'],
  hostfile: ['a slots=4\nb slots=4\n', 'a slots=4\nb slots=8\n', 'a slots=4\na slots=4\n', 'b slots=0\n'],
  env: ['NCCL_DEBUG=WARN\n', '# no\nexport NCCL_DEBUG=INFO\n'],
  script: [
    'deepspeed --hostfile hostfile train.py --deepspeed_config ds_config.json\n',
    'deepspeed --num_gpus 8 train.py --deepspeed conf/zero.json\n',
    'cd "$(dirname "$0")/.."\ndeepspeed --hostfile=hostfile --num_gpus 8 train.py --deepspeed_config conf/zero.json\n',
    'torchrun --nproc_per_node 2 --master_port 99999 train.py\n',
    'echo nothing\n',
  ],
  other: ['', 'deepspeed==0.12.6\n'],
};
const kindOf = (file: string): string => (/shardlint\.json$/.test(file) ? 'settings' : /\.json$/.test(file) ? 'json' : /hostfile/.test(file) ? 'hostfile' : /_env$/.test(file) ? 'env' : /\.sh$/.test(file) ? 'script' : 'other');

/** The findings as one can compare them. */
const shown = (diagnostics: readonly Diagnostic[]): readonly string[] => diagnostics.map((d) => `${d.range.start.line}:${d.range.start.character} ${d.code} ${d.severity} ${String(d.message)}`);

/** Findings of the whole workspace, as a client that streams them holds them. */
function follow(t: TestContext, client: Client): Map<string, readonly string[]> {
  const held = new Map<string, readonly string[]>();
  const source = new CancellationTokenSource();
  const progress = client.connection.onProgress(WorkspaceDiagnosticRequest.partialResult, 'follow', ({ items }) => {
    for (const item of items) if (item.kind === 'full') held.set(item.uri.slice(client.uri('').length).replace(/^\//, ''), shown(item.items));
  });
  client.connection.sendRequest(WorkspaceDiagnosticRequest.type, { previousResultIds: [], partialResultToken: 'follow' }, source.token).catch(() => undefined);
  t.after(() => (progress.dispose(), source.cancel()));
  return held;
}
const withFindings = (held: ReadonlyMap<string, readonly string[]>): Record<string, readonly string[]> => Object.fromEntries([...held].filter(([, list]) => list.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)));

for (const [seed, pull] of [[1, true], [2, true], [3, true], [4, false], [5, false]] as const) {
  test(`after any changes the answers are those of a server that has just started (${seed}, ${pull ? 'pulled' : 'pushed'})`, async (t) => {
    const next = random(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
    // One finding that never goes, so that the whole workspace always has an answer.
    const client = await Client.start(t, { pull, files: { 'always/hostfile': texts['hostfile']![2]!, 'train.py': '' } });
    const held = follow(t, client);
    const open = new Map<string, string>();
    // As an editor does it: a document is asked about when its own text changes, and all of them when the server says so.
    const seen = new Map<string, { readonly id: string | undefined; readonly findings: readonly string[] }>();
    const asking = new Map<string, Promise<void>>();
    const ask = async (uri: string): Promise<void> => {
      const report = await client.pull(uri, seen.get(uri)?.id);
      if (report.kind === 'full') seen.set(uri, { id: report.resultId, findings: shown(report.items) });
    };
    // One question about a document at a time.
    const look = (uri: string): void => void (pull && asking.set(uri, (asking.get(uri) ?? Promise.resolve()).then(() => ask(uri))));
    const shows = (uri: string): readonly string[] | undefined => (pull ? seen.get(uri)?.findings : shown(client.pushed.get(uri) ?? []));
    client.onRefresh = () => [...open.values()].forEach(look);
    const steps: string[] = [];

    async function step(): Promise<void> {
      const file = pick(files);
      const uri = client.uri(file);
      const onDisk = existsSync(join(client.folder, file));
      const action = pick(['edit', 'edit', 'edit', 'open', 'open', 'close', 'save', 'write', 'write', 'delete', 'delete folder']);
      steps.push(`${action} ${file}`);
      if (action === 'open' && !open.has(file)) {
        open.set(file, await client.open(file, onDisk ? readFileSync(join(client.folder, file), 'utf8') : pick(texts[kindOf(file)]!)));
        look(uri);
      } else if (action === 'edit' && open.has(file)) {
        await client.apply(uri, [{ range: { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } }, newText: pick(texts[kindOf(file)]!) }]);
        look(uri);
      } else if (action === 'close' && open.delete(file)) {
        await client.close(uri);
        seen.delete(uri);
      } else if (action === 'save' && open.has(file)) {
        client.write(file, client.text(uri));
        await client.didChangeFile(file, onDisk ? 2 : 1);
      } else if (action === 'write') {
        client.write(file, pick(texts[kindOf(file)]!));
        await client.didChangeFile(file, onDisk ? 2 : 1);
      } else if (action === 'delete' && onDisk) {
        rmSync(join(client.folder, file));
        await client.didChangeFile(file, 3);
      } else if (action === 'delete folder' && existsSync(join(client.folder, 'conf'))) {
        rmSync(join(client.folder, 'conf'), { recursive: true });
        await client.didChangeFile('conf', 3);
      }
      if (next() < 0.2) await new Promise((go) => setTimeout(go, next() * 40));
    }

    const closed = (): readonly string[] => (pull ? [] : files.filter((f) => !open.has(f)).flatMap((f) => client.pushed.get(client.uri(f)) ?? []).map((d) => String(d.message)));
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 12; i++) await step();
      const fresh = await Client.start(t, { folder: client.folder });
      for (const [file, uri] of open) await fresh.open(file, client.text(uri));
      for (const [file, uri] of open) {
        const right = shown(await fresh.diagnostics(uri));
        await until('the same findings', () => JSON.stringify(shows(uri)) === JSON.stringify(right) || undefined, 3000).catch(() => assert.deepEqual(shows(uri), right, `${file} as the editor shows it after\n${steps.join('\n')}`));
        if (pull) assert.deepEqual(shown(await client.diagnostics(uri)), right, `${file} after\n${steps.join('\n')}`);
      }
      assert.deepEqual(closed(), [], 'documents that are closed have no findings');
      const other = follow(t, fresh);
      await until('the first answer', () => other.size > 0 || undefined);
      const expected = withFindings(other);
      await until('the same workspace', () => JSON.stringify(withFindings(held)) === JSON.stringify(expected) || undefined, 5000).catch(() => assert.deepEqual(withFindings(held), expected, `the workspace after\n${steps.join('\n')}`));
      await fresh.stop();
    }
    assert.deepEqual(client.log, []);
  });
}
