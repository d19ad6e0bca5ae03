import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const shared = `${root}/../shared`;
const schema = JSON.parse(readFileSync(`${root}/schemas/deepspeed-config.schema.json`, 'utf8')) as object;
const ajv = new Ajv({ strict: false, allErrors: true });
const validate = ajv.compile(schema);

const faults = (config: unknown): readonly string[] => (validate(config) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`));

function absent(t: TestContext, path: string): boolean {
  if (existsSync(`${shared}/${path}`)) return false;
  if (process.env['SHARDLINT_NEED_SHARED']) assert.fail(`../shared/${path} is absent`);
  t.skip(`../shared/${path} is absent`);
  return true;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

test('no config that DeepSpeed takes is faulted', (t) => {
  if (absent(t, 'oracle/deepspeed.jsonl')) return;
  const cases = readFileSync(`${shared}/oracle/deepspeed.jsonl`, 'utf8').trim().split('\n').map((l) => JSON.parse(l) as { id: string; text: string; ok: boolean; message?: string });
  const wrong: string[] = [];
  let taken = 0;
  let found = 0;
  let refused = 0;
  for (const { id, text, ok } of cases) {
    const config = parse(text);
    if (config === undefined) continue;
    const list = faults(config);
    if (ok) {
      taken++;
      if (list.length > 0) wrong.push(`${id}: ${list.join('; ')}`);
    } else {
      refused++;
      if (list.length > 0) found++;
    }
  }
  t.diagnostic(`${taken} configs taken, none faulted; ${found} of ${refused} refused ones faulted`);
  assert.ok(taken > 1500);
  assert.deepEqual(wrong, []);
});

/** pydantic's name of each section. */
const models: Readonly<Record<string, string>> = {
  zero_optimization: 'DeepSpeedZeroConfig', fp16: 'DeepSpeedFP16Config', bf16: 'DeepSpeedBF16Config', tensor_parallel: 'TPTrainingConfig', compile: 'CompileConfig',
};

test('no real config is faulted, but for what DeepSpeed refuses in it', (t) => {
  if (absent(t, 'corpus/ds_config')) return;
  const verdicts = new Map(
    readFileSync(`${shared}/oracle/corpus.jsonl`, 'utf8').trim().split('\n').map((l) => JSON.parse(l) as { file: string; verdict: string }).map((v) => [v.file, v.verdict] as const),
  );
  const wrong: string[] = [];
  let seen = 0;
  let refused = 0;
  for (const name of readdirSync(`${shared}/corpus/ds_config`)) {
    const config = parse(readFileSync(`${shared}/corpus/ds_config/${name}`, 'utf8'));
    if (config === undefined) continue;
    seen++;
    const places = faults(config).map((f) => f.split(' ')[0]!.split('/').slice(1));
    if (places.length === 0) continue;
    // DeepSpeed stops at the first section that it refuses, and names its class.
    const verdict = verdicts.get(`ds_config/${name}`) ?? '';
    const named = places.some(([section]) => verdict.includes(models[section!] ?? section!));
    // Python's words for a string among the batch sizes name no key.
    const batch = places.some(([key]) => /batch_size|accumulation/.test(key!)) && verdict.startsWith('TypeError');
    if (named || batch) refused++;
    else wrong.push(`${name}: ${places.map((p) => p.join('.')).join(', ')}: ${verdict}`);
  }
  t.diagnostic(`${seen} files; ${refused} faulted, each refused by DeepSpeed, too`);
  assert.deepEqual(wrong, []);
});

test('the schema shows each key’s meaning, default and values', () => {
  const properties = (schema as { properties: Record<string, { properties?: Record<string, Record<string, unknown>>; anyOf?: { properties?: Record<string, Record<string, unknown>> }[] }> }).properties;
  const stage = properties['zero_optimization']!.anyOf![0]!.properties!['stage']!;
  assert.equal(stage['default'], 0);
  assert.match(JSON.stringify(stage), /"enum":\[0,1,2,3\]/);
});
