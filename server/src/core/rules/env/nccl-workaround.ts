import { en } from '../../text/say';
import { defineRule } from '../define';
import { isConsumerGpu, isDataCenterGpu, isInfiniBand } from './_hardware';
import { besideOf, isOn } from './_variables';

export default defineRule({
  name: 'nccl-workaround',
  severity: 'info',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`NCCL_P2P_DISABLE=1 and NCCL_IB_DISABLE=1 together.`.zh`同时设置了 NCCL_P2P_DISABLE=1 和 NCCL_IB_DISABLE=1。`,
    why: en`The pair goes round as the cure for every hang. It gives up NVLink and direct copies between the GPUs of a node, which then go through host memory, and InfiniBand between nodes, which then is TCP. GeForce cards of the 40 series need it, for they have neither; elsewhere it helps to find a fault and costs much of the bandwidth as long as it stays.`
      .zh`这一组合常被当作解决卡死问题的通用办法。它放弃了节点内的 NVLink 和 GPU 直接拷贝（改经主机内存），也放弃了节点间的 InfiniBand（改走 TCP）。GeForce 40 系显卡两者都没有，需要这样设置；在其他硬件上它只适合排查问题，长期保留会损失大部分带宽。`,
    bad: `
//- .deepspeed_env
NCCL_P2P_DISABLE=1
^^^^^^^^^^^^^^^^ info nccl-workaround: host memory
NCCL_IB_DISABLE=1
`,
    good: `
//- .deepspeed_env
NCCL_IB_DISABLE=1
`,
    references: ['https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-p2p-disable'],
  },
  check(subject, report) {
    const { variable: own, settings } = subject;
    if (own.name !== 'NCCL_P2P_DISABLE' || !isOn(own) || isConsumerGpu(settings) || isDataCenterGpu(settings) || isInfiniBand(settings)) return;
    const disable = besideOf(subject, 'NCCL_IB_DISABLE');
    if (!disable || !isOn(disable)) return;
    report({
      at: own.nameSpan,
      message: en`NCCL_P2P_DISABLE=1 and NCCL_IB_DISABLE=${disable.value!} leave NCCL host memory within a node and TCP between nodes.`
        .zh`NCCL_P2P_DISABLE=1 与 NCCL_IB_DISABLE=${disable.value!} 使 NCCL 在节点内只能经主机内存，节点间只能走 TCP。`,
      help: en`Keep the pair on GPUs without P2P and machines without InfiniBand (GeForce 40 series); elsewhere remove it once the fault is found.`
        .zh`GPU 不支持 P2P 且机器没有 InfiniBand 时（如 GeForce 40 系）保留；其他硬件在排查完问题后删除。`,
      because: [{ place: { uri: disable.uri, span: disable.nameSpan }, message: en`InfiniBand is turned off here`.zh`此处关闭了 InfiniBand` }],
    });
  },
});
