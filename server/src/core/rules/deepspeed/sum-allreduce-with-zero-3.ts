import { atLeast } from '../../catalog/version';
import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';

export default defineRule({
  name: 'sum-allreduce-with-zero-3',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`gradient_allreduce_op "sum" with a feature that averages by itself.`.zh`gradient_allreduce_op 为 "sum"，但所用功能自行求平均。`,
    why: en`DeepSpeed stops while it reads the config: "gradient_allreduce_op='sum' is not supported with ZeRO stage 3", with a zenflow section, or with compile.deepcompile.`
      .zh`DeepSpeed 读取配置时报错退出："gradient_allreduce_op='sum' is not supported with ZeRO stage 3"，与 zenflow 段或 compile.deepcompile 同用时亦然。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "gradient_allreduce_op": "sum",
                           ^^^^^ error sum-allreduce-with-zero-3: ZeRO stage 3
  "zero_optimization": { "stage": 3 }
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "gradient_allreduce_op": "sum",
  "zero_optimization": { "stage": 2 }
}
`,
    fixSafety: en`Unsafe: a mean is another gradient than a sum.`.zh`不安全：平均与求和得到的梯度不同。`,
    references: ['deepspeed/runtime/config.py:1029-1035 @ 0.19.6'],
  },
  check(config, report) {
    const node = config.get('gradient_allreduce_op');
    if (config.version && !atLeast(config.version.value, '0.19.6')) return;
    if (!node || typeof node.value !== 'string' || node.value.toLowerCase() !== 'sum') return;
    const stage = config.stage();
    const zenflow = config.get('zero_optimization.zenflow');
    const compile = config.boolean('compile.deepcompile');
    const clash = stage?.value === 3 ? en`ZeRO stage 3`.zh`ZeRO stage 3` : zenflow?.kind === 'object' ? en`zenflow`.zh`zenflow` : compile?.value ? en`deepcompile`.zh`deepcompile` : undefined;
    if (!clash) return;
    report({
      at: node.span,
      message: en`gradient_allreduce_op 'sum' is not supported with ${clash}.`.zh`gradient_allreduce_op 为 'sum' 时不支持 ${clash}。`,
      help: en`Write "mean", and scale the loss yourself if a sum is meant.`.zh`请写 "mean"；若需要求和，请自行缩放损失。`,
      ...(stage?.value === 3 ? { because: becauseOf(stage, en`stage 3`.zh`stage 3`) } : {}),
      fix: { title: en`Change to "mean"`.zh`改为 "mean"`, safety: 'unsafe', edits: [{ span: node.span, newText: '"mean"' }] },
    });
  },
});
