import { en } from '../../text/say';
import { defineRule } from '../define';
import { isQuotedByLauncher, launchesBy } from './_launcher';

const withoutShell = ['openmpi', 'mpich', 'impi', 'mvapich', 'slurm'];

export default defineRule({
  name: 'env-quotes-added',
  severity: 'warning',
  since: '0.1.0',
  on: 'env',
  docs: {
    summary: en`A value in .deepspeed_env that reaches the program in double quotes, under an MPI or Slurm launcher.`.zh`在 MPI 或 Slurm 启动方式下，.deepspeed_env 中的值传给程序时带有双引号。`,
    why: en`The launcher puts a value with any sign but letters, digits and _@%+=:,./- into double quotes, for the shell that pdsh starts. openmpi, mpich, impi, mvapich and slurm start no shell, so the quotes stay: NCCL_SOCKET_IFNAME=^docker0 arrives as "^docker0" with quotes and matches nothing.`
      .zh`值中含有字母、数字和 _@%+=:,./- 以外的字符时，启动器会加上双引号，供 pdsh 启动的 shell 解析。openmpi、mpich、impi、mvapich 和 slurm 不经过 shell，引号会保留：NCCL_SOCKET_IFNAME=^docker0 传到时是带引号的 "^docker0"，匹配不到任何接口。`,
    bad: `
//- train.sh
deepspeed --hostfile hostfile --launcher openmpi train.py
//- hostfile
worker-0 slots=8
worker-1 slots=8
//- .deepspeed_env
NCCL_SOCKET_IFNAME=^docker0
                   ^^^^^^^^ warning env-quotes-added: --launcher openmpi
`,
    good: `
//- train.sh
deepspeed --hostfile hostfile --launcher openmpi train.py
//- hostfile
worker-0 slots=8
worker-1 slots=8
//- .deepspeed_env
NCCL_SOCKET_IFNAME=eth0
`,
    references: ['deepspeed/launcher/multinode_runner.py:39 @ 0.19', 'deepspeed/launcher/multinode_runner.py:177 @ 0.19'],
  },
  check(subject, report) {
    for (const { launcher, because } of launchesBy(subject.jobs, withoutShell)) {
      for (const { entry } of subject.env.lines) {
        if (!entry || !isQuotedByLauncher(entry.value)) continue;
        report({
          at: entry.valueSpan,
          message: en`With --launcher ${launcher} ${entry.name} arrives in double quotes: the launcher adds them to every value with a special sign.`
            .zh`使用 --launcher ${launcher} 时，${entry.name} 的值会带上双引号：启动器会给含特殊字符的值加引号。`,
          help: en`Pass it by the launcher's own option in --launcher_args, or export it before the launch where the launcher hands the environment on.`
            .zh`在 --launcher_args 中用该启动器自己的选项传递，或在启动前 export（若该启动器会传递环境变量）。`,
          because,
        });
      }
    }
  },
});
