import { en } from '../../text/say';
import { defineRule } from '../define';
import { launcherPlace } from './_places';

export default defineRule({
  name: 'deprecated-launcher',
  severity: 'warning',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`torch.distributed.launch is deprecated in favour of torchrun.`.zh`torch.distributed.launch 已弃用，应改用 torchrun。`,
    why: en`It runs, with a FutureWarning. Without --use_env it hands each rank --local-rank=N (with a hyphen since torch 2.0), and a script whose argparse knows only --local_rank stops on it. torchrun sets LOCAL_RANK instead and passes no argument.`
      .zh`仍可运行，但会有 FutureWarning。不加 --use_env 时会给每个 rank 传 --local-rank=N（torch 2.0 起为连字符），只认 --local_rank 的脚本会报错。torchrun 改用环境变量 LOCAL_RANK，不传参数。`,
    bad: `
python -m torch.distributed.launch --nproc_per_node 8 train.py
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning deprecated-launcher
`,
    good: `
torchrun --nproc_per_node 8 train.py
`,
    fixSafety: en`Unsafe: the script has to read LOCAL_RANK from the environment.`.zh`不安全：脚本须改为从环境变量读取 LOCAL_RANK。`,
    references: ['torch/distributed/launch.py @ 2.13'],
  },
  check({ job }, report) {
    for (const launch of job.chain) {
      if (launch.launcher !== 'torch.distributed.launch') continue;
      const useEnv = launch.flags.filter((f) => f.option?.dest === 'use_env');
      report({
        at: launcherPlace(launch),
        message: en`torch.distributed.launch is deprecated; torchrun replaces it.`.zh`torch.distributed.launch 已弃用，由 torchrun 取代。`,
        help: en`Read the local rank from os.environ["LOCAL_RANK"] in the script.`.zh`在脚本中通过 os.environ["LOCAL_RANK"] 读取本地 rank。`,
        tags: ['deprecated'],
        ...(launch.launcherSource && useEnv.every((f) => f.nameSource)
          ? {
              fix: {
                title: en`Use torchrun`.zh`改用 torchrun`,
                safety: useEnv.length > 0 ? ('safe' as const) : ('unsafe' as const),
                edits: [{ span: launch.launcherSource, newText: 'torchrun', uri: launch.uri }, ...useEnv.map((f) => ({ span: { start: f.nameSource!.start - 1, end: f.nameSource!.end }, newText: '', uri: launch.uri }))],
              },
            }
          : {}),
      });
    }
  },
});
