import { launcherOptions } from '../../catalog/launchers';
import { en } from '../../text/say';
import { nearest } from '../../text/nearest';
import { defineRule } from '../define';
import { flagPlace, usesArgparse } from './_places';

export default defineRule({
  name: 'unknown-launch-flag',
  severity: 'error',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`A flag before the training script that the launcher does not have.`.zh`训练脚本之前出现启动器没有的参数。`,
    why: en`Everything before the script belongs to the launcher, whose argparse stops with "unrecognized arguments". Flags of the script stand behind it.`
      .zh`脚本之前的参数都属于启动器，其 argparse 会以 "unrecognized arguments" 退出。脚本自己的参数应写在脚本之后。`,
    bad: `
torchrun --nprocs_per_node 8 train.py
         ^^^^^^^^^^^^^^^^^ error unknown-launch-flag: torchrun
`,
    good: `
torchrun --nproc_per_node 8 train.py
`,
    fixSafety: en`Unsafe: the flag takes effect.`.zh`不安全：该参数会生效。`,
    references: ['deepspeed/launcher/runner.py: parse_args @ 0.19', 'torch/distributed/run.py: get_args_parser @ 2.13', 'accelerate/commands/launch.py @ 1.15'],
  },
  check({ job }, report) {
    for (const launch of job.chain) {
      if (!usesArgparse.has(launch.launcher)) continue;
      for (const use of launch.flags) {
        if (use.option || !/^--?[A-Za-z]/.test(use.name)) continue;
        const table = launcherOptions(launch.launcher);
        if (table.abbreviations === 'unique-prefix' && table.options.some((o) => o.spellings.some((s) => s.startsWith(use.name)))) continue;
        // Of `--master_port` and `--master-port`, the one that is written as the others are.
        const dashes = /_/.test(use.name) ? /_/ : /-/;
        const meant = nearest(use.name, table.options.flatMap((o) => o.spellings.find((s) => s.startsWith('--') && dashes.test(s.slice(2))) ?? o.spellings.filter((s) => s.startsWith('--')).slice(0, 1)));
        report({
          at: flagPlace(launch, use),
          message: en`${launch.launcher} has no flag ${use.name}; it stops with "unrecognized arguments".`.zh`${launch.launcher} 没有参数 ${use.name}，会以 "unrecognized arguments" 退出。`,
          help: meant ? en`Did you mean ${meant}?`.zh`是否想写 ${meant}？` : en`Flags of the training script stand after it.`.zh`训练脚本的参数应写在脚本之后。`,
          ...(meant && use.nameSource ? { fix: { title: en`Change to ${meant}`.zh`改为 ${meant}`, safety: 'unsafe' as const, edits: [{ span: use.nameSource, newText: meant, uri: launch.uri }] } } : {}),
        });
      }
    }
  },
});
