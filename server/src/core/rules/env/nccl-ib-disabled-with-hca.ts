import { en } from '../../text/say';
import { defineRule } from '../define';
import { besideOf, isOn, shownValue } from './_variables';

export default defineRule({
  name: 'nccl-ib-disabled-with-hca',
  severity: 'warning',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`InfiniBand devices are chosen and InfiniBand is turned off.`.zh`指定了 InfiniBand 设备，同时又关闭了 InfiniBand。`,
    why: en`NCCL's own InfiniBand transport does not look at NCCL_IB_HCA once NCCL_IB_DISABLE is 1: traffic between nodes goes over TCP, often many times slower. A transport plugin (HPC-X) reads the devices and not NCCL_IB_DISABLE. Either way one of the two lines has no effect.`
      .zh`NCCL_IB_DISABLE 为 1 时，NCCL 自带的 InfiniBand 传输不再读取 NCCL_IB_HCA：节点间流量走 TCP，速度往往慢很多倍。传输插件（HPC-X）则读取设备列表而不看 NCCL_IB_DISABLE。无论哪种情况，两行中总有一行不起作用。`,
    bad: `
//- .deepspeed_env
NCCL_IB_DISABLE=1
NCCL_IB_HCA=mlx5_0,mlx5_1
^^^^^^^^^^^ warning nccl-ib-disabled-with-hca: NCCL_IB_DISABLE=1
`,
    good: `
//- .deepspeed_env
NCCL_IB_HCA=mlx5_0,mlx5_1
`,
    references: ['https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-ib-disable'],
  },
  check(subject, report) {
    const { name, nameSpan, value } = subject.variable;
    if (name !== 'NCCL_IB_HCA' || !value) return;
    const disable = besideOf(subject, 'NCCL_IB_DISABLE');
    if (!disable || !isOn(disable)) return;
    report({
      at: nameSpan,
      message: en`NCCL_IB_HCA=${shownValue(value)} chooses InfiniBand devices, and NCCL_IB_DISABLE=${disable.value!} turns InfiniBand off.`
        .zh`NCCL_IB_HCA=${shownValue(value)} 指定了 InfiniBand 设备，而 NCCL_IB_DISABLE=${disable.value!} 关闭了 InfiniBand。`,
      help: en`Remove NCCL_IB_DISABLE to use the devices, or NCCL_IB_HCA to stay on TCP.`.zh`要使用这些设备就删除 NCCL_IB_DISABLE；要走 TCP 就删除 NCCL_IB_HCA。`,
      because: [{ place: { uri: disable.uri, span: disable.nameSpan }, message: en`InfiniBand is turned off here`.zh`此处关闭了 InfiniBand` }],
    });
  },
});
