import { en, same } from '../../text/say';
import { atLeast } from '../../catalog/version';
import { defineRule } from '../define';

export default defineRule({
  name: 'bad-warmup-steps',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`warmup_num_steps that is not a whole number above 0.`.zh`warmup_num_steps 不是大于 0 的整数。`,
    why: en`Since DeepSpeed 0.19.3 WarmupLR, WarmupDecayLR and WarmupCosineLR stop with a ValueError unless warmup_num_steps is an int above 0; before, 2 was used for anything lower.`
      .zh`自 DeepSpeed 0.19.3 起，WarmupLR、WarmupDecayLR、WarmupCosineLR 要求 warmup_num_steps 为大于 0 的整数，否则抛出 ValueError；更早的版本会对更小的值按 2 处理。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": { "type": "AdamW", "params": { "lr": 2e-5 } },
  "scheduler": { "type": "WarmupLR", "params": { "warmup_num_steps": 0 } }
                                                                     ^ error bad-warmup-steps: 0
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": { "type": "AdamW", "params": { "lr": 2e-5 } },
  "scheduler": { "type": "WarmupLR", "params": { "warmup_num_steps": 1 } }
}
`,
    references: ['deepspeed/runtime/lr_schedules.py:709 @ 0.19.3'],
  },
  check(config, report) {
    const node = config.get('scheduler.params.warmup_num_steps');
    const type = config.string('scheduler.type')?.value;
    if (!node || node.value === undefined || type === undefined || !/^Warmup(LR|DecayLR|CosineLR)$/.test(type)) return;
    if (config.version && !atLeast(config.version.value, '0.19.3')) return;
    const filled = node.value === 'auto';
    const whole = typeof node.value === 'number' && Number.isInteger(node.value) && node.value > 0 && !/[.eE]/.test(node.raw);
    if (filled || whole) return;
    report({
      at: node.span,
      message: en`warmup_num_steps is ${same(node.raw.slice(0, 40))}; ${type} takes a whole number above 0.`.zh`warmup_num_steps 的值为 ${same(node.raw.slice(0, 40))}，${type} 要求大于 0 的整数。`,
      help: en`Leave the scheduler out for a constant learning rate.`.zh`如需恒定学习率，请删去 scheduler。`,
    });
  },
});
