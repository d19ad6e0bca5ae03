import { flagOf } from '../../job/launch';
import { launcherOf } from '../../job/job';
import { en, same } from '../../text/say';
import { defineRule } from '../define';
import { flagPlace } from './_places';

export default defineRule({
  name: 'visible-devices-ignored',
  severity: 'warning',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`CUDA_VISIBLE_DEVICES is set, and the deepspeed launcher overrides it.`.zh`设置了 CUDA_VISIBLE_DEVICES，但会被 deepspeed 启动器覆盖。`,
    why: en`With --num_gpus, --num_nodes, --include or --exclude the launcher drops CUDA_VISIBLE_DEVICES and sets its own list, so --num_gpus 2 runs on GPUs 0 and 1 whatever was listed: on somebody else's GPUs.`
      .zh`使用 --num_gpus、--num_nodes、--include 或 --exclude 时，启动器会丢弃 CUDA_VISIBLE_DEVICES 并自行设置，因此 --num_gpus 2 总是使用 0、1 号 GPU，可能占用他人的卡。`,
    bad: `
CUDA_VISIBLE_DEVICES=2,3 deepspeed --num_gpus 2 train.py
^^^^^^^^^^^^^^^^^^^^ warning visible-devices-ignored: --num_gpus
`,
    good: `
deepspeed --include localhost:2,3 train.py
`,
    fixSafety: en`Unsafe: other GPUs are used.`.zh`不安全：会改用其他 GPU。`,
    references: ['deepspeed/launcher/runner.py: main @ 0.19'],
  },
  check({ job }, report) {
    const launch = launcherOf(job, 'deepspeed');
    const set = job.variables.findLast((v) => v.name === 'CUDA_VISIBLE_DEVICES');
    if (!launch || !set || set.uri !== launch.uri || set.how === 'env-file' || set.value === '') return;
    const flag = ['num_gpus', 'num_nodes', 'include', 'exclude'].map((d) => flagOf(launch, d)).find((f) => f?.value !== undefined && f.value.value !== '-1' && f.value.value !== '');
    if (!flag) return;
    const list = set.value !== undefined && /^\d+(,\d+)*$/.test(set.value) ? set.value : undefined;
    const count = list?.split(',').length;
    const same01 = list !== undefined && flag.option?.dest === 'num_gpus' && flag.value?.value === String(count) && list === Array.from({ length: count! }, (_, i) => i).join(',');
    if (same01) return;
    report({
      at: { uri: set.uri, span: set.nameSpan },
      message: en`CUDA_VISIBLE_DEVICES has no effect: with ${flag.name} the launcher sets its own list.`.zh`CUDA_VISIBLE_DEVICES 不起作用：使用 ${flag.name} 时启动器会自行设置。`,
      help: list === undefined ? en`Name the GPUs with --include localhost:LIST.`.zh`请用 --include localhost:LIST 指定 GPU。` : en`Name the GPUs with --include ${same(`localhost:${list}`)} instead.`.zh`请改用 --include ${same(`localhost:${list}`)} 指定 GPU。`,
      because: [{ place: flagPlace(launch, flag), message: en`overridden because of this flag`.zh`因此参数而被覆盖` }],
    });
  },
});
