import { laxBoolean } from '../../job/deepspeed-config';
import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';
import { batchKeys } from './_batch';

export default defineRule({
  name: 'quoted-switch',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`fp16.enabled or bf16.enabled in quotes, in a file that the Trainer loads.`.zh`供 Trainer 加载的文件中，fp16.enabled 或 bf16.enabled 写成了带引号的字符串。`,
    why: en`DeepSpeed and accelerate turn "false" into false, but the Trainer does not: for Python any non-empty string is true, and a string never equals the Trainer's own fp16 or bf16 argument: "Please correct the following DeepSpeed config values that mismatch TrainingArguments values".`
      .zh`DeepSpeed 和 accelerate 会把 "false" 转为 false，但 Trainer 不会：在 Python 中非空字符串均为真，且字符串永远不等于 Trainer 自己的 fp16 或 bf16 参数："Please correct the following DeepSpeed config values that mismatch TrainingArguments values"。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": "auto",
  "fp16": { "enabled": "false" },
                       ^^^^^^^ error quoted-switch: never equals
  "optimizer": { "type": "AdamW", "params": { "lr": "auto", "betas": "auto", "eps": "auto", "weight_decay": "auto" } },
  "zero_optimization": { "stage": 2 }
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": "auto",
  "fp16": { "enabled": false },
  "optimizer": { "type": "AdamW", "params": { "lr": "auto", "betas": "auto", "eps": "auto", "weight_decay": "auto" } },
  "zero_optimization": { "stage": 2 }
}
`,
    fixSafety: en`Safe: the word without quotes is what was meant, and the run stops as it stands.`.zh`安全：去掉引号即为本意，当前写法会报错退出。`,
    references: ['transformers/integrations/deepspeed.py: fill_match @ 5.18', 'accelerate/utils/deepspeed.py: is_true @ 1.15'],
  },
  check(config, report) {
    const auto = batchKeys.map((k) => config.get(k)).find((n) => n?.value === 'auto');
    // Of the two that fill this "auto", only the Trainer stops on the text.
    const unsure = config.reader === undefined && auto !== undefined;
    if (config.reader?.value !== 'trainer' && !unsure) return;
    for (const section of ['fp16', 'bf16']) {
      const node = config.get(`${section}.enabled`);
      const value = typeof node?.value === 'string' ? laxBoolean(node.value) : undefined;
      if (!node || value === undefined) continue;
      report({
        at: node.span,
        message: unsure
          ? en`${section}.enabled is the text ${node.raw}; accelerate reads it, but to the Trainer it never equals its own ${section} argument.`.zh`${section}.enabled 是文本 ${node.raw}：accelerate 能识别，但对 Trainer 而言它永远不等于自己的 ${section} 参数。`
          : en`${section}.enabled is the text ${node.raw}, which never equals the Trainer's own ${section} argument; the Trainer stops on the mismatch.`.zh`${section}.enabled 是文本 ${node.raw}，永远不等于 Trainer 自己的 ${section} 参数，Trainer 会因不一致而退出。`,
        ...(unsure ? { severity: 'warning' as const } : {}),
        because: config.reader ? becauseOf(config.reader, en`loaded by the Trainer`.zh`由 Trainer 加载`) : [{ place: config.place(auto!), message: en`only the Trainer or accelerate fills "auto"`.zh`只有 Trainer 或 accelerate 会填充 "auto"` }],
        fix: { title: en`Write ${String(value)} without quotes`.zh`去掉引号，写作 ${String(value)}`, safety: 'safe', edits: [{ span: node.span, newText: String(value) }] },
      });
    }
  },
});
