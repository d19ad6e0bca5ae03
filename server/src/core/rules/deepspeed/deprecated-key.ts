import type { Option } from '../../catalog/deepspeed';
import type { DeepSpeedConfig } from '../../job/subjects';
import { keyOf, type Node } from '../../syntax/tree';
import { removeMember, replaceKey } from '../../syntax/json-edit';
import { en } from '../../text/say';
import { defineRule, type FixDraft } from '../define';
import { placedKeys } from './_options';

export default defineRule({
  name: 'deprecated-key',
  severity: 'warning',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A deprecated key, with the one that replaces it.`.zh`已弃用的键及其替代。`,
    why: en`DeepSpeed logs a warning and sets the new key from the old one, or drops the value; a later release refuses it. Given together with its replacement the old key stops the run: "Cannot provide deprecated parameter".`
      .zh`DeepSpeed 会记录警告并把旧键的值赋给新键，或直接丢弃；之后的版本会拒绝。与新键同时出现时报错退出："Cannot provide deprecated parameter"。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": {
    "stage": 2,
    "cpu_offload": true
    ^^^^^^^^^^^^^ warning deprecated-key: offload_optimizer
  }
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": {
    "stage": 2,
    "offload_optimizer": { "device": "cpu" }
  }
}
`,
    fixSafety: en`Safe: the new key is set to what the old one sets it to.`.zh`安全：新键的值与旧键设置的结果相同。`,
    references: ['deepspeed/runtime/config_utils.py:61 @ 0.19'],
  },
  check(config, report) {
    for (const { node, option } of placedKeys(config)) {
      const old = option?.deprecated;
      // `refused` stops the run and has rules of its own; so has the boolean form of zero_optimization.
      if (!old || !node.keySpan || old.behaviour === 'refused') continue;
      const key = keyOf(node);
      const to = old.replacedBy;
      report({
        at: node.keySpan,
        message:
          old.behaviour === 'ignored'
            ? en`"${key}" is deprecated and ignored${to ? en`; ${to} replaces it`.zh`` : ''}.`.zh`"${key}" 已弃用且被忽略${to ? en``.zh`，由 ${to} 取代` : ''}。`
            : en`"${key}" is deprecated${to ? en`; ${to} replaces it`.zh`` : ''}.`.zh`"${key}" 已弃用${to ? en``.zh`，由 ${to} 取代` : ''}。`,
        tags: ['deprecated'],
        ...withFix(config, node, option!),
      });
    }
  },
});

function withFix(config: DeepSpeedConfig, node: Node, option: Option): { fix?: FixDraft } {
  const to = option.deprecated!.replacedBy;
  const holder = node.path.slice(0, -1).join('.');
  const key = keyOf(node);
  const name = to?.slice(to.lastIndexOf('.') + 1) ?? '';
  const beside = node.parent?.children.some((c) => keyOf(c) === name) ?? false;
  if (option.deprecated!.behaviour === 'ignored') return { fix: { title: en`Remove "${key}"`.zh`删除 "${key}"`, safety: 'safe', edits: removeMember(config.text, config.tree, node) } };
  if (!to || beside || to !== (holder ? `${holder}.${name}` : name)) return {};
  if (key === 'cpu_offload' || key === 'cpu_offload_param') {
    if (typeof node.value !== 'boolean') return {};
    if (!node.value) return { fix: { title: en`Remove "${key}"`.zh`删除 "${key}"`, safety: 'safe', edits: removeMember(config.text, config.tree, node) } };
    const text = `${JSON.stringify(name)}: { "device": "cpu" }`;
    return { fix: { title: en`Write ${text}`.zh`改为 ${text}`, safety: 'safe', edits: [{ span: node.memberSpan, newText: text }] } };
  }
  return { fix: { title: en`Rename to "${name}"`.zh`改名为 "${name}"`, safety: 'safe', edits: replaceKey(node, name) } };
}
