import type { VariableSubject } from '../../job/subjects';
import { en, type Text } from '../../text/say';
import { defineRule } from '../define';
import { besideOf, valueAt } from './_variables';

export default defineRule({
  name: 'debug-variable-left-on',
  severity: 'info',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`A debugging switch that slows every step or floods the log.`.zh`会拖慢每一步或产生大量日志的调试开关。`,
    why: en`CUDA_LAUNCH_BLOCKING=1 waits for every kernel, TORCH_DISTRIBUTED_DEBUG=DETAIL checks a fingerprint of the arguments before every collective, and the subsystems COLL and ALL of NCCL_DEBUG=INFO write a line for each of them on every rank. They help to find a fault and cost time as long as they stay.`
      .zh`CUDA_LAUNCH_BLOCKING=1 会等待每个 kernel 执行完，TORCH_DISTRIBUTED_DEBUG=DETAIL 在每次集合通信前校验参数指纹，NCCL_DEBUG=INFO 配合子系统 COLL 或 ALL 会在每个 rank 上为每次集合通信写一行日志。它们适合排查问题，长期保留会降低速度。`,
    bad: `
//- .deepspeed_env
CUDA_LAUNCH_BLOCKING=1
                     ^ info debug-variable-left-on: every kernel
TORCH_DISTRIBUTED_DEBUG=DETAIL
                        ^^^^^^ info debug-variable-left-on
NCCL_DEBUG=INFO
NCCL_DEBUG_SUBSYS=ALL
                  ^^^ info debug-variable-left-on: every collective
`,
    good: `
//- .deepspeed_env
NCCL_DEBUG=INFO
NCCL_DEBUG_SUBSYS=INIT,NET
`,
    references: [
      'https://docs.nvidia.com/cuda/cuda-programming-guide/05-appendices/environment-variables.html',
      'https://docs.pytorch.org/docs/stable/distributed.html#torch-distributed-debug',
      'https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-debug-subsys',
    ],
  },
  check(subject, report) {
    const message = costOf(subject);
    if (message) report({ at: valueAt(subject), message, help: en`Remove it once the fault is found.`.zh`排查完问题后删除它。` });
  },
});

function costOf(subject: VariableSubject): Text | undefined {
  const { name, value } = subject.variable;
  if (value === undefined) return undefined;
  if (name === 'CUDA_LAUNCH_BLOCKING' && /^[1-9]\d*$/.test(value))
    return en`CUDA_LAUNCH_BLOCKING=${value} waits for every kernel to end before the next is launched.`.zh`CUDA_LAUNCH_BLOCKING=${value} 会等待每个 kernel 执行完再启动下一个。`;
  if (name === 'TORCH_DISTRIBUTED_DEBUG' && value.toUpperCase() === 'DETAIL')
    return en`TORCH_DISTRIBUTED_DEBUG=${value} compares the arguments of every collective across the ranks before it runs.`.zh`TORCH_DISTRIBUTED_DEBUG=${value} 在每次集合通信前跨 rank 比对参数。`;
  if (name === 'NCCL_DEBUG' && value.toUpperCase() === 'TRACE')
    return en`NCCL_DEBUG=${value} logs what INFO does; the calls it adds need a NCCL built with TRACE=1.`.zh`NCCL_DEBUG=${value} 的日志与 INFO 相同；多出的调用日志需要以 TRACE=1 编译的 NCCL。`;
  if (name !== 'NCCL_DEBUG_SUBSYS' || value.startsWith('^')) return undefined;
  const loud = value.split(',').find((s) => ['ALL', 'COLL', 'CALL'].includes(s.toUpperCase()));
  const level = loud === undefined ? undefined : besideOf(subject, 'NCCL_DEBUG');
  if (!level || !['INFO', 'TRACE', 'ABORT'].includes(level.value!.toUpperCase())) return undefined;
  return en`NCCL_DEBUG=${level.value!} with the subsystem ${loud!} writes a line for every collective on every rank.`.zh`NCCL_DEBUG=${level.value!} 配合子系统 ${loud!} 会在每个 rank 上为每次集合通信写一行日志。`;
}
