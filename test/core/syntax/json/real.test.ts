import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseJson } from '../../../../server/src/core/syntax/json';

const shared = fileURLToPath(new URL('../../../../../shared/', import.meta.url));

function lines<T>(t: TestContext, path: string): readonly T[] | undefined {
  if (existsSync(shared + path)) return readFileSync(shared + path, 'utf8').trim().split('\n').map((l) => JSON.parse(l) as T);
  if (process.env['SHARDLINT_NEED_SHARED']) assert.fail(`../shared/${path} is absent`);
  t.skip(`../shared/${path} is absent`);
  return undefined;
}

interface Case {
  readonly id: string;
  readonly text: string;
  readonly ok: boolean;
  readonly error_class?: string;
  readonly message?: string;
}

test("DeepSpeed's verdict on generated configs: the same texts are refused, in the same words", (t) => {
  const cases = lines<Case>(t, 'oracle/deepspeed.jsonl');
  if (!cases) return;
  let refused = 0;
  for (const { id, text, error_class, message } of cases) {
    const tree = parseJson(text);
    if (error_class === 'HjsonDecodeError') {
      refused++;
      assert.ok(tree.problems[0]?.message.en.endsWith(`(${message}).`), `${id}: ${message} / ${tree.problems[0]?.message.en}`);
    } else assert.deepEqual(tree.problems, [], id);
    assert.equal(tree.template, false, id);
  }
  t.diagnostic(`${cases.length} texts, ${refused} refused`);
  assert.ok(refused > 0);
});

test("DeepSpeed's verdict on generated configs: the same keys are duplicates", (t) => {
  const cases = lines<Case>(t, 'oracle/deepspeed.jsonl');
  if (!cases) return;
  for (const { id, text, message = '' } of cases) {
    const said = /^Duplicate keys in DeepSpeed config: \[(.*)\]/.exec(message);
    if (message && !said && !/^Expecting|^Unterminated|^Bad key/.test(message)) assert.deepEqual(parseJson(text).duplicates, [], id);
    if (said) assert.equal(parseJson(text).duplicates.map((d) => `'${d.again.path.at(-1)}'`).join(', '), said[1], id);
  }
});

test('real configs: all are read, and the templates among them known', (t) => {
  const entries = lines<{ readonly kind: string; readonly file: string; readonly template: boolean }>(t, 'corpus/manifest.jsonl');
  if (!entries) return;
  const configs = entries.filter((e) => e.kind === 'ds_config');
  for (const { file, template } of configs) {
    const text = readFileSync(`${shared}corpus/${file}`, 'utf8');
    const tree = parseJson(text);
    assert.deepEqual(tree.problems, [], file);
    assert.equal(tree.template, template, file);
    if (template) continue;
    const unknown = [...tree.nodes.values()].filter((n) => n.kind === 'unknown');
    assert.deepEqual(unknown.map((n) => n.raw), [], file);
    if (tree.leniencies.length === 0 && tree.duplicates.length === 0) assert.deepEqual(tree.root?.value, JSON.parse(text), file);
  }
  t.diagnostic(`${configs.length} configs, ${configs.filter((c) => c.template).length} templates`);
});
