import { keyOf } from '../../syntax/tree';
import { removeMember } from '../../syntax/json-edit';
import { readerName } from '../../model/reader';
import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';

export default defineRule({
  name: 'shadowed-key',
  severity: 'warning',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A key is written twice, and the reader takes the last one without a word.`.zh`键重复出现，读取方静默采用最后一个。`,
    why: en`The Transformers Trainer and accelerate load the file with json.load: of two equal keys the last one counts, and the value above it does nothing. DeepSpeed itself would refuse the file.`
      .zh`Transformers Trainer 与 accelerate 用 json.load 加载文件：同名键以最后一个为准，前面的值不起作用。DeepSpeed 自身则会拒绝该文件。`,
    bad: `
//! reader=trainer
{
  "gradient_clipping": 1.0,
  ^^^^^^^^^^^^^^^^^^^ warning shadowed-key
  "gradient_clipping": 0.5,
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": { "stage": 2 }
}
`,
    good: `
//! reader=trainer
{
  "gradient_clipping": 0.5,
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": { "stage": 2 }
}
`,
    fixSafety: en`Safe: json.load drops the earlier value anyway.`.zh`安全：json.load 本来就会丢弃前面的值。`,
    references: ['accelerate/utils/deepspeed.py: json.load @ 1.15'],
  },
  check(config, report) {
    if (!config.reader || config.reader.value === 'deepspeed') return;
    for (const { first, again } of config.tree.duplicates) {
      const key = keyOf(first);
      report({
        at: first.keySpan ?? first.span,
        message: en`This "${key}" has no effect: it is written again below, and ${readerName(config.reader.value)} takes the last one.`.zh`此处的 "${key}" 不起作用：下面又写了一次，${readerName(config.reader.value)} 以最后一个为准。`,
        because: [{ place: { uri: config.uri, span: again.keySpan ?? again.span }, message: en`the one that counts`.zh`实际生效的位置` }, ...becauseOf(config.reader, en`named here`.zh`在此引用`)],
        tags: ['unnecessary'],
        fix: { title: en`Remove this "${key}"`.zh`删除此处的 "${key}"`, safety: 'safe', edits: removeMember(config.text, config.tree, first) },
      });
    }
  },
});
