import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseTree, type Node } from 'jsonc-parser';
import { accepts, truthy, type Coercion, type Reading } from '../../../server/src/core/catalog/coerce';
import { option, section } from '../../../server/src/core/catalog/deepspeed';
import { atLeast } from '../../../server/src/core/catalog/version';

const oracle = fileURLToPath(new URL('../../../../shared/oracle', import.meta.url));

function absent(t: TestContext, file: string): boolean {
  if (existsSync(`${oracle}/${file}`)) return false;
  if (process.env['SHARDLINT_NEED_SHARED']) assert.fail(`../shared/oracle/${file} is absent`);
  t.skip(`../shared/oracle/${file} is absent`);
  return true;
}

interface Probe {
  readonly path: string;
  readonly value: unknown;
  readonly raw: string;
  readonly ok: boolean;
}

/** The probes with each value's characters: `1.0` and `1` are the same to JSON.parse, not to Python. */
function probes(): Probe[] {
  const text = readFileSync(`${oracle}/type_matrix.json`, 'utf8');
  const member = (node: Node, key: string): readonly Node[] => node.children?.find((p) => p.children?.[0]?.value === key)?.children?.[1]?.children ?? [];
  return parseTree(text)!.children!.flatMap((property) => {
    const [key, verdicts] = property.children!;
    return (['ok', 'rejected'] as const).flatMap((which) =>
      member(verdicts!, which).map((n) => {
        const raw = text.slice(n.offset, n.offset + n.length);
        return { path: key!.value as string, value: JSON.parse(raw) as unknown, raw, ok: which === 'ok' };
      }),
    );
  });
}

/** Keys whose verdict hangs on the other keys of the probed config, which `accepts` does not look at. */
const contextual: readonly { readonly paths: RegExp; readonly why: string }[] = [
  { paths: /^(train_batch_size|train_micro_batch_size_per_gpu|gradient_accumulation_steps|sequence_parallel_size)$/, why: 'the batch product must come out' },
  { paths: /^(fp16\.fp16_master_weights_and_grads|bf16\.bf16_(master_weights_and_grads|optimizer_states))$/, why: 'needs a ZeRO stage' },
  { paths: /^bfloat16$/, why: 'not looked at beside bf16' },
  { paths: /^elasticity\./, why: 'elasticity has to find a batch size for the world size' },
];

/** What the catalogue as a whole says: keys that a section refuses pass with "auto" alone, which DeepSpeed drops first. */
function says(path: string, value: unknown, reading: Reading): boolean {
  const known = option(path);
  const newer = known?.since !== undefined && reading.version !== undefined && !atLeast(reading.version, known.since);
  if (known && known.deprecated?.behaviour !== 'refused' && !newer) return accepts(known, value, reading);
  const parent = section(path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '');
  const strict = parent?.unknownKeys === 'refuse' && (reading.version === undefined || parent.since === undefined || atLeast(reading.version, parent.since));
  return !strict || value === 'auto';
}

test('the catalogue agrees with every probe of DeepSpeed’s own config class', (t) => {
  if (absent(t, 'type_matrix.json')) return;
  const all = probes();
  assert.equal(all.length, 9540);
  let agreed = 0;
  const explained = new Map<string, number>();
  const wrong: string[] = [];
  for (const { path, value, raw, ok } of all) {
    const taken = says(path, value, { raw });
    // Only what is refused for the sake of other keys may be taken here; nothing that is taken may be refused.
    const why = taken && contextual.find((c) => c.paths.test(path))?.why;
    if (taken === ok) agreed++;
    else if (why) explained.set(why, (explained.get(why) ?? 0) + 1);
    else wrong.push(`${path}: ${raw} is ${ok ? 'taken' : 'refused'}`);
  }
  t.diagnostic(`${agreed} of ${all.length} agree; ${[...explained].map(([why, n]) => `${n}: ${why}`).join('; ')}`);
  assert.deepEqual(wrong, []);
});

interface VersionRow {
  readonly id: string | readonly unknown[];
  readonly ok: Readonly<Record<string, boolean>>;
}

test('a value that an older release takes is not refused for it', (t) => {
  if (absent(t, 'version_matrix.json')) return;
  const rows = (JSON.parse(readFileSync(`${oracle}/version_matrix.json`, 'utf8')) as { only_rows_that_differ: VersionRow[] }).only_rows_that_differ;
  let agreed = 0;
  let judged = 0;
  const wrong: string[] = [];
  for (const { id, ok } of rows) {
    if (typeof id === 'string') continue;
    const path = id[0] as string;
    const value = id[id.length - 1];
    for (const [tag, verdict] of Object.entries(ok)) {
      judged++;
      const taken = says(path, value, tag === 'HEAD' ? {} : { version: tag.slice(1) });
      if (taken === verdict) agreed++;
      else if (verdict) wrong.push(`${path}: ${JSON.stringify(value)} is taken by ${tag}`);
    }
  }
  t.diagnostic(`${agreed} of ${judged} agree`);
  assert.deepEqual(wrong, []);
});

const coerced = (coercion: Coercion, value: unknown, raw?: string): boolean => accepts({ coercion, enum: [0, 1, 2, 3] }, value, raw === undefined ? {} : { raw });

// Each verdict is pydantic 2.13's for a field of that type.
test('numbers and words convert as pydantic’s lax mode converts them', () => {
  for (const v of [' 1 ', '1_000', '1.0', '01', '+1', '-1', '1_0.0', '\t1\n', 1000, -0, true]) assert.equal(coerced('int', v), true, JSON.stringify(v));
  for (const v of ['1__0', '_1', '1e3', '1.', '0x10', '1 000', '1,000', '', ' ', '1.5', 1.5, '1_', '1.0_0', '1 .0', null, [], {}, NaN, Infinity])
    assert.equal(coerced('int', v), false, JSON.stringify(v));
  assert.equal(coerced('int', 1e19, '1e19'), false);
  assert.equal(coerced('int', 1e19, '10000000000000000000'), true);
  for (const v of ['1.5', ' 1.5 ', '1_000.5', '1E3', 'inf', 'nan', '.5', '5.', '+.5', '1e1_0', true, 7]) assert.equal(coerced('float', v), true, JSON.stringify(v));
  for (const v of ['0x10', '1__0', '', 'true', null, []]) assert.equal(coerced('float', v), false, JSON.stringify(v));
  for (const v of ['T', 'YES', 'oN', 'Off', 'n', 1, 0, true]) assert.equal(coerced('bool', v), true, JSON.stringify(v));
  for (const v of ['01', '1.0', ' true ', '', 2, 0.5, null]) assert.equal(coerced('bool', v), false, JSON.stringify(v));
  for (const v of ['2', ' 1 ', '1.0', true, 3]) assert.equal(coerced('int-enum', v), true, JSON.stringify(v));
  for (const v of [4, '-1', 1.5, 'x', null]) assert.equal(coerced('int-enum', v), false, JSON.stringify(v));
});

test('what is not known is taken', () => {
  assert.equal(coerced('never', undefined), true);
  assert.equal(coerced('int', undefined), true);
});

test('truthy is Python’s truth', () => {
  for (const v of [null, false, 0, '', [], {}]) assert.equal(truthy(v), false);
  for (const v of [true, 1, -1, 'x', [0], { a: 0 }]) assert.equal(truthy(v), true);
});
