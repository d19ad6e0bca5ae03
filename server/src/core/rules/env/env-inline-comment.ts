import { en } from '../../text/say';
import { defineRule } from '../define';

export default defineRule({
  name: 'env-inline-comment',
  severity: 'warning',
  since: '0.1.0',
  on: 'env',
  docs: {
    summary: en`A note behind a value in .deepspeed_env.`.zh`.deepspeed_env 的值后面写了备注。`,
    why: en`The file has no comments, so the note is part of the value: "1 # note" is what the program gets. NCCL reads the 1 and stops there; a path or a name with a note is not found.`
      .zh`该文件不支持注释，备注会成为值的一部分：程序得到的是 "1 # note"。NCCL 读到 1 就停止；路径或名称带上备注则找不到。`,
    bad: `
//- .deepspeed_env
NCCL_SOCKET_IFNAME=eth0 # rack 1
                        ^^^^^^^^ warning env-inline-comment: "eth0 # rack 1"
`,
    good: `
//- .deepspeed_env
NCCL_SOCKET_IFNAME=eth0
`,
    fixSafety: en`Unsafe: the program gets another value than before.`.zh`不安全：程序得到的值与之前不同。`,
    references: ['deepspeed/launcher/runner.py:622 @ 0.19', 'deepspeed/launcher/multinode_runner.py:38 @ 0.19'],
  },
  check(subject, report) {
    for (const { entry } of subject.env.lines) {
      if (!entry || entry.name.startsWith('#')) continue;
      const note = /\s+#.*$/s.exec(/^(['"]).*?\1/.exec(entry.value) ? entry.value.replace(/^(['"]).*?\1/, (q) => '_'.repeat(q.length)) : entry.value);
      if (!note) continue;
      const end = entry.valueSpan.end;
      const start = entry.valueSpan.start + note.index;
      report({
        at: { start: start + note[0].length - note[0].trimStart().length, end },
        message: en`.deepspeed_env has no comments: ${entry.name} becomes "${shown(entry.value)}".`.zh`.deepspeed_env 不支持注释：${entry.name} 的值为 "${shown(entry.value)}"。`,
        help: en`Remove the note.`.zh`删除备注。`,
        fix: { title: en`Remove the note`.zh`删除备注`, safety: 'unsafe', edits: [{ span: { start, end }, newText: '' }] },
      });
    }
  },
});

const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
