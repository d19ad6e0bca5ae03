import { launcherOf } from '../../job/job';
import { en } from '../../text/say';
import { defineRule } from '../define';

export default defineRule({
  name: 'hostfile-as-script',
  severity: 'error',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`A hostfile stands where the deepspeed launcher expects the training script.`.zh`hostfile 出现在 deepspeed 启动器期望训练脚本的位置。`,
    why: en`The first word that is no flag is the script to run. A hostfile there is handed to Python on every rank and stops with a SyntaxError, and the real script becomes its argument.`
      .zh`第一个非参数的词被当作要运行的脚本。放在此处的 hostfile 会在每个 rank 上交给 Python 执行并报 SyntaxError，真正的脚本则成了它的参数。`,
    bad: `
deepspeed hostfile train.py --deepspeed_config ds_config.json
          ^^^^^^^^ error hostfile-as-script
`,
    good: `
//- train.sh
deepspeed --hostfile hostfile train.py
//- hostfile
worker-0 slots=8
worker-1 slots=8
`,
    fixSafety: en`Unsafe: the launch goes to other machines than before.`.zh`不安全：会改变启动所用的机器。`,
    references: ['deepspeed/launcher/runner.py: parse_args @ 0.19'],
  },
  check({ job }, report) {
    const launch = launcherOf(job, 'deepspeed');
    const target = launch?.target;
    if (!launch || target?.value === undefined) return;
    const script = launch.command.words.find((w) => w.span.start > target.span.start && w.value !== undefined && /\.py$/.test(w.value));
    const next = launch.command.words.find((w) => w.span.start > target.span.start);
    if (!/(^|\/)(my)?host[-_]?(file|s)?(\.txt)?$/i.test(target.value) || !script || next !== script) return;
    const stands = target.source;
    report({
      at: { uri: launch.uri, span: stands ?? target.span },
      message: en`${target.value} is taken for the training script; a hostfile is given with --hostfile.`.zh`${target.value} 被当作训练脚本；hostfile 应通过 --hostfile 指定。`,
      help: en`Put --hostfile before it.`.zh`请在它前面加上 --hostfile。`,
      ...(stands ? { fix: { title: en`Put --hostfile before it`.zh`在前面加上 --hostfile`, safety: 'unsafe' as const, edits: [{ span: { start: stands.start, end: stands.start }, newText: '--hostfile ', uri: launch.uri }] } } : {}),
    });
  },
});
