import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';

export default defineRule({
  name: 'one-bit-optimizer-with-zero',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A 1-bit optimizer together with ZeRO.`.zh`1-bit 优化器与 ZeRO 同时使用。`,
    why: en`OneBitAdam, ZeroOneAdam and OneBitLamb compress the gradients of whole parameters; the engine stops at stage 1 and above: "is not compatible with ZeRO".`
      .zh`OneBitAdam、ZeroOneAdam、OneBitLamb 压缩的是完整参数的梯度；stage 1 及以上时引擎报错退出："is not compatible with ZeRO"。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": { "stage": 1 },
  "optimizer": { "type": "OneBitAdam", "params": { "lr": 1e-4, "freeze_step": 1000 } }
                         ^^^^^^^^^^^^ error one-bit-optimizer-with-zero: stage is 1
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": { "stage": 1 },
  "optimizer": { "type": "AdamW", "params": { "lr": 1e-4 } }
}
`,
    references: ['deepspeed/runtime/engine.py:2152 @ 0.19'],
  },
  check(config, report) {
    const node = config.get('optimizer.type');
    const name = config.string('optimizer.type')?.value;
    const stage = config.stage();
    if (!node || name === undefined || !/^(onebitadam|zerooneadam|onebitlamb)$/i.test(name) || !stage || stage.value < 1) return;
    report({
      at: node.span,
      message: en`${name} does not work with ZeRO, and the stage is ${stage.value}: "is not compatible with ZeRO".`.zh`${name} 不能与 ZeRO 一起使用，而当前 stage 为 ${stage.value}："is not compatible with ZeRO"。`,
      help: en`Use stage 0, or AdamW.`.zh`使用 stage 0，或改用 AdamW。`,
      because: becauseOf(stage, en`stage ${stage.value}`.zh`stage ${stage.value}`),
    });
  },
});
