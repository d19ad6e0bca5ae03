import { en } from '../../text/say';
import type { HostEntry } from '../../syntax/hostfile';
import { defineRule } from '../define';
import { isPlaceholderHost } from './_hosts';
import { deepspeedReads } from './_reader';

export default defineRule({
  name: 'hostfile-duplicate-host',
  severity: 'error',
  since: '0.1.0',
  on: 'hostfile',
  docs: {
    summary: en`A host that stands in the hostfile twice.`.zh`hostfile 中同一主机出现了两次。`,
    why: en`The deepspeed launcher stops while it reads the file: "Hostfile contains multiple entries for" the host. Slots of two lines are not added up, as MPI does. Names are compared letter by letter: W0 and w0 are two hosts.`
      .zh`deepspeed 启动器读取文件时即报错退出："Hostfile contains multiple entries for ..."。它不会像 MPI 那样把两行的 slots 相加。主机名逐字比较，W0 与 w0 视为两台主机。`,
    bad: `
//- hostfile
worker-0 slots=8
worker-1 slots=8
worker-0 slots=8
^^^^^^^^ error hostfile-duplicate-host: "Hostfile contains multiple entries for worker-0"
`,
    good: `
//- hostfile
worker-0 slots=8
worker-1 slots=8
worker-2 slots=8
`,
    fixSafety: en`Unsafe: the line goes, and with a misspelt name that is a host less.`.zh`不安全：会删除该行；若只是主机名写错，就会少一台主机。`,
    references: ['deepspeed/launcher/runner.py:262 @ 0.19'],
  },
  check(subject, report) {
    if (deepspeedReads(subject) === 'no') return;
    const seen = new Map<string, HostEntry>();
    for (const { line, entry } of subject.hostfile.lines) {
      if (!entry || isPlaceholderHost(entry.host)) continue;
      const first = seen.get(entry.host);
      if (!first) {
        seen.set(entry.host, entry);
        continue;
      }
      report({
        at: entry.hostSpan,
        message: en`${entry.host} stands here a second time, and the launcher stops: "Hostfile contains multiple entries for ${entry.host}".`
          .zh`${entry.host} 在此第二次出现，启动器会报错退出："Hostfile contains multiple entries for ${entry.host}"。`,
        help: en`Give each host one line; its slots are the GPUs of the whole machine.`.zh`每台主机只写一行，slots 为整机的 GPU 数。`,
        because: [{ place: { uri: subject.uri, span: first.hostSpan }, message: en`${entry.host} slots=${first.slots} stands here first`.zh`${entry.host} slots=${first.slots} 首次出现在此` }],
        fix: { title: en`Remove this line`.zh`删除此行`, safety: 'unsafe', edits: [{ span: subject.document.source.lines.fullLineSpan(line), newText: '' }] },
      });
    }
  },
});
