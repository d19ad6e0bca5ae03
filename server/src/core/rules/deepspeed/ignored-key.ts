import { allPaths, canonicalPath, optionsIn, removed } from '../../catalog/deepspeed';
import type { DeepSpeedConfig } from '../../job/subjects';
import { keyOf, type Node } from '../../syntax/tree';
import { addMember, removeMember, replaceKey } from '../../syntax/json-edit';
import { nearest } from '../../text/nearest';
import { en } from '../../text/say';
import { becauseOf, defineRule, type Draft } from '../define';
import { contextOf, placedKeys } from './_options';

export default defineRule({
  name: 'ignored-key',
  severity: 'warning',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A misspelt or misplaced key that DeepSpeed passes by without a word.`.zh`拼写错误或放错位置、被 DeepSpeed 静默忽略的键。`,
    why: en`The top level and most sections accept any key. A misspelt one, or one that belongs into another section, loads without a message and has no effect: gradients are not clipped, weights are not gathered, and nobody notices until the results are in.`
      .zh`顶层和大多数段接受任意键。拼写错误或本应放在其他段的键会被静默加载而不起作用：梯度没有裁剪、权重没有收集，直到看到结果才会发现。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "gradient_cliping": 1.0,
  ^^^^^^^^^^^^^^^^^^ warning ignored-key: did you mean "gradient_clipping"
  "stage3_gather_16bit_weights_on_model_save": true,
  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning ignored-key: belongs into zero_optimization
  "zero_optimization": { "stage": 3 }
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "gradient_clipping": 1.0,
  "zero_optimization": {
    "stage": 3,
    "stage3_gather_16bit_weights_on_model_save": true
  }
}
`,
    fixSafety: en`Unsafe: the key takes effect.`.zh`不安全：该键会生效。`,
    references: ['deepspeed/runtime/config.py: _initialize_params reads known names only @ 0.19'],
  },
  check(config, report) {
    const context = contextOf(config);
    for (const { node, option, newer, holder } of placedKeys(config)) {
      if (newer && holder.unknownKeys === 'ignore') {
        report(tooNew(config, node, newer));
        continue;
      }
      if (option || newer || holder.unknownKeys !== 'ignore' || canonicalPath(node.path) !== undefined || removed(node.path)) continue;
      const key = keyOf(node);
      const path = node.path.slice(0, -1);
      const draft = misplaced(config, node, key) ?? misspelt(node, key, optionsIn(path, context).map((o) => o.path.slice(o.path.lastIndexOf('.') + 1)));
      if (draft) report(draft);
    }
  },
});

function tooNew(config: DeepSpeedConfig, node: Node, since: string): Draft {
  const version = config.version!;
  return {
    at: node.keySpan!,
    message: en`"${keyOf(node)}" is ignored: DeepSpeed reads it from ${since} on, and the target is ${version.value}.`.zh`"${keyOf(node)}" 被忽略：DeepSpeed 从 ${since} 起才读取它，而目标版本为 ${version.value}。`,
    help: en`Remove the key, or use DeepSpeed ${since}.`.zh`请删去该键，或使用 DeepSpeed ${since}。`,
    because: becauseOf(version, en`DeepSpeed ${version.value}`.zh`DeepSpeed ${version.value}`),
  };
}

function misspelt(node: Node, key: string, names: readonly string[]): Draft | undefined {
  const written = new Set(node.parent?.children.map(keyOf));
  const meant = key.length < 5 || key.startsWith('_') ? undefined : nearest(key, names);
  // A key beside the one that it resembles is a name of the user's own.
  if (!meant || written.has(meant)) return undefined;
  return {
    at: node.keySpan!,
    message: en`"${key}" is ignored: DeepSpeed has no such key here; did you mean "${meant}"?`.zh`"${key}" 被忽略：DeepSpeed 在此处没有这个键；是否想写 "${meant}"？`,
    fix: { title: en`Rename to "${meant}"`.zh`改名为 "${meant}"`, safety: 'unsafe', edits: replaceKey(node, meant) },
  };
}

/** Sections whose keys are met outside them; in the others the names are too common to tell. */
const homes = /^(|zero_optimization|zero_optimization\.offload_(param|optimizer)|fp16|bf16|activation_checkpointing|flops_profiler|comms_logger|aio)$/;

/** Sections by the key that only they have: names long enough not to be anybody else's. */
let owners: Map<string, string | undefined> | undefined;
function ownerOf(key: string): string | undefined {
  if (!owners) {
    owners = new Map();
    for (const path of allPaths()) {
      const cut = path.lastIndexOf('.');
      const name = path.slice(cut + 1);
      const holder = cut < 0 ? '' : path.slice(0, cut);
      if (name.length < 8 || !name.includes('_')) continue;
      owners.set(name, !homes.test(holder) || (owners.has(name) && owners.get(name) !== holder) ? undefined : holder);
    }
  }
  return owners.get(key);
}

function misplaced(config: DeepSpeedConfig, node: Node, key: string): Draft | undefined {
  const owner = ownerOf(key);
  if (owner === undefined || owner === node.path.slice(0, -1).join('.')) return undefined;
  const target = owner === '' ? config.tree.root : config.get(owner);
  const there = target?.children.some((c) => keyOf(c) === key) ?? false;
  const canMove = target?.kind === 'object' && !there && node.keySpan !== undefined;
  const place = owner === '' ? en`the top level`.zh`顶层` : en`${owner}`.zh`${owner}`;
  return {
    at: node.keySpan!,
    message: en`"${key}" is ignored here: it belongs into ${place}.`.zh`"${key}" 在此处被忽略：它应放在 ${place} 中。`,
    ...(target ? { because: [{ place: { uri: config.uri, span: target.keySpan ?? { start: target.span.start, end: target.span.start + 1 } }, message: en`where it is read`.zh`读取位置` }] } : {}),
    ...(canMove
      ? {
          fix: {
            title: en`Move into ${place}`.zh`移至 ${place}`,
            safety: 'unsafe' as const,
            edits: [...removeMember(config.text, config.tree, node), ...addMember(config.text, config.tree, target!, config.text.slice(node.memberSpan.start, node.memberSpan.end))],
          },
        }
      : {}),
  };
}
