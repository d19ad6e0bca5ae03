import { en } from '../../text/say';
import { defineRule } from '../define';
import { isQuotedByLauncher, launchesBy } from './_launcher';

export default defineRule({
  name: 'env-comma-with-slurm',
  severity: 'warning',
  since: '0.1.0',
  on: 'env',
  docs: {
    summary: en`A value with a comma in .deepspeed_env, under the slurm launcher.`.zh`使用 slurm 启动方式时，.deepspeed_env 中的值含有逗号。`,
    why: en`The slurm launcher hands all variables to srun as one list, --export=ALL,NAME=value,…, in which a comma ends the value: NCCL_IB_HCA=mlx5_0,mlx5_1 arrives as mlx5_0.`
      .zh`slurm 启动方式把所有变量拼成一个列表 --export=ALL,NAME=value,… 交给 srun，逗号即为值的结束：NCCL_IB_HCA=mlx5_0,mlx5_1 只传到 mlx5_0。`,
    bad: `
//- train.sh
deepspeed --hostfile hostfile --launcher slurm train.py
//- hostfile
worker-0 slots=8
worker-1 slots=8
//- .deepspeed_env
NCCL_IB_HCA=mlx5_0,mlx5_1
                  ^^^^^^^ warning env-comma-with-slurm: NCCL_IB_HCA=mlx5_0
`,
    good: `
//- train.sh
deepspeed --hostfile hostfile --launcher slurm train.py
//- hostfile
worker-0 slots=8
worker-1 slots=8
//- .deepspeed_env
NCCL_IB_HCA=mlx5
`,
    references: ['deepspeed/launcher/multinode_runner.py:386 @ 0.19', 'https://slurm.schedmd.com/srun.html'],
  },
  check(subject, report) {
    for (const { because } of launchesBy(subject.jobs, ['slurm'])) {
      for (const { entry } of subject.env.lines) {
        const comma = entry && !isQuotedByLauncher(entry.value) ? entry.value.indexOf(',') : -1;
        if (!entry || comma < 0) continue;
        report({
          at: { start: entry.valueSpan.start + comma, end: entry.valueSpan.end },
          message: en`srun reads a comma as the end of the value: ${entry.name}=${entry.value.slice(0, comma)} arrives.`.zh`srun 将逗号视为值的结束：实际传到的是 ${entry.name}=${entry.value.slice(0, comma)}。`,
          help: en`Export it before the launch instead: --export=ALL hands the whole environment on.`.zh`改为在启动前 export：--export=ALL 会传递整个环境。`,
          because,
        });
      }
    }
  },
});
