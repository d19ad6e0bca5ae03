import { en } from '../../text/say';
import { defineRule } from '../define';
import { pdshRuns } from './_launcher';
import { quotesOf } from './_quotes';

export default defineRule({
  name: 'env-needless-quotes',
  severity: 'hint',
  since: '0.1.0',
  on: 'env',
  docs: {
    summary: en`Double quotes in .deepspeed_env around a value that needs none.`.zh`.deepspeed_env 中不需要引号的值加了双引号。`,
    why: en`With pdsh the shell on the nodes takes the quotes away again. The MPI and Slurm launchers start no shell: there they stay in the value. Around a value with a blank they break it.`
      .zh`使用 pdsh 时，节点上的 shell 会再去掉这些引号。MPI 和 Slurm 启动方式不经过 shell，引号会留在值中。若值中有空格，引号会破坏它。`,
    bad: `
//- .deepspeed_env
OMP_NUM_THREADS="8"
                ^^^ hint env-needless-quotes
`,
    good: `
//- .deepspeed_env
OMP_NUM_THREADS=8
`,
    fixSafety: en`Safe: the programs get the same value.`.zh`安全：程序得到的值不变。`,
    references: ['deepspeed/launcher/multinode_runner.py:40 @ 0.19'],
  },
  check(subject, report) {
    if (!pdshRuns(subject.jobs)) return;
    for (const { entry } of subject.env.lines) {
      if (!entry || quotesOf(entry) !== 'needless') continue;
      report({
        at: entry.valueSpan,
        message: en`The double quotes around the value of ${entry.name} do nothing with pdsh, and belong to the value with any other launcher.`
          .zh`${entry.name} 的双引号在 pdsh 下不起作用，在其他启动方式下会成为值的一部分。`,
        help: en`Write the value without quotes.`.zh`值不要加引号。`,
        tags: ['unnecessary'],
        fix: { title: en`Remove the quotes`.zh`删除引号`, safety: 'safe', edits: [{ span: entry.valueSpan, newText: entry.value.slice(1, -1) }] },
      });
    }
  },
});
