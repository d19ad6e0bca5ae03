import { en, same, type Text } from '../../text/say';
import type { HostLine } from '../../syntax/hostfile';
import { invisible } from '../../text/invisible';
import { distance } from '../../text/nearest';
import { defineRule, type FixDraft } from '../define';
import { isPlaceholderHost } from './_hosts';
import { deepspeedReads } from './_reader';

export default defineRule({
  name: 'hostfile-bad-line',
  severity: 'error',
  since: '0.1.0',
  on: 'hostfile',
  docs: {
    summary: en`A hostfile line that is not "HOST slots=N".`.zh`hostfile 中有不符合 "HOST slots=N" 格式的行。`,
    why: en`The deepspeed launcher stops before it starts anything: "Hostfile contains a bad entry". The name, blanks, then slots= and a number, without a blank around the sign and in lower case. MPI's HOST:N and a bare HOST do not pass.`
      .zh`deepspeed 启动器会在启动任何进程之前报错退出："Hostfile contains a bad entry"。正确写法是主机名、空白，再加小写的 slots= 和数字，等号两侧不能有空格。MPI 的 HOST:N 写法和只写主机名都不行。`,
    bad: `
//- hostfile
worker-0 slots=8
worker-1:8
^^^^^^^^^^ error hostfile-bad-line: "Hostfile contains a bad entry: worker-1:8
worker-2 slots = 8
^^^^^^^^^^^^^^^^^^ error hostfile-bad-line
worker-3 gpus=8
^^^^^^^^^^^^^^^ error hostfile-bad-line
`,
    good: `
//- hostfile
worker-0 slots=8
worker-1 slots=8
worker-2 slots=8
worker-3 slots=8
`,
    fixSafety: en`Safe where the line says the number of slots in another form: the launcher stops on it as it stands. A number taken from the other lines is a guess, and unsafe.`
      .zh`该行以其他写法给出 slots 数时是安全的：原样启动必然报错。slots 数取自其他行时属于推测，不安全。`,
    references: ['deepspeed/launcher/runner.py:266 @ 0.19', 'https://github.com/deepspeedai/DeepSpeed/issues/3669'],
  },
  check(subject, report) {
    const reader = deepspeedReads(subject);
    if (reader === 'no') return;
    const { lines } = subject.hostfile;
    for (const line of lines) {
      if (line.entry || invisible.test(line.text) || isPlaceholderHost(line.text)) continue;
      report({
        at: line.span,
        message: en`The line is not "HOST slots=N", and the launcher stops: "Hostfile contains a bad entry: ${shown(line.text)}".`
          .zh`该行不是 "HOST slots=N" 格式，启动器会报错退出："Hostfile contains a bad entry: ${shown(line.text)}"。`,
        help: help(line),
        ...fixOf(line, lines),
      });
    }
  },
});

const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function help(line: HostLine): Text {
  const meant = rewritten(line.text);
  if (meant) return en`Write: ${meant.text}`.zh`应写为：${meant.text}`;
  const host = /^[^\s=:]+/.exec(line.text)?.[0];
  return host === undefined ? en`Write the host, a blank, then slots= and its number of GPUs.`.zh`依次写主机名、空格、slots= 和 GPU 数。` : en`Write: ${host} slots=N, N being its number of GPUs.`.zh`应写为：${host} slots=N，N 为该机 GPU 数。`;
}

function fixOf(line: HostLine, lines: readonly HostLine[]): { readonly fix?: FixDraft } {
  const meant = rewritten(line.text);
  if (meant) return { fix: { title: en`Write "${meant.text}"`.zh`改为 "${meant.text}"`, safety: meant.plain ? 'safe' : 'unsafe', edits: [{ span: line.span, newText: meant.text }] } };
  const slots = new Set(lines.flatMap((l) => (l.entry ? [l.entry.slots] : [])));
  const bare = /^[^\s:=,;#]+$/.test(line.text);
  if (!bare || slots.size !== 1) return {};
  const guess = same(`${line.text} slots=${[...slots][0]!}`);
  return { fix: { title: en`Write "${guess}", as the other hosts have`.zh`按其他主机改为 "${guess}"`, safety: 'unsafe', edits: [{ span: line.span, newText: guess.en }] } };
}

/** Machines have no more GPUs than this; a larger number behind a colon is a port. */
const mostSlots = 16;
const otherWords = ['gpu', 'gpus', 'num_gpus', 'ngpus', 'slot'];

/** The line as the launcher reads it, where it says host and slots in another form. `plain`: it can mean nothing else. */
export function rewritten(text: string): { readonly text: string; readonly plain: boolean } | undefined {
  const [, body = '', note = ''] = /^(.*?)(\s*#.*)?$/s.exec(text)!;
  const of = (host: string, slots: string, plain: boolean, rest = '') => ({ text: `${host} slots=${slots}${rest}${note}`, plain });
  const colon = /^([^\s:]+):(\d{1,2})$/.exec(body);
  if (colon) return Number(colon[2]) <= mostSlots ? of(colon[1]!, colon[2]!, true) : undefined;
  const pair = /^([^\s=:,;]+)[\s,;:]+([A-Za-z_]+)\s*[=:]\s*(\d+)$/.exec(body);
  if (pair && meansSlots(pair[2]!)) return of(pair[1]!, pair[3]!, true);
  const number = /^([^\s=:,;]+)\s+(\d{1,2})$/.exec(body);
  if (number && Number(number[2]) <= mostSlots) return of(number[1]!, number[2]!, false);
  const [, host, word = '', count, slots] = /^([^\s=]+)\s+(gpus?|max[-_]slots)=(\d+)\s+slots=(\d+)$/.exec(body) ?? [];
  if (host === undefined || slots === undefined) return undefined;
  if (word.startsWith('max')) return of(host, slots, true, ` ${word}=${count}`);
  return count === slots ? of(host, slots, true) : undefined;
}

const meansSlots = (word: string): boolean => {
  const lower = word.toLowerCase();
  return otherWords.includes(lower) || distance(lower, 'slots', 2) <= (lower.length >= 4 ? 2 : 1);
};
