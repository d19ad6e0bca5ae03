import type { EnvLine } from '../../syntax/env';
import { en } from '../../text/say';
import { defineRule } from '../define';

export default defineRule({
  name: 'env-duplicate',
  severity: 'warning',
  since: '0.1.0',
  on: 'env',
  docs: {
    summary: en`A variable that .deepspeed_env sets twice.`.zh`.deepspeed_env 中同一变量设置了两次。`,
    why: en`The launcher keeps one value a name, the last one. The earlier line has no effect.`.zh`每个名称只保留一个值，即最后一个。前面的行不起作用。`,
    bad: `
//- .deepspeed_env
NCCL_SOCKET_IFNAME=eth0
^^^^^^^^^^^^^^^^^^ warning env-duplicate: eth1
NCCL_DEBUG=WARN
NCCL_SOCKET_IFNAME=eth1
`,
    good: `
//- .deepspeed_env
NCCL_DEBUG=WARN
NCCL_SOCKET_IFNAME=eth1
`,
    fixSafety: en`Safe: nothing reads the earlier line.`.zh`安全：前面的行本来就不起作用。`,
    references: ['deepspeed/launcher/multinode_runner.py:41 @ 0.19'],
  },
  check(subject, report) {
    const last = new Map<string, EnvLine>();
    for (const line of subject.env.lines) if (line.entry) last.set(line.entry.name, line);
    for (const line of subject.env.lines) {
      const { entry } = line;
      const later = entry && last.get(entry.name);
      if (!entry || !later || later === line || !/^(export\s+)?[A-Za-z_]\w*$/.test(entry.name)) continue;
      report({
        at: entry.nameSpan,
        message: en`${entry.name} is set again in line ${later.line + 1}, to ${shown(later.entry!.value)}: this line has no effect.`
          .zh`${entry.name} 在第 ${later.line + 1} 行再次设置为 ${shown(later.entry!.value)}：此行不起作用。`,
        help: en`Keep one of the two.`.zh`两行只保留一行。`,
        because: [{ place: { uri: subject.uri, span: later.entry!.nameSpan }, message: en`the value that counts`.zh`此处的值生效` }],
        tags: ['unnecessary'],
        fix: { title: en`Remove this line`.zh`删除此行`, safety: 'safe', edits: [{ span: subject.document.source.lines.fullLineSpan(line.line), newText: '' }] },
      });
    }
  },
});

const shown = (value: string): string => (value === '' ? '""' : value.length > 40 ? `${value.slice(0, 40)}…` : value);
