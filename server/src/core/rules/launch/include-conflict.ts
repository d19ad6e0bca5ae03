import { flagOf } from '../../job/launch';
import { launcherOf } from '../../job/job';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { flagPlace } from './_places';

export default defineRule({
  name: 'include-conflict',
  severity: 'error',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`--include or --exclude beside a flag that it cannot be combined with.`.zh`--include 或 --exclude 与不能同时使用的参数一起出现。`,
    why: en`The deepspeed launcher stops: "include_str and exclude_str are mutually exclusive", or "Cannot specify num_nodes/gpus with include/exclude".`
      .zh`deepspeed 启动器报错退出："include_str and exclude_str are mutually exclusive"，或 "Cannot specify num_nodes/gpus with include/exclude"。`,
    bad: `
deepspeed --include localhost:0,1 --num_gpus 2 train.py
          ^^^^^^^^^ error include-conflict: --num_gpus
`,
    good: `
deepspeed --include localhost:0,1 train.py
`,
    references: ['deepspeed/launcher/runner.py: main, parse_resource_filter @ 0.19'],
  },
  check({ job }, report) {
    const launch = launcherOf(job, 'deepspeed');
    if (!launch) return;
    const include = flagOf(launch, 'include');
    const exclude = flagOf(launch, 'exclude');
    const filter = include ?? exclude;
    if (!filter || filter.value?.value === '') return;
    if (include && exclude && exclude.value?.value !== '') {
      report({
        at: flagPlace(launch, include),
        message: en`--include and --exclude cannot be used together: "include_str and exclude_str are mutually exclusive".`.zh`--include 与 --exclude 不能同时使用："include_str and exclude_str are mutually exclusive"。`,
        because: [{ place: flagPlace(launch, exclude), message: en`the other one`.zh`另一个` }],
      });
      return;
    }
    // -1 is the flags' default and means "not given".
    const other = ['num_nodes', 'num_gpus'].map((d) => flagOf(launch, d)).find((f) => f?.value?.value !== undefined && /^\d+$/.test(f.value.value));
    if (!other) return;
    report({
      at: flagPlace(launch, filter),
      message: en`${filter.name} cannot be used with ${other.name}: "Cannot specify num_nodes/gpus with include/exclude".`.zh`${filter.name} 不能与 ${other.name} 同时使用："Cannot specify num_nodes/gpus with include/exclude"。`,
      help: en`${filter.name} says which GPUs already; leave ${other.name} out.`.zh`${filter.name} 已指明使用哪些 GPU，请删去 ${other.name}。`,
      because: [{ place: flagPlace(launch, other), message: en`given here`.zh`在此给出` }],
    });
  },
});
