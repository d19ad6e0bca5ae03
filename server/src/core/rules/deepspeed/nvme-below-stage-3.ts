import { replaceValue } from '../../syntax/json-edit';
import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';

export default defineRule({
  name: 'nvme-below-stage-3',
  severity: 'warning',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`The optimizer is offloaded to NVMe at a stage that offloads to the CPU only.`.zh`优化器设为 offload 到 NVMe，但该 stage 只支持 CPU。`,
    why: en`ZeRO-Infinity's NVMe swapping belongs to stage 3. At stages 1 and 2 DeepSpeed treats "nvme" as "cpu" without a message: nvme_path is unused and the optimizer states take host memory, 12 bytes a parameter.`
      .zh`ZeRO-Infinity 的 NVMe 换出只在 stage 3 生效。stage 1、2 下 DeepSpeed 静默地把 "nvme" 当作 "cpu"：nvme_path 不起作用，优化器状态占用主机内存，每参数 12 字节。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": {
    "stage": 2,
    "offload_optimizer": { "device": "nvme", "nvme_path": "/local_nvme" }
                                     ^^^^^^ warning nvme-below-stage-3: stage is 2
  }
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": {
    "stage": 2,
    "offload_optimizer": { "device": "cpu" }
  }
}
`,
    fixSafety: en`Safe: "cpu" is what DeepSpeed does with it already.`.zh`安全：DeepSpeed 本来就按 "cpu" 处理。`,
    references: ['deepspeed/runtime/zero/stage_1_and_2.py: cpu_offload @ 0.19'],
  },
  check(config, report) {
    const stage = config.stage();
    const device = config.get('zero_optimization.offload_optimizer.device');
    if (!stage || (stage.value !== 1 && stage.value !== 2) || device?.value !== 'nvme') return;
    report({
      at: device.span,
      message: en`"nvme" is treated as "cpu" here: the ZeRO stage is ${stage.value}, and only stage 3 swaps to NVMe.`.zh`此处 "nvme" 按 "cpu" 处理：ZeRO stage 为 ${stage.value}，只有 stage 3 支持换出到 NVMe。`,
      help: en`Use stage 3 for NVMe, or write "cpu" and plan 12 bytes of host memory a parameter.`.zh`需要 NVMe 请用 stage 3，否则写 "cpu" 并为每参数预留 12 字节主机内存。`,
      because: becauseOf(stage, en`stage ${stage.value}`.zh`stage ${stage.value}`),
      fix: { title: en`Write "cpu", as it runs now`.zh`改为 "cpu"（与当前运行一致）`, safety: 'safe', edits: replaceValue(device, 'cpu') },
    });
  },
});
