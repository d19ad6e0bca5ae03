import { atLeast } from '../../catalog/version';
import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';

export default defineRule({
  name: 'loss-scale-out-of-range',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A dynamic loss scale with a window or a floor of 0 or less.`.zh`动态 loss scale 的窗口或下限小于等于 0。`,
    why: en`Since DeepSpeed 0.19.3 the config is refused: "fp16.min_loss_scale must be > 0 when dynamic loss scaling is enabled (loss_scale=0)". With a floor of 0 repeated overflows would halve the scale until every gradient is 0.`
      .zh`自 DeepSpeed 0.19.3 起拒绝此配置："fp16.min_loss_scale must be > 0 when dynamic loss scaling is enabled (loss_scale=0)"。下限为 0 时，反复溢出会使缩放值减半直到所有梯度为 0。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "fp16": { "enabled": true, "loss_scale": 0, "min_loss_scale": 0 }
                                                                ^ error loss-scale-out-of-range: min_loss_scale is 0
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "fp16": { "enabled": true, "loss_scale": 0, "min_loss_scale": 1 }
}
`,
    references: ['deepspeed/runtime/precision_config.py:165 @ 0.19.3'],
  },
  check(config, report) {
    const enabled = config.boolean('fp16.enabled');
    const scale = config.get('fp16.loss_scale');
    if (!enabled?.value || (scale && scale.value !== 0 && scale.value !== 'auto')) return;
    if (config.version && !atLeast(config.version.value, '0.19.3')) return;
    for (const key of ['loss_scale_window', 'min_loss_scale']) {
      const node = config.get(`fp16.${key}`);
      if (!node || typeof node.value !== 'number' || node.value > 0) continue;
      report({
        at: node.span,
        message: en`${key} is ${node.value}; a dynamic loss scale needs one above 0: "must be > 0 when dynamic loss scaling is enabled".`.zh`${key} 的值为 ${node.value}；动态 loss scale 要求大于 0："must be > 0 when dynamic loss scaling is enabled"。`,
        help: key === 'min_loss_scale' ? en`The default is 1.`.zh`默认值为 1。` : en`The default is 1000 steps.`.zh`默认值为 1000 步。`,
        because: becauseOf(enabled, en`fp16 is on`.zh`已启用 fp16`),
      });
    }
  },
});
