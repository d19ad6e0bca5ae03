import { en } from '../../text/say';
import { readerName } from '../../model/reader';
import { addMember } from '../../syntax/json-edit';
import { becauseOf, defineRule } from '../define';

export default defineRule({
  name: 'zero-section-missing',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A config for the Trainer or accelerate without zero_optimization.`.zh`供 Trainer 或 accelerate 使用的配置缺少 zero_optimization。`,
    why: en`accelerate's plugin stops: "Please specify the ZeRO optimization config in the DeepSpeed config." DeepSpeed alone would run without ZeRO.`
      .zh`accelerate 插件报错退出："Please specify the ZeRO optimization config in the DeepSpeed config."。单独的 DeepSpeed 则会以无 ZeRO 方式运行。`,
    bad: `
//! reader=trainer
{
^ error zero-section-missing
  "train_micro_batch_size_per_gpu": "auto"
}
`,
    good: `
//! reader=trainer
{
  "train_micro_batch_size_per_gpu": "auto",
  "zero_optimization": { "stage": 0 }
}
`,
    fixSafety: en`Unsafe: which stage was meant is for you to say.`.zh`不安全：需由你决定使用哪个 stage。`,
    references: ['accelerate/utils/dataclasses.py: DeepSpeedPlugin @ 1.15'],
  },
  check(config, report) {
    // The autotuner writes configs of its own, each with a stage.
    if (config.get('autotuning')) return;
    const { reader } = config;
    const root = config.tree.root;
    if (!reader || reader.value === 'deepspeed' || root?.kind !== 'object' || config.tree.template || config.get('zero_optimization')) return;
    report({
      at: { start: root.span.start, end: Math.min(root.span.start + 1, root.span.end) },
      message: en`There is no zero_optimization; accelerate stops: "Please specify the ZeRO optimization config in the DeepSpeed config".`.zh`缺少 zero_optimization，accelerate 报错退出："Please specify the ZeRO optimization config in the DeepSpeed config"。`,
      help: en`Add "zero_optimization": { "stage": 0 } for plain data parallelism, or a stage of 1 to 3.`.zh`普通数据并行可添加 "zero_optimization": { "stage": 0 }，或使用 stage 1 到 3。`,
      because: becauseOf(reader, en`loaded by ${readerName(reader.value)}`.zh`由 ${readerName(reader.value)} 加载`),
      fix: { title: en`Add "zero_optimization": { "stage": 0 }`.zh`添加 "zero_optimization": { "stage": 0 }`, safety: 'unsafe', edits: addMember(config.text, config.tree, root, '"zero_optimization": { "stage": 0 }') },
    });
  },
});
