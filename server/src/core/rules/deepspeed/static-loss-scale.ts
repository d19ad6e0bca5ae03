import { removeMember } from '../../syntax/json-edit';
import { en, joinTexts, same } from '../../text/say';
import { becauseOf, defineRule } from '../define';

const dynamicOnly = ['initial_scale_power', 'loss_scale_window', 'hysteresis', 'min_loss_scale', 'consecutive_hysteresis'];

export default defineRule({
  name: 'static-loss-scale',
  severity: 'warning',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A fixed loss scale beside keys that only a dynamic one uses.`.zh`固定 loss scale 与仅动态缩放才使用的键同时出现。`,
    why: en`loss_scale 0 means dynamic: it starts at 2^initial_scale_power, halves on overflow and doubles after loss_scale_window clean steps. Any other number is fixed, and the keys that steer the dynamic scale are not read: after an overflow the step is skipped and the scale stays, so a scale that is too large skips every step.`
      .zh`loss_scale 为 0 表示动态缩放：从 2^initial_scale_power 开始，溢出时减半，连续 loss_scale_window 步无溢出后加倍。其他数值表示固定缩放，控制动态缩放的键不会被读取：溢出时跳过该步而缩放值不变，数值过大时每一步都会被跳过。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "fp16": {
    "enabled": true,
    "loss_scale": 128,
                  ^^^ warning static-loss-scale: fixed at 128
    "loss_scale_window": 1000
  }
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "fp16": {
    "enabled": true,
    "loss_scale": 0,
    "loss_scale_window": 1000
  }
}
`,
    fixSafety: en`Removing the unread keys is safe; going dynamic changes how steps are scaled.`.zh`删除未读取的键是安全的；改为动态缩放会改变训练。`,
    references: ['deepspeed/runtime/fp16/loss_scaler.py @ 0.19'],
  },
  check(config, report) {
    const enabled = config.boolean('fp16.enabled');
    const scale = config.number('fp16.loss_scale');
    const node = config.get('fp16.loss_scale');
    if (!enabled?.value || !scale || !node || scale.value <= 0) return;
    const unread = dynamicOnly.map((k) => config.get(`fp16.${k}`)).filter((n) => n !== undefined);
    if (unread.length === 0) return;
    const names = joinTexts(unread.map((n) => same(n.path[n.path.length - 1]!)), ', ');
    report({
      at: node.span,
      message: en`The loss scale is fixed at ${scale.value}, so ${names} ${unread.length === 1 ? 'is' : 'are'} not read.`.zh`loss scale 固定为 ${scale.value}，因此 ${names} 不会被读取。`,
      help: en`Write 0 for a dynamic scale, or remove the unread keys.`.zh`写 0 以使用动态缩放，或删除未读取的键。`,
      because: unread.flatMap((n) => becauseOf({ value: n.value, at: config.place(n) }, en`not read with a fixed scale`.zh`固定缩放时不读取`)),
      fix: [
        { title: en`Use a dynamic loss scale (0)`.zh`使用动态 loss scale（0）`, safety: 'unsafe', edits: [{ span: node.span, newText: '0' }] },
        ...(unread.length === 1 ? [{ title: en`Remove ${names}`.zh`删除 ${names}`, safety: 'safe' as const, edits: removeMember(config.text, config.tree, unread[0]!) }] : []),
      ],
    });
  },
});
