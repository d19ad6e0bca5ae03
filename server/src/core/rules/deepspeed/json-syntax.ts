import { en } from '../../text/say';
import { defineRule } from '../define';

export default defineRule({
  name: 'json-syntax',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`The file cannot be parsed.`.zh`文件无法解析。`,
    why: en`DeepSpeed reads configs with hjson, which takes comments, trailing commas and unquoted words; this text is beyond that too, so the run stops before anything is loaded.`
      .zh`DeepSpeed 用 hjson 读取配置，允许注释、末尾逗号和不带引号的词；但此文本连 hjson 也无法解析，任务在加载前即失败。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "fp16": { "enabled": true ]
                            ^ error json-syntax
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "fp16": { "enabled": true }
}
`,
    references: ['deepspeed/runtime/config.py:699 @ 0.19'],
  },
  check(config, report) {
    if (config.tree.template) return;
    // The first one; what follows is mostly its echo.
    const problem = config.tree.problems[0];
    const othersRead = problem?.strictReads && config.reader && config.reader.value !== 'deepspeed';
    if (problem && !othersRead) report({ at: problem.span, message: problem.message });
  },
});
