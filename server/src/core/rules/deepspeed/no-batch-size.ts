import { addMember } from '../../syntax/json-edit';
import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';
import { isElastic } from './_batch';

export default defineRule({
  name: 'no-batch-size',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`Neither train_batch_size nor train_micro_batch_size_per_gpu is given.`.zh`既没有 train_batch_size，也没有 train_micro_batch_size_per_gpu。`,
    why: en`DeepSpeed stops while it reads the config: "Either train_batch_size or train_micro_batch_size_per_gpu needs to be provided". gradient_accumulation_steps alone is not enough.`
      .zh`DeepSpeed 读取配置时即报错退出："Either train_batch_size or train_micro_batch_size_per_gpu needs to be provided"。仅有 gradient_accumulation_steps 不够。`,
    bad: `
//! reader=deepspeed
{
^ error no-batch-size
  "gradient_accumulation_steps": 4
}
`,
    good: `
//! reader=deepspeed
{
  "train_micro_batch_size_per_gpu": 4,
  "gradient_accumulation_steps": 4
}
`,
    fixSafety: en`Unsafe: it sets a batch size.`.zh`不安全：它会设定批大小。`,
    references: ['deepspeed/runtime/config.py:985 @ 0.19'],
  },
  check(config, report) {
    const root = config.tree.root;
    if (config.reader?.value !== 'deepspeed' || root?.kind !== 'object' || config.tree.template || isElastic(config)) return;
    const given = (key: string): boolean => (config.get(key)?.kind ?? 'null') !== 'null';
    if (given('train_batch_size') || given('train_micro_batch_size_per_gpu')) return;
    report({
      at: { start: root.span.start, end: Math.min(root.span.start + 1, root.span.end) },
      message: en`No batch size is given; DeepSpeed refuses: "Either train_batch_size or train_micro_batch_size_per_gpu needs to be provided".`
        .zh`未给出批大小，DeepSpeed 拒绝加载："Either train_batch_size or train_micro_batch_size_per_gpu needs to be provided"。`,
      help: en`Add train_micro_batch_size_per_gpu: the samples that one GPU takes per step.`.zh`添加 train_micro_batch_size_per_gpu：每块 GPU 每步的样本数。`,
      because: becauseOf(config.reader, en`DeepSpeed itself reads this file`.zh`此文件由 DeepSpeed 直接读取`),
      ...(config.get('train_micro_batch_size_per_gpu') || config.get('train_batch_size')
        ? {}
        : { fix: { title: en`Add "train_micro_batch_size_per_gpu": 1`.zh`添加 "train_micro_batch_size_per_gpu": 1`, safety: 'unsafe', edits: addMember(config.text, config.tree, root, '"train_micro_batch_size_per_gpu": 1') } }),
    });
  },
});
