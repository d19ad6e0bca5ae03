import { en } from '../../text/say';
import { defineRule } from '../define';
import { deepspeedReads } from './_reader';

export default defineRule({
  name: 'hostfile-empty',
  severity: 'error',
  since: '0.1.0',
  on: 'hostfile',
  docs: {
    summary: en`The hostfile that a launch names has no host.`.zh`启动命令指定的 hostfile 中没有任何主机。`,
    why: en`The launcher stops: "Hostfile is empty or not formatted correctly". A file that is not there at all would only mean a run on this machine alone.`
      .zh`启动器会报错退出："Hostfile is empty or not formatted correctly"。而文件不存在时，只会在本机单独运行。`,
    bad: `
//- train.sh
deepspeed --hostfile hostfile train.py
//- hostfile
# worker-0 slots=8
^ error hostfile-empty: "Hostfile is empty or not formatted correctly"
# worker-1 slots=8
`,
    good: `
//- train.sh
deepspeed --hostfile hostfile train.py
//- hostfile
worker-0 slots=8
worker-1 slots=8
`,
    references: ['deepspeed/launcher/runner.py:270 @ 0.19'],
  },
  check(subject, report) {
    if (deepspeedReads(subject) !== 'known' || subject.hostfile.lines.length > 0) return;
    report({
      at: { start: 0, end: 0 },
      message: en`No line of this hostfile names a host, and the launcher stops: "Hostfile is empty or not formatted correctly".`
        .zh`该 hostfile 没有任何主机行，启动器会报错退出："Hostfile is empty or not formatted correctly"。`,
      help: en`Write one line a machine, like "worker-0 slots=8"; for this machine alone leave --hostfile out.`.zh`每台机器写一行，如 "worker-0 slots=8"；只用本机时去掉 --hostfile。`,
    });
  },
});
