import type { HostEntry } from '../../syntax/hostfile';
import { en } from '../../text/say';
import { defineRule, type FixDraft } from '../define';
import { deepspeedReads } from './_reader';

export default defineRule({
  name: 'hostfile-dropped-text',
  severity: 'warning',
  since: '0.1.0',
  on: 'hostfile',
  docs: {
    summary: en`Text behind the number of slots that the launcher drops.`.zh`slots 数字之后的内容会被启动器丢弃。`,
    why: en`The launcher reads the host and the digits and looks at nothing behind them: a second host in the line is never used, slots=4.5 and slots=4x are 4. A note behind # is fine, and so is max_slots, which MPI reads.`
      .zh`启动器只读取主机名和数字，其后的内容一概不看：同一行里的第二台主机不会被使用，slots=4.5 和 slots=4x 都按 4 处理。# 之后的备注没有问题，供 MPI 读取的 max_slots 也没有问题。`,
    bad: `
//- hostfile
worker-0 slots=8,worker-1 slots=8
                ^^^^^^^^^^^^^^^^^ warning hostfile-dropped-text: ",worker-1 slots=8"
worker-2 slots=8;
                ^ warning hostfile-dropped-text
`,
    good: `
//- hostfile
worker-0 slots=8 # rack 1
worker-1 slots=8 max_slots=8
worker-2 slots=8
`,
    fixSafety: en`Safe for a lone sign, which nothing reads. Unsafe where it puts a second host on a line of its own: the run gets more ranks.`
      .zh`删除没有作用的单个符号是安全的。把第二台主机移到单独一行不安全：运行的 rank 数会增加。`,
    references: ['deepspeed/launcher/runner.py:247 @ 0.19'],
  },
  check(subject, report) {
    const reader = deepspeedReads(subject);
    if (reader === 'no') return;
    for (const { entry } of subject.hostfile.lines) {
      const rest = entry && subject.text.slice(entry.restSpan.start, entry.restSpan.end);
      if (!entry || !rest || isNote(rest) || (reader === 'likely' && isOption(rest))) continue;
      const blanks = rest.length - rest.trimStart().length;
      report({
        at: { start: entry.restSpan.start + blanks, end: entry.restSpan.end },
        message: en`The launcher reads ${entry.host} with ${entry.slots} slots and drops "${shown(rest.trim())}".`.zh`启动器读到 ${entry.host} 的 slots 为 ${entry.slots}，丢弃 "${shown(rest.trim())}"。`,
        help: secondHost(rest) ? en`Give each host a line of its own.`.zh`每台主机单独写一行。` : en`Remove it, or put a # before it if it is a note.`.zh`删除它；若是备注，在前面加 #。`,
        ...fixOf(entry, rest, subject.text),
      });
    }
  },
});

const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
const isNote = (rest: string): boolean => /^(\s*#|\s+(\/\/|;|--|max[-_]slots=))/i.test(rest);
/** Blank-separated `name=value`: other readers have such options. */
const isOption = (rest: string): boolean => /^(\s+[A-Za-z_-]+=\S*)+\s*$/.test(rest);
const secondHost = (rest: string): { readonly host: string; readonly at: number } | undefined => {
  const match = /^([\s,;|]+)([^\s=,;|]+\s+slots=\d+)/.exec(rest);
  return match ? { host: match[2]!, at: match[1]!.length } : undefined;
};

function fixOf(entry: HostEntry, rest: string, text: string): { readonly fix?: FixDraft } {
  if (/^\s*[,;.:]$/.test(rest)) return { fix: { title: en`Remove the "${rest.trim()}"`.zh`删除 "${rest.trim()}"`, safety: 'safe', edits: [{ span: entry.restSpan, newText: '' }] } };
  const second = secondHost(rest);
  if (!second) return {};
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const span = { start: entry.restSpan.start, end: entry.restSpan.start + second.at };
  return { fix: { title: en`Move the next host to a line of its own`.zh`将下一台主机移到单独一行`, safety: 'unsafe', edits: [{ span, newText: newline }] } };
}
