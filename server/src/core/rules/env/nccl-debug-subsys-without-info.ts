import { en } from '../../text/say';
import { defineRule } from '../define';
import { besideOf, shownValue } from './_variables';

export default defineRule({
  name: 'nccl-debug-subsys-without-info',
  severity: 'warning',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`NCCL_DEBUG_SUBSYS with a level that logs no subsystem.`.zh`设置了 NCCL_DEBUG_SUBSYS，但日志级别不输出任何子系统信息。`,
    why: en`The subsystems choose among the lines that NCCL_DEBUG=INFO and TRACE write. At WARN or VERSION there are none, and the variable has no effect.`
      .zh`子系统用于在 NCCL_DEBUG=INFO 和 TRACE 输出的日志中筛选。级别为 WARN 或 VERSION 时没有这些日志，该变量不起作用。`,
    bad: `
//- .deepspeed_env
NCCL_DEBUG=WARN
NCCL_DEBUG_SUBSYS=INIT,NET
^^^^^^^^^^^^^^^^^ warning nccl-debug-subsys-without-info: NCCL_DEBUG=WARN
`,
    good: `
//- .deepspeed_env
NCCL_DEBUG=INFO
NCCL_DEBUG_SUBSYS=INIT,NET
`,
    references: ['https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-debug-subsys'],
  },
  check(subject, report) {
    const { name, nameSpan, value } = subject.variable;
    if (name !== 'NCCL_DEBUG_SUBSYS' || !value) return;
    const level = besideOf(subject, 'NCCL_DEBUG');
    if (!level || !['WARN', 'VERSION'].includes(level.value!.toUpperCase())) return;
    report({
      at: nameSpan,
      message: en`NCCL_DEBUG_SUBSYS=${shownValue(value)} has no effect with NCCL_DEBUG=${level.value!}.`.zh`NCCL_DEBUG=${level.value!} 时，NCCL_DEBUG_SUBSYS=${shownValue(value)} 不起作用。`,
      help: en`Set NCCL_DEBUG=INFO while looking for a fault, else remove the subsystems.`.zh`排查问题时设 NCCL_DEBUG=INFO，否则删除子系统设置。`,
      because: [{ place: { uri: level.uri, span: level.nameSpan }, message: en`the level is set here`.zh`此处设置了日志级别` }],
    });
  },
});
