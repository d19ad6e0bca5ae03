import { innermostOf } from '../../job/job';
import { valuePlace } from '../launch/_places';
import { flagOf } from '../../job/launch';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { deepspeedJobs } from './_reader';

/** What each of DeepSpeed's runners says when the slots differ; the others take any. */
const refusals: Readonly<Record<string, string>> = {
  mpich: 'MPICH requires same number of devices per node',
  impi: 'Intel MPI requires same number of devices per node',
  mvapich: 'mvapich requires same number of devices per node',
};

export default defineRule({
  name: 'hostfile-unequal-slots',
  severity: 'error',
  since: '0.1.0',
  on: 'hostfile',
  docs: {
    summary: en`Hosts with different slots under a launcher that wants the same on each.`.zh`所用启动方式要求各主机 slots 相同，而 hostfile 中并不相同。`,
    why: en`The mpich, impi and mvapich launchers place ranks by one number a node and stop: "requires same number of devices per node". pdsh, openmpi and slurm take any numbers.`
      .zh`mpich、impi 和 mvapich 以统一的每节点进程数分配 rank，数目不同时报错退出："requires same number of devices per node"。pdsh、openmpi 和 slurm 没有此限制。`,
    bad: `
//- train.sh
deepspeed --hostfile hostfile --launcher impi train.py
//- hostfile
worker-0 slots=8
worker-1 slots=4
               ^ error hostfile-unequal-slots: "Intel MPI requires same number of devices per node"
`,
    good: `
//- train.sh
deepspeed --hostfile hostfile --launcher impi train.py
//- hostfile
worker-0 slots=8
worker-1 slots=8
`,
    references: ['deepspeed/launcher/multinode_runner.py:216 @ 0.19', 'deepspeed/launcher/multinode_runner.py:288 @ 0.19', 'deepspeed/launcher/multinode_runner.py:451 @ 0.19'],
  },
  check(subject, report) {
    const { lines } = subject.hostfile;
    const [first, ...others] = lines.flatMap((l) => (l.entry ? [l.entry] : []));
    const odd = others.find((e) => e.slots !== first!.slots);
    if (!first || !odd || lines.some((l) => !l.entry)) return;
    for (const job of deepspeedJobs(subject)) {
      const launch = innermostOf(job);
      const use = flagOf(launch, 'launcher');
      const refusal = refusals[use?.value?.value?.toLowerCase() ?? ''];
      // Filters and limits stop these launchers by themselves, with another message.
      if (!use || refusal === undefined || ['no_ssh', 'include', 'exclude', 'num_nodes', 'num_gpus'].some((d) => flagOf(launch, d))) continue;
      report({
        at: odd.slotsSpan,
        message: en`${odd.host} has ${odd.slots} slots and ${first.host} ${first.slots}; --launcher ${use.value!.value!} stops: "${refusal}".`
          .zh`${odd.host} 有 ${odd.slots} 个 slots，${first.host} 有 ${first.slots} 个；--launcher ${use.value!.value!} 会报错退出："${refusal}"。`,
        help: en`Give every host the same slots, or use --launcher pdsh.`.zh`各主机使用相同的 slots，或改用 --launcher pdsh。`,
        because: [
          { place: { uri: subject.uri, span: first.slotsSpan }, message: en`${first.host} has ${first.slots} slots`.zh`${first.host} 有 ${first.slots} 个 slots` },
          { place: valuePlace(launch, use), message: en`the launcher is chosen here`.zh`此处选择了启动方式` },
        ],
      });
    }
  },
});
