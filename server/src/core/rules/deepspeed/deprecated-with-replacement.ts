import { keyOf } from '../../syntax/tree';
import { removeMember } from '../../syntax/json-edit';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { placedKeys } from './_options';

export default defineRule({
  name: 'deprecated-with-replacement',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A deprecated or second name of a key beside the key itself.`.zh`旧键名（或别名）与新键名同时出现。`,
    why: en`DeepSpeed stops while it reads the config: "Cannot provide deprecated parameter ... and replacing parameter ... together", or refuses the second name as an extra input.`
      .zh`DeepSpeed 读取配置时报错退出："Cannot provide deprecated parameter ... and replacing parameter ... together"，或将别名视为多余输入而拒绝。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": {
    "stage": 2,
    "cpu_offload": true,
    ^^^^^^^^^^^^^ error deprecated-with-replacement: offload_optimizer
    "offload_optimizer": { "device": "cpu" }
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
    fixSafety: en`Unsafe: which of the two values was meant is for you to say.`.zh`不安全：需由你决定保留哪个值。`,
    references: ['deepspeed/runtime/config_utils.py:90 @ 0.19'],
  },
  check(config, report) {
    for (const { node, option } of placedKeys(config)) {
      if (!option || (!option.aliases && option.deprecated?.behaviour !== 'taken') || !node.keySpan || node.value === 'auto' || node.path.length < 2) continue;
      const key = keyOf(node);
      const alias = option.aliases?.some((a) => a === node.path.join('.')) ?? false;
      const other = option.deprecated?.behaviour === 'taken' ? option.deprecated.replacedBy : alias ? option.path : undefined;
      const holder = node.path.slice(0, -1).join('.');
      if (other === undefined || !other.startsWith(`${holder}.`)) continue;
      const name = other.slice(holder.length + 1);
      const there = node.parent?.children.find((c) => keyOf(c) === name);
      if (!there || there.value === 'auto') continue;
      report({
        at: node.keySpan,
        message: en`"${key}" and "${name}" are two names of one setting; DeepSpeed refuses them together.`.zh`"${key}" 与 "${name}" 是同一设置的两个名称，DeepSpeed 不允许同时出现。`,
        help: en`Keep "${name}".`.zh`保留 "${name}"。`,
        because: [{ place: { uri: config.uri, span: there.keySpan ?? there.span }, message: en`the other name`.zh`另一个名称` }],
        fix: { title: en`Remove "${key}"`.zh`删除 "${key}"`, safety: 'unsafe', edits: removeMember(config.text, config.tree, node) },
      });
    }
  },
});
