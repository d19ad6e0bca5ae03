import { removed } from '../../catalog/deepspeed';
import { removeMember, replaceKey } from '../../syntax/json-edit';
import { keyOf } from '../../syntax/tree';
import { en } from '../../text/say';
import { defineRule, type FixDraft } from '../define';
import { placedKeys } from './_options';

export default defineRule({
  name: 'removed-key',
  severity: 'warning',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A key that DeepSpeed no longer reads.`.zh`DeepSpeed 已不再读取的键。`,
    why: en`Older releases acted on it; newer ones load the file and pass the key by, so the run is not what the file says.`.zh`旧版本会使用该键；新版本加载文件时直接忽略，实际运行与文件所写不符。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "fp32_allreduce": true
  ^^^^^^^^^^^^^^^^ warning removed-key: communication_data_type
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "communication_data_type": "fp32"
}
`,
    fixSafety: en`Removing the key is safe; renaming it makes the value count again.`.zh`删除该键是安全的；改名会使其值重新生效。`,
    references: ['deepspeed/runtime/constants.py, by release tag'],
  },
  check(config, report) {
    for (const { node, option } of placedKeys(config)) {
      const gone = option ? undefined : removed(node.path);
      if (!gone || gone.behaviour !== 'ignored' || !node.keySpan) continue;
      const key = keyOf(node);
      const holder = node.path.slice(0, -1).join('.');
      const to = gone.replacedBy;
      const name = to?.slice(to.lastIndexOf('.') + 1);
      const renamable = to !== undefined && to === (holder ? `${holder}.${name}` : name) && key !== 'fp32_allreduce' && !node.parent?.children.some((c) => keyOf(c) === name);
      const fixes: FixDraft[] = [
        { title: en`Remove "${key}"`.zh`删除 "${key}"`, safety: 'safe', edits: removeMember(config.text, config.tree, node) },
        ...(renamable ? [{ title: en`Rename to "${name!}"`.zh`改名为 "${name!}"`, safety: 'unsafe' as const, edits: replaceKey(node, name!) }] : []),
      ];
      report({
        at: node.keySpan,
        message: gone.until
          ? en`"${key}" has no effect: DeepSpeed ${gone.until} was the last to read it${to ? en`; ${to} replaces it`.zh`` : ''}.`.zh`"${key}" 不起作用：DeepSpeed ${gone.until} 是最后一个读取它的版本${to ? en``.zh`，已由 ${to} 取代` : ''}。`
          : en`"${key}" has no effect: DeepSpeed does not read it${to ? en`; ${to} is the key`.zh`` : ''}.`.zh`"${key}" 不起作用：DeepSpeed 不读取它${to ? en``.zh`，应使用 ${to}` : ''}。`,
        tags: ['deprecated'],
        fix: fixes,
      });
    }
  },
});
