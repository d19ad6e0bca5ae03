import { innermostOf } from '../../job/job';
import { intFlag } from '../../job/world';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { deepspeedJobs, deepspeedReads } from './_reader';

export default defineRule({
  name: 'hostfile-zero-slots',
  severity: 'warning',
  since: '0.1.0',
  on: 'hostfile',
  docs: {
    summary: en`A host with slots=0.`.zh`主机的 slots 为 0。`,
    why: en`The launcher takes the line. It counts the host as a node and reaches it over ssh, but starts no rank there: its GPUs stay idle and no message says so. With --num_gpus the slots do not matter.`
      .zh`启动器接受该行：该主机计为一个节点并会被 ssh 连接，但不会在其上启动任何 rank，GPU 闲置且没有任何提示。使用 --num_gpus 时 slots 不起作用。`,
    bad: `
//- hostfile
worker-0 slots=8
worker-1 slots=0
               ^ warning hostfile-zero-slots: worker-1
`,
    good: `
//- hostfile
worker-0 slots=8
# worker-1 slots=8
`,
    fixSafety: en`Unsafe: the host is no longer counted as a node.`.zh`不安全：该主机不再计为节点。`,
    references: ['deepspeed/launcher/runner.py:244 @ 0.19', 'deepspeed/launcher/launch.py:237 @ 0.19'],
  },
  check(subject, report) {
    if (deepspeedReads(subject) === 'no') return;
    const jobs = deepspeedJobs(subject);
    const overruled = (job: (typeof jobs)[number]): boolean => (intFlag(innermostOf(job), 'num_gpus')?.value ?? 0) > 0;
    if (jobs.length > 0 && jobs.every(overruled)) return;
    for (const { span, entry } of subject.hostfile.lines) {
      if (!entry || entry.slots !== 0) continue;
      report({
        at: entry.slotsSpan,
        message: en`${entry.host} has slots=0: it counts as a node, and no rank starts there.`.zh`${entry.host} 的 slots=0：它计为一个节点，但不会启动任何 rank。`,
        help: en`Give the number of its GPUs, or put a # before the line to leave the host out.`.zh`填写其 GPU 数；若不使用该主机，在行首加 # 注释掉。`,
        fix: { title: en`Leave ${entry.host} out`.zh`不使用 ${entry.host}`, safety: 'unsafe', edits: [{ span: { start: span.start, end: span.start }, newText: '# ' }] },
      });
    }
  },
});
