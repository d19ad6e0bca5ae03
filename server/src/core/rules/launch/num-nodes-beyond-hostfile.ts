import { flagOf } from '../../job/launch';
import { launcherOf } from '../../job/job';
import { intFlag } from '../../job/world';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { valuePlace } from './_places';

export default defineRule({
  name: 'num-nodes-beyond-hostfile',
  severity: 'warning',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`--num_nodes asks for more machines than the launcher has.`.zh`--num_nodes 超过启动器可用的机器数。`,
    why: en`The deepspeed launcher takes the first N hosts of the hostfile. Where there are fewer, it starts on those without a message; with no hostfile at all it trains on this machine alone.`
      .zh`deepspeed 启动器取 hostfile 的前 N 台主机。主机不足时会静默地只用现有主机；完全没有 hostfile 时只在本机训练。`,
    bad: `
//- train.sh
deepspeed --hostfile hostfile --num_nodes 4 train.py
                                          ^ warning num-nodes-beyond-hostfile: 2 hosts
//- hostfile
worker-0 slots=8
worker-1 slots=8
`,
    good: `
//- train.sh
deepspeed --hostfile hostfile --num_nodes 2 train.py
//- hostfile
worker-0 slots=8
worker-1 slots=8
`,
    references: ['deepspeed/launcher/runner.py: main @ 0.19'],
  },
  check({ job, hostfile }, report) {
    const launch = launcherOf(job, 'deepspeed');
    const use = launch && flagOf(launch, 'num_nodes');
    const nodes = launch && intFlag(launch, 'num_nodes');
    if (!launch || !use || !nodes || nodes.value <= 1 || flagOf(launch, 'no_ssh')) return;
    if (!job.hostfile && !flagOf(launch, 'hostfile') && !launch.openEnded) {
      report({
        at: valuePlace(launch, use),
        message: en`--num_nodes ${nodes.value} without --hostfile: the launcher looks for machines in /job/hostfile only, and trains on this one alone where there is none.`.zh`有 --num_nodes ${nodes.value} 而没有 --hostfile：启动器只在 /job/hostfile 中查找机器，若不存在则只在本机训练。`,
        help: en`Give --hostfile FILE with a line "host slots=N" for each machine.`.zh`请用 --hostfile FILE 指定文件，每台机器一行 "host slots=N"。`,
      });
      return;
    }
    const entries = hostfile?.hostfile.lines.filter((l) => l.entry) ?? [];
    if (!hostfile || entries.length === 0 || entries.length !== hostfile.hostfile.lines.length || entries.length >= nodes.value) return;
    report({
      at: valuePlace(launch, use),
      message: en`--num_nodes ${nodes.value}, but the hostfile has ${entries.length} hosts; the launcher starts on those without a message.`.zh`--num_nodes ${nodes.value}，但 hostfile 只有 ${entries.length} 台主机；启动器会静默地只用这些主机。`,
      help: en`Add the missing hosts, or write ${entries.length}.`.zh`请补全主机，或改为 ${entries.length}。`,
      because: entries.map((l) => ({ place: { uri: hostfile.uri, span: l.entry!.hostSpan }, message: en`a host`.zh`主机` })),
    });
  },
});
