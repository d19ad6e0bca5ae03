import { isFilePlace } from '../../model/fact';
import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';
import { jobsThatSee, valueAt } from './_variables';

export default defineRule({
  name: 'nccl-socket-ifname-single-node',
  severity: 'info',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`A run on one node names a network interface.`.zh`单机运行指定了网络接口。`,
    why: en`On one node NCCL only needs an address to bring its ranks together, and finds one by itself. A name copied from another machine stops the run where no interface has it: "Bootstrap : no socket interface found".`
      .zh`单机运行时，NCCL 只需要一个地址让各 rank 建立联系，会自行选择。从别的机器抄来的接口名在本机不存在时会报错退出："Bootstrap : no socket interface found"。`,
    bad: `
//- train.sh
export NCCL_SOCKET_IFNAME=eth0
                          ^^^^ info nccl-socket-ifname-single-node: one node
torchrun --standalone --nproc_per_node 8 train.py
`,
    good: `
//- train.sh
torchrun --standalone --nproc_per_node 8 train.py
`,
    references: ['https://github.com/EvolvingLMMs-Lab/open-r1-multimodal/issues/7'],
  },
  check(subject, report) {
    const { name, value } = subject.variable;
    if (name !== 'NCCL_SOCKET_IFNAME' || subject.document.kind !== 'script' || !value || /^\^|^=?lo$/.test(value)) return;
    const jobs = jobsThatSee(subject);
    if (jobs.length === 0 || jobs.some((j) => j.nodes?.value !== 1)) return;
    const { nodes } = jobs[0]!;
    report({
      at: valueAt(subject),
      message: en`The run is on one node, which needs no ${name}; a machine without ${value} stops: "Bootstrap : no socket interface found".`
        .zh`单机运行不需要 ${name}；没有 ${value} 接口的机器会报错退出："Bootstrap : no socket interface found"。`,
      help: en`Remove it.`.zh`删除它。`,
      because: nodes && isFilePlace(nodes.at) ? becauseOf(nodes, en`one node by this launch`.zh`此启动命令只用一个节点`) : [],
    });
  },
});
