import { atLeast } from '../../catalog/version';
import type { DeepSpeedConfig } from '../../job/subjects';
import { removeMember } from '../../syntax/json-edit';
import type { Node } from '../../syntax/tree';
import { en, type Text } from '../../text/say';
import { defineRule } from '../define';

/** Sections that the releases after 0.19.6 refuse, even disabled, empty or null. */
const sections: ReadonlyMap<string, Text> = new Map([
  ['compression_training', en`Nothing in DeepSpeed replaces it.`.zh`DeepSpeed 中没有替代。`],
  ['amp', en`Use fp16, bf16 or torch_autocast.`.zh`请使用 fp16、bf16 或 torch_autocast。`],
  ['elasticity', en`Write the batch sizes for the ranks the job has.`.zh`请按作业的 rank 数直接写批大小。`],
  ['curriculum_learning', en`data_efficiency.data_sampling.curriculum_learning is the newer form.`.zh`新形式为 data_efficiency.data_sampling.curriculum_learning。`],
  ['progressive_layer_drop', en`Nothing in DeepSpeed replaces it.`.zh`DeepSpeed 中没有替代。`],
  ['sparse_attention', en`Use an attention kernel of the model's framework.`.zh`请使用模型框架自带的注意力内核。`],
  ['quantize_training', en`Nothing in DeepSpeed replaces it.`.zh`DeepSpeed 中没有替代。`],
]);
const lastWith = '0.19.6';

export default defineRule({
  name: 'removed-feature',
  severity: 'warning',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A feature that DeepSpeed removed after 0.19.6.`.zh`DeepSpeed 在 0.19.6 之后移除的功能。`,
    why: en`In September 2026 DeepSpeed dropped compression_training, amp, elasticity, the top-level curriculum_learning, progressive_layer_drop, sparse_attention, quantize_training and the 1-bit optimizers. Releases after 0.19.6 refuse a leftover section with DeepSpeedConfigError, even when it is disabled, empty or null.`
      .zh`2026 年 9 月 DeepSpeed 移除了 compression_training、amp、elasticity、顶层 curriculum_learning、progressive_layer_drop、sparse_attention、quantize_training 以及 1-bit 优化器。0.19.6 之后的版本遇到残留的段会抛出 DeepSpeedConfigError，即使已禁用、为空或为 null。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "amp": { "enabled": false },
  ^^^^^ warning removed-feature: after 0.19.6
  "bf16": { "enabled": true }
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "bf16": { "enabled": true }
}
`,
    fixSafety: en`Safe for a section that says "enabled": false; otherwise the training changes.`.zh`若该段为 "enabled": false 则安全，否则会改变训练。`,
    references: ['https://github.com/deepspeedai/DeepSpeed/issues/8489', 'https://github.com/deepspeedai/DeepSpeed/pull/8564', 'https://github.com/deepspeedai/DeepSpeed/pull/8563'],
  },
  check(config, report) {
    if (config.version && atLeast(lastWith, config.version.value)) return;
    for (const [key, instead] of sections) {
      const node = config.get(key);
      if (!node?.keySpan) continue;
      const off = isOff(config, node, key);
      report({
        at: node.keySpan,
        message: en`${key} is gone from DeepSpeed after 0.19.6, which refuses a file that still has it: "DeepSpeedConfigError".`.zh`${key} 在 0.19.6 之后的 DeepSpeed 中已移除，仍含此段的文件会被拒绝："DeepSpeedConfigError"。`,
        help: instead,
        tags: ['deprecated'],
        fix: { title: en`Remove ${key}`.zh`删除 ${key}`, safety: off ? 'safe' : 'unsafe', edits: removeMember(config.text, config.tree, node) },
      });
    }
    const optimizer = config.get('optimizer.type');
    if (typeof optimizer?.value === 'string' && /^(onebitadam|onebitlamb|zerooneadam)$/i.test(optimizer.value)) {
      report({
        at: optimizer.span,
        message: en`${optimizer.value} is gone from DeepSpeed after 0.19.6.`.zh`${optimizer.value} 在 0.19.6 之后的 DeepSpeed 中已移除。`,
        help: en`Use AdamW.`.zh`请改用 AdamW。`,
        tags: ['deprecated'],
      });
    }
  },
});

const isOff = (config: DeepSpeedConfig, node: Node, key: string): boolean => node.kind === 'null' || (node.kind === 'object' && (node.children.length === 0 || config.boolean(`${key}.enabled`)?.value === false));
