import { en } from '../../text/say';
import { schedulerConstructor, schedulerNames } from '../../catalog/deepspeed';
import { replaceValue } from '../../syntax/json-edit';
import { nearest } from '../../text/nearest';
import { defineRule } from '../define';

export default defineRule({
  name: 'unknown-scheduler',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A scheduler name that neither DeepSpeed nor torch has.`.zh`DeepSpeed 和 torch 都没有的调度器名。`,
    why: en`The engine stops: "DeepSpeed does not recognize LR scheduler ...". The names are compared with case.`
      .zh`引擎报错退出："DeepSpeed does not recognize LR scheduler ..."。名称区分大小写。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": { "type": "AdamW", "params": { "lr": 2e-5 } },
  "scheduler": { "type": "WarmupLr", "params": { "warmup_num_steps": 100 } }
                         ^^^^^^^^^^ error unknown-scheduler: WarmupLr
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": { "type": "AdamW", "params": { "lr": 2e-5 } },
  "scheduler": { "type": "WarmupLR", "params": { "warmup_num_steps": 100 } }
}
`,
    fixSafety: en`Unsafe: the schedule takes effect.`.zh`不安全：该调度会生效。`,
    references: ['deepspeed/runtime/engine.py:1604 @ 0.19'],
  },
  check(config, report) {
    const node = config.get('scheduler.type');
    const name = config.string('scheduler.type')?.value;
    if (!node || name === undefined || name === 'auto' || schedulerConstructor(name)) return;
    const { deepspeed, torch } = schedulerNames();
    const names = [...deepspeed, ...torch];
    const meant = names.find((n) => n.toLowerCase() === name.toLowerCase()) ?? nearest(name, names);
    report({
      at: node.span,
      message: en`"${name}" is no learning-rate scheduler: "DeepSpeed does not recognize LR scheduler ${name}".`.zh`"${name}" 不是学习率调度器："DeepSpeed does not recognize LR scheduler ${name}"。`,
      help: meant ? en`Did you mean "${meant}"?`.zh`是否想写 "${meant}"？` : en`DeepSpeed has: ${deepspeed.join(', ')}.`.zh`DeepSpeed 提供：${deepspeed.join('、')}。`,
      ...(meant ? { fix: { title: en`Change to "${meant}"`.zh`改为 "${meant}"`, safety: 'unsafe' as const, edits: replaceValue(node, meant) } } : {}),
    });
  },
});
