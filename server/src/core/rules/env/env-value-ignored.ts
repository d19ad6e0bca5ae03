import { variable } from '../../catalog/env';
import { parsed } from '../../catalog/env-values';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { ignoresUnknownTokens, literalSpan, shownValue, valueAt } from './_variables';

export default defineRule({
  name: 'env-value-ignored',
  severity: 'warning',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`A value that the tool does not know and passes over.`.zh`工具不认识因而忽略的值。`,
    why: en`NCCL takes NCCL_DEBUG=1 for no level at all and logs nothing. The names of NCCL_P2P_LEVEL and NCCL_NET_GDR_LEVEL count in upper case only. The default stays in force, and no message says so.`
      .zh`NCCL_DEBUG=1 不是任何日志级别，NCCL 不会输出日志。NCCL_P2P_LEVEL 和 NCCL_NET_GDR_LEVEL 的名称只认大写。此时仍使用默认值，没有任何提示。`,
    bad: `
//- .deepspeed_env
NCCL_DEBUG=1
           ^ warning env-value-ignored: NCCL_DEBUG=1
NCCL_P2P_LEVEL=nvl
               ^^^ warning env-value-ignored
`,
    good: `
//- .deepspeed_env
NCCL_DEBUG=WARN
NCCL_P2P_LEVEL=NVL
`,
    fixSafety: en`Unsafe: the variable takes effect.`.zh`不安全：变量会因此生效。`,
    references: ['https://github.com/NVIDIA/nccl/blob/master/src/debug.cc', 'https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html'],
  },
  check(subject, report) {
    const { name, value, how } = subject.variable;
    const known = variable(name);
    const result = known && value !== undefined ? parsed(known, value) : undefined;
    if (!known || value === undefined || result?.kind !== 'other' || (how === 'env-file' && /\s#|^["']/.test(value))) return;
    if (result.effect !== 'ignored' && !(result.effect === 'refused' && ignoresUnknownTokens(known.parse, subject.settings))) return;
    const upper = value.trim().toUpperCase();
    const literal = literalSpan(subject);
    const renamed = known.parse === 'nccl-level' && upper !== value && parsed(known, upper)?.kind === 'ok' && literal;
    report({
      at: valueAt(subject, result.at),
      message: en`${name}=${shownValue(value)} has no effect.`.zh`${name}=${shownValue(value)} 不起作用。`,
      help: result.why,
      ...(renamed ? { fix: { title: en`Change to ${upper}`.zh`改为 ${upper}`, safety: 'unsafe' as const, edits: [{ span: renamed, newText: upper }] } } : {}),
    });
  },
});
