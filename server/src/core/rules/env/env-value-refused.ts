import { variable, type EnvVariable } from '../../catalog/env';
import { parsed, type Parsed } from '../../catalog/env-values';
import type { VariableSubject } from '../../job/subjects';
import { en } from '../../text/say';
import { defineRule, type FixDraft } from '../define';
import { ignoresUnknownTokens, literalSpan, shownValue, valueAt } from './_variables';

export default defineRule({
  name: 'env-value-refused',
  severity: 'error',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`A value on which the tool stops.`.zh`工具读到该值会报错退出。`,
    why: en`PyTorch throws on a value it cannot read, when the process group or the allocator comes up: TORCH_DISTRIBUTED_DEBUG=1, TORCH_NCCL_ASYNC_ERROR_HANDLING=true ("Invalid value for environment variable"), expandable_segments:true. Since 2.24 NCCL stops on an algorithm or protocol that it does not know, a blank in the list included.`
      .zh`PyTorch 在初始化进程组或显存分配器时，遇到无法识别的值会抛出异常：如 TORCH_DISTRIBUTED_DEBUG=1、TORCH_NCCL_ASYNC_ERROR_HANDLING=true（"Invalid value for environment variable"）、expandable_segments:true。自 2.24 起，NCCL 遇到不认识的算法或协议（包括列表中的空格）会报错退出。`,
    bad: `
//- .deepspeed_env
TORCH_DISTRIBUTED_DEBUG=1
                        ^ error env-value-refused: TORCH_DISTRIBUTED_DEBUG=1
PYTORCH_CUDA_ALLOC_CONF=expandable_segments:true
                        ^^^^^^^^^^^^^^^^^^^^^^^^ error env-value-refused: expandable_segments:true
`,
    good: `
//- .deepspeed_env
TORCH_DISTRIBUTED_DEBUG=INFO
PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
`,
    fixSafety: en`Safe where the value is right but for its form: the run stops on it as it stands.`.zh`值仅书写形式有误时是安全的：原样运行必然报错。`,
    references: ['torch/csrc/distributed/c10d/Utils.hpp', 'c10/core/AllocatorConfig.h', 'https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html'],
  },
  check(subject, report) {
    const { name, value, how } = subject.variable;
    const known = variable(name);
    const result = known && value !== undefined ? parsed(known, value) : undefined;
    if (!known || value === undefined || result?.kind !== 'other' || result.effect !== 'refused') return;
    // Gloo is not always used, and has a rule of its own.
    if (known.parse === 'interface-names' || ignoresUnknownTokens(known.parse, subject.settings) || (how === 'env-file' && /\s#|^["']/.test(value))) return;
    report({
      at: valueAt(subject, result.at),
      message: en`The run stops on ${name}=${shownValue(value)}.`.zh`运行会因 ${name}=${shownValue(value)} 报错退出。`,
      help: result.why,
      ...fixOf(subject, known, value, result),
    });
  },
});

function fixOf(subject: VariableSubject, known: EnvVariable, value: string, result: Extract<Parsed, { kind: 'other' }>): { readonly fix?: FixDraft } {
  const literal = literalSpan(subject);
  const meant = mended(known, value, result.at);
  if (!literal || meant === undefined || parsed(known, meant)?.kind !== 'ok') return {};
  return { fix: { title: en`Change to ${meant}`.zh`改为 ${meant}`, safety: 'safe', edits: [{ span: literal, newText: meant }] } };
}

function mended({ parse }: EnvVariable, value: string, at: { readonly start: number; readonly end: number } | undefined): string | undefined {
  if (parse === 'torch-bool') return /^on$/i.test(value) ? '1' : /^off$/i.test(value) ? '0' : undefined;
  if (parse === 'nccl-algo' || parse === 'nccl-proto') return value.replaceAll(/\s+/g, '');
  if (parse !== 'alloc-conf' || !at) return undefined;
  const part = value.slice(at.start, at.end);
  const pair = part.replace('=', ':').replace(/:\s*(true|1)$/i, ':True').replace(/:\s*(false|0)$/i, ':False');
  return pair === part ? undefined : value.slice(0, at.start) + pair + value.slice(at.end);
}
