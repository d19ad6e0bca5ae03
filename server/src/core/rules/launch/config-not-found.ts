import { en, joinTexts, same } from '../../text/say';
import { directory, shownPath } from '../../text/uri';
import { defineRule } from '../define';
import { pathFix } from './_places';

export default defineRule({
  name: 'config-not-found',
  severity: 'error',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`The DeepSpeed config that the launch names does not exist.`.zh`启动命令引用的 DeepSpeed 配置文件不存在。`,
    why: en`The path is resolved in the folder that the script is started from. DeepSpeed stops with "Expected a string path to an existing deepspeed config, or a dictionary or a valid base64"; the Trainer and accelerate stop likewise, after the model's imports.`
      .zh`路径相对于启动脚本时所在的目录解析。DeepSpeed 报错退出："Expected a string path to an existing deepspeed config, or a dictionary or a valid base64"；Trainer 和 accelerate 也会在导入之后同样退出。`,
    bad: `
//- train.sh
deepspeed --num_gpus 8 train.py --deepspeed_config ds_confg.json
                                                   ^^^^^^^^^^^^^ error config-not-found
//- ds_config.json
{ "train_micro_batch_size_per_gpu": 4 }
`,
    good: `
//- train.sh
deepspeed --num_gpus 8 train.py --deepspeed_config ds_config.json
//- ds_config.json
{ "train_micro_batch_size_per_gpu": 4 }
`,
    fixSafety: en`Unsafe: another file is read.`.zh`不安全：会读取另一个文件。`,
    references: ['deepspeed/runtime/config.py:704 @ 0.19'],
  },
  check({ job, similar }, report) {
    const { config } = job;
    if (config?.state !== 'missing' || !config.at) return;
    const meant = similar(config);
    // A script can be started from anywhere; without any of its files in sight, that this one is missing says nothing.
    if (!job.folderShown && meant === undefined) return;
    const folder = directory(config.at.uri);
    const looked = config.candidates.map((c) => same(shownPath(c, folder)));
    report({
      at: config.at,
      message: en`The config ${config.path} does not exist.`.zh`配置文件 ${config.path} 不存在。`,
      help: meant
        ? en`There is a ${shownPath(meant, folder)}. Looked for: ${joinTexts(looked, ', ')}.`.zh`存在 ${shownPath(meant, folder)}。查找过：${joinTexts(looked, '、')}。`
        : en`Looked for: ${joinTexts(looked, ', ')}.`.zh`查找过：${joinTexts(looked, '、')}。`,
      ...pathFix(config, meant, job),
    });
  },
});
