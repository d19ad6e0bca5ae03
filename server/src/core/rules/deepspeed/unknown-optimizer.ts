import { en } from '../../text/say';
import { optimizerConstructors, optimizerNames } from '../../catalog/deepspeed';
import { replaceValue } from '../../syntax/json-edit';
import { nearest } from '../../text/nearest';
import { defineRule } from '../define';

export default defineRule({
  name: 'unknown-optimizer',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`An optimizer name that neither DeepSpeed nor torch.optim has.`.zh`DeepSpeed 和 torch.optim 都没有的优化器名。`,
    why: en`The engine stops: "... is not a supported DeepSpeed Optimizer". DeepSpeed's own names (Adam, AdamW, Lamb, Lion, Muon, ...) match in any case, torch's exactly: "sgd" fails, "SGD" works.`
      .zh`引擎报错退出："... is not a supported DeepSpeed Optimizer"。DeepSpeed 自带的名称（Adam、AdamW、Lamb、Lion、Muon 等）不区分大小写，torch 的必须完全一致："sgd" 失败，"SGD" 可用。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": { "type": "sgd", "params": { "lr": 0.1 } }
                         ^^^^^ error unknown-optimizer: sgd
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": { "type": "SGD", "params": { "lr": 0.1 } }
}
`,
    fixSafety: en`Unsafe: the optimizer takes effect.`.zh`不安全：该优化器会生效。`,
    references: ['deepspeed/runtime/engine.py:1693 @ 0.19'],
  },
  check(config, report) {
    const node = config.get('optimizer.type');
    const name = config.string('optimizer.type')?.value;
    if (!node || name === undefined || name === 'auto' || name.includes('.') || optimizerConstructors({ optimizer: name }).length > 0) return;
    // A dotted name is a class that the program looks up and builds itself.
    const { deepspeed, torch } = optimizerNames();
    if (deepspeed.some((n) => n.toLowerCase() === name.toLowerCase())) return;
    const names = [...deepspeed, ...torch];
    const meant = names.find((n) => n.toLowerCase() === name.toLowerCase()) ?? nearest(name, names);
    report({
      at: node.span,
      message: en`"${name}" is no optimizer of DeepSpeed or torch.optim: "is not a supported DeepSpeed Optimizer".`.zh`"${name}" 不是 DeepSpeed 或 torch.optim 的优化器："is not a supported DeepSpeed Optimizer"。`,
      help: meant ? en`Did you mean "${meant}"? torch's names are compared with case.`.zh`是否想写 "${meant}"？torch 的名称区分大小写。` : en`DeepSpeed has: ${deepspeed.join(', ')}.`.zh`DeepSpeed 提供：${deepspeed.join('、')}。`,
      ...(meant ? { fix: { title: en`Change to "${meant}"`.zh`改为 "${meant}"`, safety: 'unsafe' as const, edits: replaceValue(node, meant) } } : {}),
    });
  },
});
