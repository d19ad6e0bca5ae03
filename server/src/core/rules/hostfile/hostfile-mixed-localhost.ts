import { en } from '../../text/say';
import { defineRule } from '../define';
import { isLoopback, isPlaceholderHost } from './_hosts';
import { deepspeedReads } from './_reader';

export default defineRule({
  name: 'hostfile-mixed-localhost',
  severity: 'info',
  since: '0.1.0',
  on: 'hostfile',
  docs: {
    summary: en`localhost stands beside other machines.`.zh`localhost 与其他机器写在一起。`,
    why: en`The name means whichever machine starts the launcher. Started elsewhere, the run takes another machine; with --no_ssh, where every node starts its own launcher and the first host is localhost, each node takes itself for the master and waits. Names are not resolved: localhost beside the machine's own name counts as two nodes on the same GPUs.`
      .zh`该名称指运行启动器的那台机器。换一台机器启动，参与训练的机器就变了；使用 --no_ssh（每个节点各自启动）且首台主机为 localhost 时，每个节点都把自己当成主节点并一直等待。启动器不解析主机名：localhost 与本机名同时出现会计为共用相同 GPU 的两个节点。`,
    bad: `
//- hostfile
localhost slots=8
^^^^^^^^^ info hostfile-mixed-localhost: beside worker-1
worker-1 slots=8
`,
    good: `
//- hostfile
worker-0 slots=8
worker-1 slots=8
`,
    references: ['deepspeed/launcher/runner.py:497 @ 0.19'],
  },
  check(subject, report) {
    if (deepspeedReads(subject) === 'no') return;
    const entries = subject.hostfile.lines.flatMap((l) => (l.entry ? [l.entry] : []));
    const other = entries.find((e) => !isLoopback(e.host) && !isPlaceholderHost(e.host));
    if (!other) return;
    for (const entry of entries.filter((e) => isLoopback(e.host)))
      report({
        at: entry.hostSpan,
        message: en`${entry.host} stands beside ${other.host}: it means whichever machine starts the launcher.`.zh`${entry.host} 与 ${other.host} 写在一起：它指的是运行启动器的那台机器。`,
        help: en`Write the name or address by which the other nodes reach this machine.`.zh`改写为其他节点能够访问到的本机名称或地址。`,
      });
  },
});
