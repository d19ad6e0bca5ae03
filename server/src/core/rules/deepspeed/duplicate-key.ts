import { keyOf } from '../../syntax/tree';
import { removeMember } from '../../syntax/json-edit';
import { en } from '../../text/say';
import { defineRule } from '../define';

export default defineRule({
  name: 'duplicate-key',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A key is written twice in one object.`.zh`同一对象中重复写了同一个键。`,
    why: en`DeepSpeed stops while it reads the file: "Duplicate keys in DeepSpeed config". Under the Transformers Trainer and accelerate the file loads and the last one counts, so the first value is not the one that trains (there it is the warning shadowed-key).`
      .zh`DeepSpeed 读取文件时报错退出："Duplicate keys in DeepSpeed config"。Transformers Trainer 与 accelerate 会以最后一个为准，前面的值不生效（此时报告为 shadowed-key 警告）。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "gradient_clipping": 1.0,
  "gradient_clipping": 0.5
  ^^^^^^^^^^^^^^^^^^^ error duplicate-key
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "gradient_clipping": 0.5
}
`,
    fixSafety: en`Safe where both values are equal; otherwise which value was meant is for you to say.`.zh`两个值相同时安全；否则需由你决定保留哪个值。`,
    references: ['deepspeed/runtime/config_utils.py:205 @ 0.19'],
  },
  check(config, report) {
    if (config.reader && config.reader.value !== 'deepspeed') return;
    for (const { first, again } of config.tree.duplicates) {
      const key = keyOf(again);
      const equal = first.raw === again.raw;
      report({
        at: again.keySpan ?? again.span,
        message: en`"${key}" is written twice here; DeepSpeed refuses: "Duplicate keys in DeepSpeed config".`.zh`"${key}" 在此重复出现，DeepSpeed 拒绝加载："Duplicate keys in DeepSpeed config"。`,
        help: equal ? en`Both say ${short(again.raw)}; remove one.`.zh`两处的值都是 ${short(again.raw)}，删除其一即可。` : en`Keep ${short(first.raw)} or ${short(again.raw)}.`.zh`在 ${short(first.raw)} 与 ${short(again.raw)} 中保留一个。`,
        because: [{ place: { uri: config.uri, span: first.keySpan ?? first.span }, message: en`first written here`.zh`首次出现于此` }],
        fix: { title: en`Remove the earlier "${key}"`.zh`删除前面的 "${key}"`, safety: equal ? 'safe' : 'unsafe', edits: removeMember(config.text, config.tree, first) },
      });
    }
  },
});

const short = (raw: string): string => (raw.length > 40 ? `${raw.slice(0, 37)}…` : raw).replaceAll(/\s+/g, ' ');
