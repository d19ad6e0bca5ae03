import { en } from '../../text/say';
import { defineRule } from '../define';
import { heldBy, valueAt } from './_variables';

export default defineRule({
  name: 'nccl-ib-timeout-forever',
  severity: 'warning',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`NCCL_IB_TIMEOUT with a value that means no timeout.`.zh`NCCL_IB_TIMEOUT 的值表示没有超时。`,
    why: en`The value is an exponent, not seconds: InfiniBand waits 4.096 µs × 2^value for an answer. 0 and 32 or more mean forever, so a broken link hangs the run instead of failing it.`
      .zh`该值是指数而不是秒数：InfiniBand 等待应答的时间为 4.096 µs × 2^值。0 以及 32 或更大表示永远等待，链路故障时运行会卡死而不是报错。`,
    bad: `
//- .deepspeed_env
NCCL_IB_TIMEOUT=60
                ^^ warning nccl-ib-timeout-forever: not seconds
`,
    good: `
//- .deepspeed_env
NCCL_IB_TIMEOUT=22
`,
    references: ['https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-ib-timeout'],
  },
  check(subject, report) {
    const held = subject.variable.name === 'NCCL_IB_TIMEOUT' ? heldBy(subject.variable) : undefined;
    if (held === undefined || held === '' || (Number(held) > 0 && Number(held) < 32) || Number(held) < 0) return;
    report({
      at: valueAt(subject),
      message: en`NCCL_IB_TIMEOUT=${held} is an exponent, not seconds, and means to wait forever.`.zh`NCCL_IB_TIMEOUT=${held} 是指数而不是秒数，表示永远等待。`,
      help: en`Use 1 to 31: 20 is 4.3 seconds, 22 is 17 seconds.`.zh`取值 1 到 31：20 为 4.3 秒，22 为 17 秒。`,
    });
  },
});
