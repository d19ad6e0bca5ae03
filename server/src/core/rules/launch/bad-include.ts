import { flagOf, type FlagUse } from '../../job/launch';
import { launcherOf } from '../../job/job';
import type { HostfileSubject } from '../../job/subjects';
import { nearest } from '../../text/nearest';
import { en, same, type Text } from '../../text/say';
import { defineRule } from '../define';
import { valuePlace } from './_places';

export default defineRule({
  name: 'bad-include',
  severity: 'error',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`An --include or --exclude that the launcher cannot use.`.zh`启动器无法使用的 --include 或 --exclude。`,
    why: en`The form is HOST:SLOT,SLOT joined by @: no ranges, no commas between hosts. Unknown hosts stop with "Hostname ... not found in hostfile". Since DeepSpeed 0.15.2 a host without slots in --include selects nothing and the launch ends in an IndexError.`
      .zh`格式为 HOST:SLOT,SLOT，多个主机用 @ 连接：不支持区间，主机之间不用逗号。未知主机报 "Hostname ... not found in hostfile"。自 DeepSpeed 0.15.2 起，--include 中不带 slot 的主机不会选中任何 GPU，启动以 IndexError 结束。`,
    bad: `
//- train.sh
deepspeed --hostfile hostfile --include worker-0:0-3@worker-9:0 train.py
                                        ^^^^^^^^^^^^^^^^^^^^^^^ error bad-include: 0-3
                                        ^^^^^^^^^^^^^^^^^^^^^^^ error bad-include: worker-9
//- hostfile
worker-0 slots=4
worker-1 slots=4
`,
    good: `
//- train.sh
deepspeed --hostfile hostfile --include worker-0:0,1,2,3@worker-1:0 train.py
//- hostfile
worker-0 slots=4
worker-1 slots=4
`,
    references: ['deepspeed/launcher/runner.py: parse_resource_filter @ 0.19'],
  },
  check({ job, hostfile }, report) {
    const launch = launcherOf(job, 'deepspeed');
    if (!launch) return;
    for (const dest of ['include', 'exclude']) {
      const use = flagOf(launch, dest);
      const text = use?.value?.value;
      if (!use || !text) continue;
      for (const problem of problems(use, text, dest === 'include', hosts(hostfile))) report({ at: valuePlace(launch, use), ...problem });
    }
  },
});

/** Slots by host; undefined when the hosts are not known. */
function hosts(hostfile: HostfileSubject | undefined): ReadonlyMap<string, number> | undefined {
  if (hostfile) {
    const lines = hostfile.hostfile.lines;
    return lines.every((l) => l.entry) ? new Map(lines.map((l) => [l.entry!.host, l.entry!.slots])) : undefined;
  }
  return undefined;
}

function* problems(use: FlagUse, text: string, include: boolean, known: ReadonlyMap<string, number> | undefined): Generator<{ message: Text; help?: Text }> {
  for (const part of text.split('@')) {
    const [host = '', slots, more] = part.split(':');
    if (more !== undefined) {
      yield { message: en`${use.name}: "${same(part)}" has too many colons: "too many values to unpack".`.zh`${use.name}："${same(part)}" 冒号过多："too many values to unpack"。` };
      continue;
    }
    if (known && !known.has(host)) {
      const meant = host.includes(',') ? undefined : nearest(host, known.keys());
      yield {
        message: en`${use.name}: the hostfile has no host "${same(host)}": "Hostname not found in hostfile".`.zh`${use.name}：hostfile 中没有主机 "${same(host)}"："Hostname not found in hostfile"。`,
        help: host.includes(',') ? en`Join hosts with @, not with commas.`.zh`主机之间用 @ 连接，不用逗号。` : meant ? en`Did you mean ${meant}?`.zh`是否想写 ${meant}？` : en`It has: ${[...known.keys()].slice(0, 8).join(', ')}.`.zh`其中有：${[...known.keys()].slice(0, 8).join('、')}。`,
      };
      continue;
    }
    if (slots === undefined) {
      if (include) yield { message: en`${use.name}: "${same(host)}" has no slots; since DeepSpeed 0.15.2 that selects no GPU and the launch ends in an IndexError.`.zh`${use.name}："${same(host)}" 没有 slot；自 DeepSpeed 0.15.2 起这不会选中任何 GPU，启动以 IndexError 结束。`, help: en`List the GPUs: ${host}:0,1,2,3.`.zh`请列出 GPU：${host}:0,1,2,3。` };
      continue;
    }
    const bad = slots.split(',').find((s) => !/^\s*[+-]?\d+\s*$/.test(s));
    if (bad !== undefined) {
      yield { message: en`${use.name}: "${same(bad)}" is no GPU number: "invalid literal for int()".`.zh`${use.name}："${same(bad)}" 不是 GPU 编号："invalid literal for int()"。`, help: /^\d+-\d+$/.test(bad) ? en`Ranges are not understood; list the numbers: 0,1,2,3.`.zh`不支持区间，请逐个列出：0,1,2,3。` : en`Write numbers joined by commas.`.zh`请写用逗号分隔的数字。` };
      continue;
    }
    const limit = known?.get(host);
    const beyond = limit === undefined ? undefined : slots.split(',').map(Number).find((s) => s >= limit);
    if (beyond !== undefined) yield { message: en`${use.name}: GPU ${beyond} of ${host} is beyond its ${limit!} slots (0 to ${limit! - 1}).`.zh`${use.name}：${host} 的 GPU ${beyond} 超出其 ${limit!} 个 slots（0 到 ${limit! - 1}）。` };
  }
}
