import { isFilePlace } from '../../model/fact';
import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';
import { jobsThatSee, valueAt } from './_variables';

export default defineRule({
  name: 'nccl-socket-ifname-loopback',
  severity: 'error',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`NCCL is told to use the loopback interface, in a run on several nodes.`.zh`多机训练中让 NCCL 使用回环接口。`,
    why: en`The address of lo is 127.0.0.1 on every node: ranks offer each other an address that leads back to themselves, and the first communicator fails with "Connection refused" or waits until the timeout. The launcher reads .deepspeed_env only for runs on several nodes.`
      .zh`每个节点上 lo 的地址都是 127.0.0.1：各 rank 相互告知的地址指向自己，创建第一个 communicator 时报 "Connection refused" 或一直等到超时。启动器只在多机运行时读取 .deepspeed_env。`,
    bad: `
//- .deepspeed_env
NCCL_SOCKET_IFNAME=lo
                   ^^ error nccl-socket-ifname-loopback: loopback
`,
    good: `
//- .deepspeed_env
NCCL_SOCKET_IFNAME=eth0
`,
    references: ['https://github.com/NVIDIA/nccl/issues/286', 'https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-socket-ifname'],
  },
  check(subject, report) {
    const { name, value } = subject.variable;
    if (name !== 'NCCL_SOCKET_IFNAME' || value === undefined || !/^=?lo(,lo)*$/.test(value)) return;
    const jobs = jobsThatSee(subject);
    const several = jobs.find((j) => (j.nodes?.value ?? 0) > 1);
    if (!several && (subject.document.kind !== 'env' || jobs.some((j) => j.nodes !== undefined))) return;
    const nodes = several?.nodes;
    report({
      at: valueAt(subject),
      message: nodes
        ? en`${name}=${value} on ${nodes.value} nodes: the loopback interface reaches no other machine.`.zh`在 ${nodes.value} 个节点上设置 ${name}=${value}：回环接口无法连接其他机器。`
        : en`${name}=${value}: the loopback interface reaches no other machine, and the file is read for several nodes only.`.zh`${name}=${value}：回环接口无法连接其他机器，而此文件只在多机运行时读取。`,
      help: en`Name the interface that the nodes share, exclude the others (^lo,docker0), or leave it unset.`.zh`填写各节点互通的接口，或排除其他接口（^lo,docker0），或不设置。`,
      because: nodes && isFilePlace(nodes.at) ? becauseOf(nodes, en`the number of nodes is read here`.zh`节点数取自此处`) : [],
    });
  },
});
