import { en } from '../../text/say';
import { schedulerConstructor } from '../../catalog/deepspeed';
import { defineRule } from '../define';

export default defineRule({
  name: 'missing-parameter',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A scheduler without a parameter that it requires.`.zh`调度器缺少必需的参数。`,
    why: en`The engine builds the scheduler with the params as keyword arguments and stops: "missing 1 required positional argument".`
      .zh`引擎以 params 为关键字参数构建调度器，报错退出："missing 1 required positional argument"。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": { "type": "AdamW", "params": { "lr": 2e-5 } },
  "scheduler": { "type": "WarmupDecayLR", "params": { "warmup_num_steps": 100 } }
                         ^^^^^^^^^^^^^^^ error missing-parameter: total_num_steps
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": { "type": "AdamW", "params": { "lr": 2e-5 } },
  "scheduler": { "type": "WarmupDecayLR", "params": { "total_num_steps": 10000, "warmup_num_steps": 100 } }
}
`,
    references: ['deepspeed/runtime/lr_schedules.py @ 0.19'],
  },
  check(config, report) {
    const type = config.get('scheduler.type');
    const name = config.string('scheduler.type')?.value;
    const owner = name === undefined ? undefined : schedulerConstructor(name);
    const params = config.get('scheduler.params');
    if (!type || !owner || (params && params.kind !== 'object') || config.tree.template) return;
    // A torch scheduler gets the optimizer from the engine, not from the params.
    const missing = owner.required.filter((r) => r !== 'optimizer' && !config.get(`scheduler.params.${r}`));
    if (missing.length === 0) return;
    report({
      at: type.span,
      message: en`${owner.name} needs ${missing.join(', ')}: "missing required positional argument".`.zh`${owner.name} 缺少 ${missing.join('、')}："missing required positional argument"。`,
      help: en`Add it to scheduler.params.`.zh`请在 scheduler.params 中添加。`,
    });
  },
});
