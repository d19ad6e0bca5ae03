import { variable } from '../../catalog/env';
import { parsed } from '../../catalog/env-values';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { shownValue, valueAt } from './_variables';

export default defineRule({
  name: 'gloo-socket-ifname-pattern',
  severity: 'warning',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`NCCL's signs in GLOO_SOCKET_IFNAME.`.zh`GLOO_SOCKET_IFNAME 中使用了 NCCL 的写法。`,
    why: en`Gloo looks up each name as it stands: ^ and = are part of it, and beginnings of names match nothing. As soon as a process group of the gloo backend comes up, which torch's default makes, it stops: "Unable to find address for: ^lo".`
      .zh`Gloo 按完整名称查找接口：^ 和 = 会成为名称的一部分，也不支持前缀匹配。一旦创建 gloo 后端的进程组（torch 的默认后端就包含它），就会报错："Unable to find address for: ^lo"。`,
    bad: `
//- .deepspeed_env
GLOO_SOCKET_IFNAME=^lo,docker0
                   ^ warning gloo-socket-ifname-pattern: "^lo,docker0"
`,
    good: `
//- .deepspeed_env
GLOO_SOCKET_IFNAME=eth0
`,
    references: ['https://github.com/pytorch/gloo/blob/main/gloo/transport/tcp/device.cc', 'torch/csrc/distributed/c10d/ProcessGroupGloo.cpp'],
  },
  check(subject, report) {
    const { name, value } = subject.variable;
    const known = variable(name);
    if (known?.parse !== 'interface-names' || value === undefined) return;
    const result = parsed(known, value);
    if (result?.kind !== 'other') return;
    report({
      at: valueAt(subject, result.at),
      message: en`Gloo looks for interfaces named "${shownValue(value)}" sign for sign; ^ and = are NCCL's.`.zh`Gloo 会逐字查找名为 "${shownValue(value)}" 的接口；^ 和 = 是 NCCL 的写法。`,
      help: en`Give the full name of an interface (ip -br addr lists them), or leave it unset.`.zh`填写完整的接口名（用 ip -br addr 查看），或不设置该变量。`,
    });
  },
});
