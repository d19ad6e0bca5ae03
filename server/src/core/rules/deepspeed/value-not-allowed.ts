import { keyOf } from '../../syntax/tree';
import { replaceValue } from '../../syntax/json-edit';
import { nearest } from '../../text/nearest';
import { en, same } from '../../text/say';
import { defineRule } from '../define';
import { batchKeys } from './_batch';
import { expected, refusedValues } from './_values';

export default defineRule({
  name: 'value-not-allowed',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A value outside the ones that DeepSpeed takes for the key.`.zh`值不在 DeepSpeed 允许的范围内。`,
    why: en`DeepSpeed stops while it reads the config: an unknown word for a setting that has a fixed list, or a number outside its range. Most lists are compared with case.`
      .zh`DeepSpeed 读取配置时报错退出：固定取值的设置写了未知的词，或数值超出范围。多数取值区分大小写。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": {
    "stage": 4,
             ^ error value-not-allowed: 0, 1, 2, 3
    "offload_optimizer": { "device": "CPU" }
                                     ^^^^^ error value-not-allowed: "none", "cpu", "nvme"
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
    fixSafety: en`Unsafe: the value takes effect.`.zh`不安全：该值会生效。`,
    references: ['deepspeed/runtime/zero/config.py @ 0.19', 'deepspeed/runtime/config.py @ 0.19'],
  },
  check(config, report) {
    for (const { node, option, by } of refusedValues(config)) {
      // A batch size of 0 is told with the other batch sizes.
      if (by !== 'value' || (node.path.length === 1 && batchKeys.some((k) => k === node.path[0]))) continue;
      const words = (option.enum ?? []).filter((e): e is string => typeof e === 'string');
      const meant = typeof node.value === 'string' ? (words.find((w) => w.toLowerCase() === String(node.value).toLowerCase()) ?? nearest(node.value, words)) : undefined;
      report({
        at: node.span,
        message: en`${keyOf(node)} is ${same(node.raw.slice(0, 60))}; DeepSpeed takes ${expected(option)}.`.zh`${keyOf(node)} 的值为 ${same(node.raw.slice(0, 60))}，DeepSpeed 只接受${expected(option)}。`,
        help: meant ? en`Did you mean "${meant}"?`.zh`是否想写 "${meant}"？` : en`Write one of the values that the key takes.`.zh`请写该键允许的值。`,
        ...(meant ? { fix: { title: en`Change to "${meant}"`.zh`改为 "${meant}"`, safety: 'unsafe', edits: replaceValue(node, meant) } } : {}),
      });
    }
  },
});
