import { truthy } from '../../catalog/coerce';
import { atLeast } from '../../catalog/version';
import { laxBoolean } from '../../job/deepspeed-config';
import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';

const keys = ['fp16.fp16_master_weights_and_grads', 'bf16.bf16_master_weights_and_grads', 'bf16.bf16_optimizer_states'];

/** Until this release the sections are read key by key, fp16's only while it is on. */
const modelled = '0.17.1';
/** Until this release only stage 2 would do, and bf16 had no such keys. */
const anyStage = '0.18.3';

export default defineRule({
  name: 'master-weights-without-zero',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`16-bit master weights or optimizer states without ZeRO.`.zh`未启用 ZeRO 却使用 16 位主权重或优化器状态。`,
    why: en`DeepSpeed stops while it reads the config: "is only supported with ZeRO Stage 1, 2, or 3"; bf16_optimizer_states also needs bf16_master_weights_and_grads. The switches count even while fp16 or bf16 is off.`
      .zh`DeepSpeed 读取配置时报错退出："is only supported with ZeRO Stage 1, 2, or 3"；bf16_optimizer_states 还要求 bf16_master_weights_and_grads。即使 fp16 或 bf16 未启用，这些开关也会被检查。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "bf16": { "enabled": true, "bf16_master_weights_and_grads": true }
                                                              ^^^^ error master-weights-without-zero: stage is 0
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "bf16": { "enabled": true, "bf16_master_weights_and_grads": true },
  "zero_optimization": { "stage": 1 }
}
`,
    references: ['deepspeed/runtime/config.py:1037-1049 @ 0.19'],
  },
  check(config, report) {
    const stage = config.stage();
    if (!stage) return;
    const version = config.version?.value;
    const before = (release: string): boolean => version !== undefined && !atLeast(version, release);
    for (const path of before(anyStage) ? keys.slice(0, 1) : keys) {
      const node = config.get(path);
      const on = before(modelled) ? node && truthy(node.value) && config.boolean('fp16.enabled')?.value === true : node && laxBoolean(node.value) === true;
      if (!node || !on || node.value === 'auto') continue;
      const key = node.path[1]!;
      const master = config.get('bf16.bf16_master_weights_and_grads');
      if (before(anyStage) ? stage.value !== 2 : stage.value === 0) {
        const words = before(anyStage) ? 'is only supported with ZeRO Stage 2 for now' : 'is only supported with ZeRO Stage 1, 2, or 3';
        report({
          at: node.span,
          message: en`${key} is on and the ZeRO stage is ${stage.value}: "${words}".`.zh`启用了 ${key}，而 ZeRO stage 为 ${stage.value}："${words}"。`,
          help: before(anyStage) ? en`Use stage 2, or turn it off.`.zh`使用 stage 2，或关闭该项。` : en`Use stage 1 or above, or turn it off.`.zh`使用 stage 1 及以上，或关闭该项。`,
          because: becauseOf(config.get('zero_optimization') ? stage : undefined, en`stage ${stage.value}`.zh`stage ${stage.value}`),
        });
      } else if (key === 'bf16_optimizer_states' && (!master || laxBoolean(master.value) === false)) {
        report({
          at: node.span,
          message: en`bf16_optimizer_states needs bf16_master_weights_and_grads, which is off.`.zh`bf16_optimizer_states 要求启用 bf16_master_weights_and_grads，而它未启用。`,
          help: en`Turn both on or both off.`.zh`请同时启用或同时关闭。`,
        });
      }
    }
  },
});
