import { codePoint, invisible } from '../../text/invisible';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { deepspeedReads } from './_reader';

export default defineRule({
  name: 'hostfile-invisible-character',
  severity: 'error',
  since: '0.1.0',
  on: 'hostfile',
  docs: {
    summary: en`A byte order mark or zero-width character in a host's line.`.zh`主机行中含有字节顺序标记（BOM）或零宽字符。`,
    why: en`The launcher opens the file as plain UTF-8, so the mark that some editors write at its beginning becomes the first letter of the first host. ssh finds no such machine: "host=… was not reachable via ssh". Before a comment it turns the line into a bad entry.`
      .zh`启动器按普通 UTF-8 打开文件，某些编辑器写在文件开头的 BOM 会成为第一台主机名的首字符。ssh 找不到这台机器："host=… was not reachable via ssh"。若 BOM 在注释之前，该行就成了错误条目。`,
    bad: `
//- hostfile
\uFEFFworker-0 slots=8
^ error hostfile-invisible-character: U+FEFF
worker-1 slots=8
`,
    good: `
//- hostfile
worker-0 slots=8
worker-1 slots=8
`,
    fixSafety: en`Safe: no host has the character in its name, so the run stops with it.`.zh`安全：没有主机名含有该字符，保留它必然无法运行。`,
    references: ['deepspeed/launcher/runner.py:237 @ 0.19', 'deepspeed/launcher/runner.py:491 @ 0.19'],
  },
  check(subject, report) {
    if (deepspeedReads(subject) === 'no') return;
    for (const { span, text, entry } of subject.hostfile.lines) {
      // Behind the digits nothing is read.
      const read = entry ? text.slice(0, entry.slotsSpan.start - span.start) : text;
      const match = invisible.exec(read);
      if (!match) continue;
      const at = { start: span.start + match.index, end: span.start + match.index + 1 };
      const code = codePoint(match[0]);
      report({
        at,
        message: entry
          ? en`The invisible character ${code} belongs to the host's name, which ssh does not find.`.zh`不可见字符 ${code} 会成为主机名的一部分，ssh 找不到该主机。`
          : en`The invisible character ${code} makes this line a bad entry, and the launcher stops: "Hostfile contains a bad entry".`
              .zh`不可见字符 ${code} 使该行成为错误条目，启动器会报错退出："Hostfile contains a bad entry"。`,
        help: en`Save the file as UTF-8 without a byte order mark.`.zh`将文件保存为不带 BOM 的 UTF-8。`,
        fix: { title: en`Remove the invisible characters`.zh`删除不可见字符`, safety: 'safe', edits: marksIn(read).map((i) => ({ span: { start: span.start + i, end: span.start + i + 1 }, newText: '' })) },
      });
    }
  },
});

const marksIn = (text: string): readonly number[] => [...text.matchAll(new RegExp(invisible, 'g'))].map((m) => m.index);
