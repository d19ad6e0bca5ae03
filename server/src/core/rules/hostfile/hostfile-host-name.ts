import type { HostEntry } from '../../syntax/hostfile';
import { invisible } from '../../text/invisible';
import { en, type Text } from '../../text/say';
import { defineRule, type FixDraft } from '../define';
import { expandRange, isPlaceholderHost } from './_hosts';
import { deepspeedReads } from './_reader';

export default defineRule({
  name: 'hostfile-host-name',
  severity: 'error',
  since: '0.1.0',
  on: 'hostfile',
  docs: {
    summary: en`A host's name with signs that no machine has in its name.`.zh`主机名中含有主机名不可能有的符号。`,
    why: en`Everything up to the first blank is the host, taken letter by letter for ssh and pdsh. A range like node[1-4] is one host to DeepSpeed, // and ; begin no comment, and a comma or colon at the end belongs to the name: ssh finds no such machine.`
      .zh`第一个空白之前的内容全部作为主机名，原样交给 ssh 和 pdsh。node[1-4] 这样的范围对 DeepSpeed 来说是一台主机，// 和 ; 不是注释，末尾的逗号或冒号也属于主机名：ssh 找不到这台机器。`,
    bad: `
//- hostfile
node[1-4] slots=8
^^^^^^^^^ error hostfile-host-name: one host
//node5 slots=8
^^^^^^^ error hostfile-host-name: "//node5"
node6, slots=8
^^^^^^ error hostfile-host-name: "node6,"
`,
    good: `
//- hostfile
node1 slots=8
node2 slots=8
#node5 slots=8
node6 slots=8
`,
    fixSafety: en`Safe where a sign behind the name goes. Unsafe where hosts come or go: the number of ranks changes.`.zh`删除名称末尾的符号是安全的。增减主机不安全：rank 数会改变。`,
    references: ['deepspeed/launcher/runner.py:247 @ 0.19', 'deepspeed/launcher/runner.py:486 @ 0.19', 'deepspeed/launcher/multinode_runner.py:84 @ 0.19'],
  },
  check(subject, report) {
    if (deepspeedReads(subject) === 'no') return;
    for (const { entry, span } of subject.hostfile.lines) {
      if (!entry || isPlaceholderHost(entry.host) || invisible.test(entry.host)) continue;
      const range = expandRange(entry.host);
      if (range) {
        report({
          at: entry.hostSpan,
          message: en`"${entry.host}" is one host to DeepSpeed, not ${range.length}: ranges are not expanded.`.zh`DeepSpeed 将 "${entry.host}" 当作一台主机，而不是 ${range.length} 台：它不展开范围。`,
          help: en`Write one line a host.`.zh`每台主机写一行。`,
          fix: { title: en`Write ${range.length} lines`.zh`展开为 ${range.length} 行`, safety: 'unsafe', edits: [{ span, newText: written(entry, range, subject.text) }] },
        });
      } else if (odd(entry.host)) {
        report({
          at: entry.hostSpan,
          message: en`The host's name is "${entry.host}", sign for sign, and ssh finds no such machine.`.zh`主机名会逐字取为 "${entry.host}"，ssh 找不到这台机器。`,
          ...remedy(entry),
        });
      }
    }
  },
});

const odd = (host: string): boolean => /^(\/\/|-|;)/.test(host) || /[,;"'()|&\\`*?!]/.test(host) || /^[^:]+:$/.test(host);

function remedy(entry: HostEntry): { readonly help: Text; readonly fix?: FixDraft } {
  const { host, hostSpan } = entry;
  if (/^(\/\/|;)/.test(host)) {
    const sign = host.startsWith(';') ? 1 : 2;
    return {
      help: en`A comment begins with #.`.zh`注释以 # 开头。`,
      fix: { title: en`Make the line a comment`.zh`将该行改为注释`, safety: 'unsafe', edits: [{ span: { start: hostSpan.start, end: hostSpan.start + sign }, newText: '#' }] },
    };
  }
  const bare = /^["']?([\w.@%-]+)["']?[,;:]?$/.exec(host)?.[1];
  if (bare === undefined || bare.startsWith('-')) return { help: en`Write the host's name alone, then a blank and slots=.`.zh`只写主机名，再加空格和 slots=。` };
  return {
    help: en`Write: ${bare} slots=${entry.slots}`.zh`应写为：${bare} slots=${entry.slots}`,
    fix: { title: en`Change to ${bare}`.zh`改为 ${bare}`, safety: 'safe', edits: [{ span: hostSpan, newText: bare }] },
  };
}

function written(entry: HostEntry, hosts: readonly string[], text: string): string {
  const rest = text.slice(entry.hostSpan.end, entry.restSpan.end);
  return hosts.map((h) => h + rest).join(text.includes('\r\n') ? '\r\n' : '\n');
}
