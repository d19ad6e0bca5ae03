import { canonicalPath, optionsIn, removed } from '../../catalog/deepspeed';
import { atLeast } from '../../catalog/version';
import { keyOf, type Node } from '../../syntax/tree';
import { replaceKey } from '../../syntax/json-edit';
import { nearest } from '../../text/nearest';
import { en } from '../../text/say';
import type { DeepSpeedConfig } from '../../job/subjects';
import { becauseOf, defineRule, type Draft } from '../define';
import { contextOf, placedKeys, refuses } from './_options';

export default defineRule({
  name: 'unknown-key',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A key that its section does not have, in a section that refuses unknown keys.`.zh`所在段不认识且会拒绝的键。`,
    why: en`zero_optimization, fp16, bf16, comms_logger, the monitors and a few more are checked by pydantic with extra keys forbidden: DeepSpeed stops while it reads the config with "Extra inputs are not permitted". Other sections ignore what they do not know (see ignored-key).`
      .zh`zero_optimization、fp16、bf16、comms_logger、各监控段等由 pydantic 校验并禁止多余的键：DeepSpeed 读取配置时报 "Extra inputs are not permitted" 退出。其余段会忽略未知键（见 ignored-key）。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": {
    "stage": 2,
    "overlap_comms": true
    ^^^^^^^^^^^^^^^ error unknown-key: zero_optimization has no key "overlap_comms"
  }
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": {
    "stage": 2,
    "overlap_comm": true
  }
}
`,
    fixSafety: en`Unsafe: the renamed key takes effect.`.zh`不安全：改名后的键会生效。`,
    references: ['deepspeed/runtime/config_utils.py: DeepSpeedConfigModel @ 0.19', 'deepspeed/runtime/precision_config.py @ 0.17.1'],
  },
  check(config, report) {
    for (const { node, option, newer, holder } of placedKeys(config)) {
      const dropped = option?.deprecated?.behaviour === 'refused' && (!config.version || !option.deprecated.since || atLeast(config.version.value, option.deprecated.since));
      if (!refuses(holder, config) || (!dropped && !newer && (option || canonicalPath(node.path) !== undefined))) continue;
      // DeepSpeed drops every key whose value is "auto" before it checks the names.
      if (node.value === 'auto') continue;
      const key = keyOf(node);
      if (newer) {
        report(tooNew(config, node, newer));
        continue;
      }
      const path = node.path.slice(0, -1);
      const gone = removed(node.path);
      const instead = gone?.replacedBy ?? option?.deprecated?.replacedBy;
      const written = new Set(node.parent?.children.map(keyOf));
      const names = optionsIn(path, contextOf(config)).filter((o) => !o.deprecated).flatMap((o) => [o.path, ...(o.aliases ?? [])]).map((p) => p.slice(p.lastIndexOf('.') + 1));
      const meant = nearest(key, names.filter((n) => !written.has(n)));
      const where = path.join('.');
      report({
        at: node.keySpan!,
        message: en`${where} has no key "${key}"; DeepSpeed refuses: "Extra inputs are not permitted".`.zh`${where} 没有键 "${key}"，DeepSpeed 拒绝加载："Extra inputs are not permitted"。`,
        ...(instead
          ? { help: en`${instead} replaces it.`.zh`已由 ${instead} 取代。` }
          : meant
            ? { help: en`Did you mean "${meant}"?`.zh`是否想写 "${meant}"？` }
            : {}),
        ...(meant && !instead ? { fix: { title: en`Rename to "${meant}"`.zh`改名为 "${meant}"`, safety: 'unsafe', edits: replaceKey(node, meant) } } : {}),
      });
    }
  },
});

function tooNew(config: DeepSpeedConfig, node: Node, since: string): Draft {
  const version = config.version!;
  const where = node.path.slice(0, -1).join('.');
  return {
    at: node.keySpan!,
    message: en`${where} has the key "${keyOf(node)}" from DeepSpeed ${since} on; ${version.value} refuses it: "Extra inputs are not permitted".`.zh`${where} 从 DeepSpeed ${since} 起才有键 "${keyOf(node)}"，${version.value} 会拒绝："Extra inputs are not permitted"。`,
    help: en`Remove the key, or use DeepSpeed ${since}.`.zh`请删去该键，或使用 DeepSpeed ${since}。`,
    because: becauseOf(version, en`DeepSpeed ${version.value}`.zh`DeepSpeed ${version.value}`),
  };
}
