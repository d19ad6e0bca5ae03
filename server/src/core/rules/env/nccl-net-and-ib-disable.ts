import { en } from '../../text/say';
import { defineRule } from '../define';
import { besideOf, isOn, valueAt } from './_variables';

export default defineRule({
  name: 'nccl-net-and-ib-disable',
  severity: 'error',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`NCCL_NET=IB together with NCCL_IB_DISABLE=1.`.zh`同时设置了 NCCL_NET=IB 与 NCCL_IB_DISABLE=1。`,
    why: en`The one asks for InfiniBand and nothing else, the other takes it away: NCCL finds no network and stops when the first communicator comes up.`
      .zh`前者要求只使用 InfiniBand，后者又将其关闭：NCCL 找不到可用网络，在创建第一个 communicator 时报错退出。`,
    bad: `
//- .deepspeed_env
NCCL_NET=IB
         ^^ error nccl-net-and-ib-disable: NCCL_IB_DISABLE=1
NCCL_IB_DISABLE=1
`,
    good: `
//- .deepspeed_env
NCCL_NET=Socket
`,
    references: ['https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-net', 'https://github.com/NVIDIA/nccl/blob/master/src/plugin/net.cc'],
  },
  check(subject, report) {
    const { name, value } = subject.variable;
    if (name !== 'NCCL_NET' || value?.toLowerCase() !== 'ib') return;
    const disable = besideOf(subject, 'NCCL_IB_DISABLE');
    if (!disable || !isOn(disable)) return;
    report({
      at: valueAt(subject),
      message: en`NCCL_NET=${value} asks for InfiniBand alone and NCCL_IB_DISABLE=${disable.value!} turns it off: NCCL finds no network.`
        .zh`NCCL_NET=${value} 要求只用 InfiniBand，而 NCCL_IB_DISABLE=${disable.value!} 将其关闭：NCCL 找不到可用网络。`,
      help: en`Use NCCL_NET=Socket for TCP, or leave NCCL_IB_DISABLE out for InfiniBand.`.zh`走 TCP 用 NCCL_NET=Socket；走 InfiniBand 则去掉 NCCL_IB_DISABLE。`,
      because: [{ place: { uri: disable.uri, span: disable.nameSpan }, message: en`InfiniBand is turned off here`.zh`此处关闭了 InfiniBand` }],
    });
  },
});
