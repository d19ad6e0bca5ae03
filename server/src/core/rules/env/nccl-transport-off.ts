import { becauseOf, defineRule } from '../define';
import { en } from '../../text/say';
import { isDataCenterGpu, isInfiniBand } from './_hardware';
import { isOn, settingOf } from './_variables';

export default defineRule({
  name: 'nccl-transport-off',
  severity: 'warning',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`A transport that the hardware has is turned off.`.zh`关闭了硬件本身具备的传输方式。`,
    why: en`The settings name the hardware: with InfiniBand or RoCE between nodes NCCL_IB_DISABLE=1 sends everything over TCP, and with data center GPUs NCCL_P2P_DISABLE=1 sends what NVLink would carry through host memory. The run gets slower by a multiple and says nothing.`
      .zh`设置中写明了硬件：节点间有 InfiniBand 或 RoCE 时，NCCL_IB_DISABLE=1 会让全部流量走 TCP；使用数据中心 GPU 时，NCCL_P2P_DISABLE=1 会让本可走 NVLink 的流量经过主机内存。运行会慢数倍，且没有任何提示。`,
    bad: `
//- shardlint.json
{ "hardware": { "gpu": "H100-SXM", "interconnect": "infiniband" } }
//- .deepspeed_env
NCCL_IB_DISABLE=1
^^^^^^^^^^^^^^^ warning nccl-transport-off: infiniband
NCCL_P2P_DISABLE=1
^^^^^^^^^^^^^^^^ warning nccl-transport-off: H100-SXM
`,
    good: `
//- shardlint.json
{ "hardware": { "gpu": "H100-SXM", "interconnect": "infiniband" } }
//- .deepspeed_env
NCCL_DEBUG=WARN
`,
    references: ['https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-ib-disable', 'https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-p2p-disable'],
  },
  check(subject, report) {
    const { variable: own, settings } = subject;
    const { gpu, interconnect } = settings.hardware;
    if (settingOf(subject, own.name) !== own || !isOn(own)) return;
    if (own.name === 'NCCL_IB_DISABLE' && interconnect && isInfiniBand(settings))
      report({
        at: own.nameSpan,
        message: en`NCCL_IB_DISABLE=${own.value!} sends the traffic between nodes over TCP, and the cluster has ${interconnect.value}.`
          .zh`NCCL_IB_DISABLE=${own.value!} 使节点间流量走 TCP，而集群具备 ${interconnect.value}。`,
        help: en`Remove it once the fault that it was set for is found.`.zh`排查完当初的问题后删除它。`,
        because: becauseOf(interconnect, en`the interconnect is given here`.zh`此处给出了互连类型`),
      });
    if (own.name === 'NCCL_P2P_DISABLE' && gpu && isDataCenterGpu(settings))
      report({
        at: own.nameSpan,
        message: en`NCCL_P2P_DISABLE=${own.value!} sends the traffic within a node through host memory, and the GPUs are ${gpu.value}.`
          .zh`NCCL_P2P_DISABLE=${own.value!} 使节点内流量经主机内存，而 GPU 是 ${gpu.value}。`,
        help: en`Remove it once the fault that it was set for is found.`.zh`排查完当初的问题后删除它。`,
        because: becauseOf(gpu, en`the GPU is given here`.zh`此处给出了 GPU 型号`),
      });
  },
});
