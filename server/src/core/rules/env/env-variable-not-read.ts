import { variable, type EnvVariable } from '../../catalog/env';
import { atLeast } from '../../catalog/version';
import type { Settings } from '../../model/settings';
import { en, type Text } from '../../text/say';
import { defineRule } from '../define';
import { usedInScript } from './_variables';

export default defineRule({
  name: 'env-variable-not-read',
  severity: 'warning',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`An environment variable that no tool reads, or none any more.`.zh`没有工具读取（或已不再读取）的环境变量。`,
    why: en`Names like NCCL_TIMEOUT go from script to script, and neither NCCL nor PyTorch has ever had them; others were dropped years ago. The setting has no effect, and nothing says so.`
      .zh`NCCL_TIMEOUT 之类的名称在脚本之间流传，但 NCCL 和 PyTorch 从未有过这些变量；另一些则在多年前已被移除。该设置不起作用，也没有任何提示。`,
    bad: `
//- .deepspeed_env
NCCL_TIMEOUT=1800
^^^^^^^^^^^^ warning env-variable-not-read: Neither NCCL nor PyTorch
NCCL_TREE_THRESHOLD=0
^^^^^^^^^^^^^^^^^^^ warning env-variable-not-read: 2.5
NCCL_AVOID_RECORD_STREAMS=1
^^^^^^^^^^^^^^^^^^^^^^^^^ warning env-variable-not-read
`,
    good: `
//- .deepspeed_env
TORCH_NCCL_AVOID_RECORD_STREAMS=1
`,
    fixSafety: en`Unsafe: the variable that it is changed to takes effect.`.zh`不安全：改成的变量会生效。`,
    references: ['https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html'],
  },
  check(subject, report) {
    const { name, nameSpan } = subject.variable;
    const known = variable(name);
    if (!known || known.unsure || usedInScript(subject)) return;
    const message = known.readBy === 'nobody' ? en`Neither NCCL nor PyTorch reads ${name}: the setting has no effect.`.zh`NCCL 和 PyTorch 都不读取 ${name}，该设置不起作用。` : removed(known, subject.settings);
    if (!message) return;
    const renamed = known.readBy === 'nobody' && known.replacedBy !== undefined && variable(known.replacedBy) ? known.replacedBy : undefined;
    report({
      at: nameSpan,
      message,
      help: help(known),
      ...(renamed !== undefined ? { fix: { title: en`Change to ${renamed}`.zh`改为 ${renamed}`, safety: 'unsafe' as const, edits: [{ span: nameSpan, newText: renamed }] } } : {}),
    });
  },
});

/** NCCL releases before this one came with PyTorch 1.4 and older. */
const longGone = '2.5';

/** What to say where the release in use no longer reads it; without a known release only for what is long gone. */
function removed({ name, readBy, removedIn }: EnvVariable, { versions }: Settings): Text | undefined {
  if (removedIn === undefined) return undefined;
  const transformers = /^transformers (\S+)$/.exec(removedIn)?.[1];
  if (transformers !== undefined) {
    const version = versions.transformers?.value;
    return version !== undefined && atLeast(version, transformers) ? en`Transformers no longer reads ${name} since ${transformers}.`.zh`Transformers 自 ${transformers} 起不再读取 ${name}。` : undefined;
  }
  if (readBy !== 'libnccl') return undefined;
  const after = /^after (\S+)$/.exec(removedIn)?.[1];
  const since = removedIn.replace(/^<|^after /, '');
  const version = versions.nccl?.value;
  const gone = version === undefined ? after === undefined && atLeast(longGone, since) : after !== undefined ? !atLeast(after, version) : atLeast(version, since);
  if (!gone) return undefined;
  return after !== undefined ? en`NCCL no longer reads ${name} after ${after}.`.zh`${after} 之后的 NCCL 不再读取 ${name}。` : en`NCCL no longer reads ${name} since ${since}.`.zh`NCCL 自 ${since} 起不再读取 ${name}。`;
}

const timeout = en`The timeout of collectives is an argument: init_process_group(timeout=…), or ddp_timeout (seconds) of the Transformers Trainer.`
  .zh`集合通信的超时是一个参数：init_process_group(timeout=…)，或 Transformers Trainer 的 ddp_timeout（秒）。`;
const advice: Readonly<Record<string, Text>> = {
  NCCL_TIMEOUT: timeout,
  TORCH_DISTRIBUTED_TIMEOUT: timeout,
  NCCL_SOCKET_TIMEOUT: en`How often and how fast NCCL tries to connect is set by NCCL_SOCKET_RETRY_CNT and NCCL_SOCKET_RETRY_SLEEP_MSEC (2.24 and later).`
    .zh`NCCL 的重连次数与间隔由 NCCL_SOCKET_RETRY_CNT 和 NCCL_SOCKET_RETRY_SLEEP_MSEC 设置（2.24 起）。`,
  NCCL_NET_MAX_REQUESTS: en`It is a constant in NCCL's source. Remove the setting.`.zh`它是 NCCL 源码中的常量。删除该设置。`,
};

function help({ name, replacedBy, dangerNote }: EnvVariable): Text {
  const known = Object.hasOwn(advice, name) ? advice[name]! : undefined;
  if (known) return known;
  if (replacedBy !== undefined) return en`Its place was taken by ${replacedBy}.`.zh`对应的变量是 ${replacedBy}。`;
  return dangerNote ?? en`Remove the setting.`.zh`删除该设置。`;
}
