import { en } from '../../text/say';
import { defineRule } from '../define';
import { besideOf, isOn } from './_variables';

export default defineRule({
  name: 'nccl-p2p-level-with-disable',
  severity: 'warning',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`NCCL_P2P_LEVEL beside NCCL_P2P_DISABLE=1.`.zh`NCCL_P2P_LEVEL 与 NCCL_P2P_DISABLE=1 同时设置。`,
    why: en`With NCCL_P2P_DISABLE=1 no two GPUs copy directly, however near they are; the level is not looked at.`.zh`NCCL_P2P_DISABLE=1 时，任何两块 GPU 之间都不会直接拷贝，不再看级别设置。`,
    bad: `
//- .deepspeed_env
NCCL_P2P_DISABLE=1
NCCL_P2P_LEVEL=NVL
^^^^^^^^^^^^^^ warning nccl-p2p-level-with-disable
`,
    good: `
//- .deepspeed_env
NCCL_P2P_LEVEL=NVL
`,
    references: ['https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-p2p-level'],
  },
  check(subject, report) {
    const { name, nameSpan, value } = subject.variable;
    if (name !== 'NCCL_P2P_LEVEL' || !value) return;
    const disable = besideOf(subject, 'NCCL_P2P_DISABLE');
    if (!disable || !isOn(disable)) return;
    report({
      at: nameSpan,
      message: en`NCCL_P2P_LEVEL=${value} has no effect: NCCL_P2P_DISABLE=1 turns P2P off at every distance.`.zh`NCCL_P2P_LEVEL=${value} 不起作用：NCCL_P2P_DISABLE=1 会在所有距离上关闭 P2P。`,
      help: en`Keep one of the two.`.zh`两个设置只保留一个。`,
      because: [{ place: { uri: disable.uri, span: disable.nameSpan }, message: en`P2P is turned off here`.zh`此处关闭了 P2P` }],
    });
  },
});
