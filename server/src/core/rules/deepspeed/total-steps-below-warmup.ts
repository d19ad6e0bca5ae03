import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';

export default defineRule({
  name: 'total-steps-below-warmup',
  severity: 'warning',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`total_num_steps is below warmup_num_steps.`.zh`total_num_steps 小于 warmup_num_steps。`,
    why: en`The schedule is over before the warm-up is: DeepSpeed logs "total_num_steps {} is less than warmup_num_steps {}" and the learning rate never reaches its peak.`
      .zh`预热尚未完成调度已结束：DeepSpeed 记录 "total_num_steps {} is less than warmup_num_steps {}"，学习率永远达不到峰值。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": { "type": "AdamW", "params": { "lr": 2e-5 } },
  "scheduler": { "type": "WarmupDecayLR", "params": { "total_num_steps": 100, "warmup_num_steps": 500 } }
                                                                         ^^^ warning total-steps-below-warmup: 100
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": { "type": "AdamW", "params": { "lr": 2e-5 } },
  "scheduler": { "type": "WarmupDecayLR", "params": { "total_num_steps": 5000, "warmup_num_steps": 500 } }
}
`,
    references: ['deepspeed/runtime/lr_schedules.py:802 @ 0.19'],
  },
  check(config, report) {
    const node = config.get('scheduler.params.total_num_steps');
    const total = config.number('scheduler.params.total_num_steps');
    const warmup = config.number('scheduler.params.warmup_num_steps');
    const type = config.string('scheduler.type')?.value;
    if (!node || !total || !warmup || total.value >= warmup.value || (type !== 'WarmupDecayLR' && type !== 'WarmupCosineLR')) return;
    report({
      at: node.span,
      message: en`total_num_steps ${total.value} is below warmup_num_steps ${warmup.value}: the learning rate never reaches its peak.`.zh`total_num_steps ${total.value} 小于 warmup_num_steps ${warmup.value}：学习率永远达不到峰值。`,
      help: en`total_num_steps counts the whole run, warm-up included.`.zh`total_num_steps 为整个训练的步数，包含预热。`,
      because: becauseOf(warmup, en`${warmup.value} warm-up steps`.zh`预热 ${warmup.value} 步`),
    });
  },
});
