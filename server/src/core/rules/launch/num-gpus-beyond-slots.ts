import { flagOf } from '../../job/launch';
import { launcherOf } from '../../job/job';
import { intFlag } from '../../job/world';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { isLiteral, valuePlace } from './_places';

export default defineRule({
  name: 'num-gpus-beyond-slots',
  severity: 'error',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`--num_gpus asks for more GPUs a node than the hostfile gives.`.zh`--num_gpus 要求的每节点 GPU 数超过 hostfile 的 slots。`,
    why: en`The launcher starts ranks 0 to N-1 on every node whatever the slots say, and the ranks without a GPU of their own stop with "invalid device ordinal".`
      .zh`启动器不检查 slots，会在每个节点启动 0 到 N-1 号进程；没有对应 GPU 的进程报 "invalid device ordinal" 退出。`,
    bad: `
//- train.sh
deepspeed --hostfile hostfile --num_gpus 16 train.py
                                         ^^ error num-gpus-beyond-slots: worker-1 has 8
//- hostfile
worker-0 slots=16
worker-1 slots=8
`,
    good: `
//- train.sh
deepspeed --hostfile hostfile --num_gpus 8 train.py
//- hostfile
worker-0 slots=8
worker-1 slots=8
`,
    fixSafety: en`Unsafe: fewer ranks change the global batch size.`.zh`不安全：rank 数减少会改变全局批大小。`,
    references: ['deepspeed/launcher/runner.py: main @ 0.19'],
  },
  check({ job, hostfile }, report) {
    const launch = launcherOf(job, 'deepspeed');
    const use = launch && flagOf(launch, 'num_gpus');
    const gpus = launch && intFlag(launch, 'num_gpus');
    if (!launch || !use || !gpus || !hostfile) return;
    const entries = hostfile.hostfile.lines.flatMap((l) => (l.entry ? [l.entry] : []));
    if (entries.length !== hostfile.hostfile.lines.length) return;
    const nodes = intFlag(launch, 'num_nodes');
    const active = nodes && nodes.value > 0 ? entries.slice(0, nodes.value) : entries;
    const short = active.filter((e) => e.slots > 0 && e.slots < gpus.value);
    if (short.length === 0) return;
    const least = short.reduce((a, b) => (b.slots < a.slots ? b : a));
    report({
      at: valuePlace(launch, use),
      message: en`--num_gpus ${gpus.value} is more than the hostfile gives: ${least.host} has ${least.slots} slots.`.zh`--num_gpus ${gpus.value} 超过 hostfile 所给：${least.host} 只有 ${least.slots} 个 slots。`,
      help: en`Use at most ${least.slots}, or leave --num_gpus out and the slots count.`.zh`最多用 ${least.slots}，或删去 --num_gpus 以 slots 为准。`,
      because: short.map((e) => ({ place: { uri: hostfile.uri, span: e.slotsSpan }, message: en`${e.host}: ${e.slots} slots`.zh`${e.host}：${e.slots} 个 slots` })),
      ...(isLiteral(use) ? { fix: { title: en`Set --num_gpus to ${least.slots}`.zh`将 --num_gpus 改为 ${least.slots}`, safety: 'unsafe' as const, edits: [{ span: use.valueSource!, newText: String(least.slots), uri: launch.uri }] } } : {}),
    });
  },
});
