import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';

export default defineRule({
  name: 'fp16-and-bf16',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`fp16 and bf16 are both enabled.`.zh`同时启用了 fp16 和 bf16。`,
    why: en`DeepSpeed stops while it reads the config: "bfloat16 and fp16 modes cannot be simultaneously enabled". A model runs in one 16-bit type.`
      .zh`DeepSpeed 读取配置时即报错退出："bfloat16 and fp16 modes cannot be simultaneously enabled"。模型只能使用一种 16 位类型。`,
    bad: `
{
  "train_batch_size": 8,
  "fp16": { "enabled": true },
                       ^^^^ error fp16-and-bf16
  "bf16": { "enabled": true }
}
`,
    good: `
{
  "train_batch_size": 8,
  "fp16": { "enabled": false },
  "bf16": { "enabled": true }
}
`,
    fixSafety: en`Unsafe: it decides which of the two types the run uses.`.zh`不安全：它决定运行使用哪一种类型。`,
    references: ['deepspeed/runtime/config.py:827 @ 0.19'],
  },
  check(config, report) {
    const fp16 = config.boolean('fp16.enabled');
    // With a bf16 section present, DeepSpeed does not look at the older name.
    const bf16 = config.boolean(config.get('bf16') ? 'bf16.enabled' : 'bfloat16.enabled');
    const at = config.get('fp16.enabled');
    if (!fp16?.value || !bf16?.value || !at) return;
    report({
      at: at.span,
      message: en`fp16 and bf16 are both enabled; DeepSpeed refuses: "bfloat16 and fp16 modes cannot be simultaneously enabled".`
        .zh`fp16 与 bf16 同时启用，DeepSpeed 拒绝加载："bfloat16 and fp16 modes cannot be simultaneously enabled"。`,
      help: en`Keep bf16 on Ampere or newer GPUs (A100, H100), fp16 on V100 and T4.`.zh`Ampere 及更新的 GPU（A100、H100）保留 bf16；V100、T4 使用 fp16。`,
      because: becauseOf(bf16, en`bf16 is enabled here`.zh`此处启用了 bf16`),
      fix: { title: en`Turn fp16 off`.zh`关闭 fp16`, safety: 'unsafe', edits: [{ span: at.span, newText: 'false' }] },
    });
  },
});
