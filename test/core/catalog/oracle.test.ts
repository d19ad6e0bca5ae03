import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getNodeValue, parseTree, type Node } from 'jsonc-parser';
import { accepts } from '../../../server/src/core/catalog/coerce';
import { option, optimizerConstructors, schedulerConstructor, section } from '../../../server/src/core/catalog/deepspeed';

const oracle = fileURLToPath(new URL('../../../../shared/oracle', import.meta.url));

function absent(t: TestContext, file: string): boolean {
  if (existsSync(`${oracle}/${file}`)) return false;
  if (process.env['SHARDLINT_NEED_SHARED']) assert.fail(`../shared/oracle/${file} is absent`);
  t.skip(`../shared/oracle/${file} is absent`);
  return true;
}
const lines = <T>(file: string): readonly T[] => readFileSync(`${oracle}/${file}`, 'utf8').trim().split('\n').map((l) => JSON.parse(l) as T);

type Config = Readonly<Record<string, unknown>>;
const at = (config: unknown, path: string): unknown => path.split('.').reduce<unknown>((v, k) => (v as Config | undefined)?.[k], config);

/** What the catalogue alone finds: values that are refused, and keys that a section refuses. */
function faults(text: string): readonly string[] {
  const root = parseTree(text, [], { allowTrailingComma: true })!;
  const config: unknown = getNodeValue(root);
  const found: string[] = [];
  const visit = (node: Node, path: readonly string[]): void => {
    for (const member of node.children ?? []) {
      const [key, value] = member.children ?? [];
      if (!key || !value) continue;
      const here = [...path, String(key.value)];
      const known = option(here);
      if (known?.ignoredBeside && at(config, known.ignoredBeside) != null) continue;
      const held: unknown = getNodeValue(value);
      const looked = known?.checkedWhen === undefined || Boolean(at(config, known.checkedWhen));
      if (known ? known.deprecated?.behaviour !== 'refused' && looked && !accepts(known, held, { raw: text.slice(value.offset, value.offset + value.length) }) : section(path)?.unknownKeys === 'refuse' && held !== 'auto')
        found.push(here.join('.'));
      if (value.type === 'object') visit(value, here);
    }
  };
  visit(root, []);
  return found;
}

test('what the catalogue refuses, DeepSpeed refuses', (t) => {
  if (absent(t, 'deepspeed.jsonl')) return;
  const wrong: string[] = [];
  let found = 0;
  let strict = 0;
  let refused = 0;
  for (const { id, text, ok } of lines<{ id: string; text: string; ok: boolean }>('deepspeed.jsonl')) {
    try {
      JSON.parse(text);
    } catch {
      continue;
    }
    strict++;
    const list = faults(text);
    if (ok && list.length > 0) wrong.push(`${id}: ${list.join(', ')}`);
    if (!ok) refused++;
    if (!ok && list.length > 0) found++;
  }
  t.diagnostic(`${strict} configs; ${found} of ${refused} refused ones found by the catalogue alone`);
  assert.deepEqual(wrong, []);
});

interface EngineCase {
  readonly id: string;
  readonly ok: boolean;
  readonly message?: string;
  readonly config?: { readonly optimizer?: { type?: string; params?: Config }; readonly scheduler?: { type?: string; params?: Config }; readonly zero_optimization?: Config };
}

test('names and keywords of optimizers and schedulers are what the engine takes', (t) => {
  if (absent(t, 'engine.jsonl')) return;
  const wrong: string[] = [];
  let judged = 0;
  for (const { id, ok, message = '', config } of lines<EngineCase>('engine.jsonl')) {
    const { optimizer, scheduler } = config ?? {};
    const found: string[] = [];
    if (typeof optimizer?.type === 'string') {
      const device = at(config, 'zero_optimization.offload_optimizer.device');
      const context = { optimizer: optimizer.type, offload: device === 'cpu' || device === 'nvme', torchAdam: Boolean(optimizer.params?.['torch_adam']) };
      if (optimizerConstructors(context).length === 0) found.push(optimizer.type);
      else if (section('optimizer.params', context)?.unknownKeys === 'keyword')
        for (const key of Object.keys(optimizer.params ?? {})) {
          const known = option(['optimizer', 'params', key], context);
          if (!known || known.deprecated) found.push(key);
        }
    }
    const schedule = typeof scheduler?.type === 'string' ? schedulerConstructor(scheduler.type) : undefined;
    if (typeof scheduler?.type === 'string' && !schedule) found.push(scheduler.type);
    for (const key of Object.keys(scheduler?.params ?? {})) if (schedule && !Object.hasOwn(schedule.params, key)) found.push(key);
    for (const key of schedule?.required ?? []) if (!Object.hasOwn(scheduler?.params ?? {}, key)) found.push(key);
    const named = /unexpected keyword|required positional|not a supported DeepSpeed Optimizer|does not recognize LR|max_grad_norm/.test(message);
    judged++;
    if ((named && found.length === 0) || (ok && found.length > 0)) wrong.push(`${id}: ${found.join(', ')}: ${message}`);
  }
  t.diagnostic(`${judged} configs`);
  assert.deepEqual(wrong, []);
});
