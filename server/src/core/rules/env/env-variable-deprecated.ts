import { variable, type EnvVariable } from '../../catalog/env';
import { atLeast } from '../../catalog/version';
import type { Settings } from '../../model/settings';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { usedInScript } from './_variables';

export default defineRule({
  name: 'env-variable-deprecated',
  severity: 'info',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`An old name of an environment variable that is still read.`.zh`仍会被读取的环境变量旧名称。`,
    why: en`The tool honours the old name for now, often with a line in the log; a later release drops it, and then the setting has no effect without any message.`
      .zh`工具目前仍支持旧名称，通常会在日志中提示；之后的版本移除旧名称时，该设置会在没有任何提示的情况下失效。`,
    bad: `
//- .deepspeed_env
NCCL_ASYNC_ERROR_HANDLING=1
^^^^^^^^^^^^^^^^^^^^^^^^^ info env-variable-deprecated: torch 2.2
`,
    good: `
//- .deepspeed_env
TORCH_NCCL_ASYNC_ERROR_HANDLING=1
`,
    fixSafety: en`Unsafe: a release before the new name does not read it.`.zh`不安全：早于新名称的版本不会读取它。`,
    references: ['torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp', 'https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html'],
  },
  check(subject, report) {
    const { name, nameSpan } = subject.variable;
    const known = variable(name);
    const since = known && deprecation(known, subject.settings);
    const instead = known?.replacedBy;
    if (since === undefined || instead === undefined || usedInScript(subject) || subject.beside.some((v) => v.name === instead)) return;
    report({
      at: nameSpan,
      message: en`${name} is deprecated since ${since}; the variable is now ${instead}.`.zh`${name} 自 ${since} 起弃用，现用 ${instead}。`,
      help: en`From that release on set ${instead}.`.zh`使用该版本及更新版本时改用 ${instead}。`,
      tags: ['deprecated'],
      ...(variable(instead) ? { fix: { title: en`Change to ${instead}`.zh`改为 ${instead}`, safety: 'unsafe' as const, edits: [{ span: nameSpan, newText: instead }] } } : {}),
    });
  },
});

/** Newer deprecations than these are told only where the release in use is known. */
const settled: Readonly<Record<string, string>> = { nccl: '2.17', torch: '2.2', transformers: '4.36' };

/** `torch 2.2`, where the release in use is that or newer. */
function deprecation({ deprecatedSince, removedIn, readBy, unsure }: EnvVariable, { versions }: Settings): string | undefined {
  if (deprecatedSince === undefined || unsure) return undefined;
  const [, tool = readBy === 'libnccl' ? 'nccl' : '', since = ''] = /^(?:([a-z_]+) )?(\d[\d.]*)/.exec(deprecatedSince) ?? [];
  if (!(tool === 'nccl' || tool === 'torch' || tool === 'transformers')) return undefined;
  const version = versions[tool]?.value;
  const reached = version === undefined ? atLeast(settled[tool]!, since) : atLeast(version, since);
  // What is gone altogether has a rule of its own.
  const gone = removedIn !== undefined && (tool === 'nccl' || (version !== undefined && atLeast(version, removedIn.replace(/^\D*/, ''))));
  return reached && !gone ? `${tool === 'nccl' ? 'NCCL' : tool} ${since}` : undefined;
}
