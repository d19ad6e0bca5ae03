import { accepts } from '../../catalog/coerce';
import { option } from '../../catalog/deepspeed';
import { readerName } from '../../model/reader';
import type { DeepSpeedConfig } from '../../job/subjects';
import type { Node } from '../../syntax/tree';
import { en, type Text } from '../../text/say';
import { becauseOf, defineRule } from '../define';
import { batchKeys } from './_batch';
import { contextOf } from './_options';

export default defineRule({
  name: 'auto-not-filled',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`"auto" on a key that nobody fills in.`.zh`"auto" 写在无人填充的键上。`,
    why: en`"auto" is an agreement of the Transformers Trainer and accelerate, each with its own list of keys; anywhere else accelerate stops with "not found in kwargs. Please specify ... without auto". DeepSpeed alone fills nothing: a batch size of "auto" is a TypeError.`
      .zh`"auto" 是 Transformers Trainer 与 accelerate 的约定，二者各有一份可填充的键列表；写在其他键上时 accelerate 报 "not found in kwargs. Please specify ... without auto"。单独的 DeepSpeed 不填充任何值：批大小写 "auto" 会引发 TypeError。`,
    bad: `
//! reader=trainer
{
  "train_micro_batch_size_per_gpu": "auto",
  "zero_optimization": {
    "stage": 3,
    "sub_group_size": "auto",
                      ^^^^^^ error auto-not-filled: sub_group_size
    "stage3_gather_16bit_weights_on_model_save": true
  }
}
`,
    good: `
//! reader=trainer
{
  "train_micro_batch_size_per_gpu": "auto",
  "zero_optimization": {
    "stage": 3,
    "stage3_prefetch_bucket_size": "auto",
    "stage3_gather_16bit_weights_on_model_save": true
  }
}
`,
    references: ['accelerate/utils/deepspeed.py @ 1.15', 'transformers/integrations/deepspeed.py @ 5.18', 'deepspeed/runtime/config.py:919 @ 0.19'],
  },
  check(config, report) {
    const reader = readerOf(config);
    if (!reader) return;
    const context = contextOf(config);
    const visit = (node: Node): void => {
      if (node.kind === 'object') node.children.forEach(visit);
      if (node.value !== 'auto' || node.keySpan === undefined) return;
      const known = option(node.path, context);
      const key = node.path.join('.');
      const filled = reader.who === 'deepspeed' ? known?.dropsAuto === true || known === undefined || accepts(known, 'auto') : known?.auto !== undefined;
      if (filled) return;
      report({
        at: node.span,
        message:
          reader.who === 'deepspeed'
            ? en`DeepSpeed itself fills no "auto", and ${key} cannot be a string.`.zh`DeepSpeed 自身不填充 "auto"，而 ${key} 不能是字符串。`
            : en`${reader.name} does not fill ${key}; the run stops: "not found in kwargs. Please specify ${key} without auto".`.zh`${reader.name} 不会填充 ${key}，运行报错："not found in kwargs. Please specify ${key} without auto"。`,
        help: reader.who === 'deepspeed' ? en`Write a number; "auto" is for the Transformers Trainer and accelerate.`.zh`请写具体数值；"auto" 仅用于 Transformers Trainer 和 accelerate。` : en`Write a value, or leave the key out for DeepSpeed's default.`.zh`请写具体的值，或删去该键以使用 DeepSpeed 默认值。`,
        because: reader.because,
      });
    };
    if (config.tree.root) visit(config.tree.root);
  },
});

interface Reading {
  readonly who: 'deepspeed' | 'filler';
  readonly name: Text;
  readonly because: ReturnType<typeof becauseOf>;
}

/** The reader as known; without one, a batch size of "auto" shows that it is the Trainer or accelerate. */
function readerOf(config: DeepSpeedConfig): Reading | undefined {
  const { reader } = config;
  if (reader) return { who: reader.value === 'deepspeed' ? 'deepspeed' : 'filler', name: readerName(reader.value), because: becauseOf(reader, en`loaded by ${readerName(reader.value)}`.zh`由 ${readerName(reader.value)} 加载`) };
  const auto = batchKeys.map((k) => config.get(k)).find((n) => n?.value === 'auto');
  return auto && { who: 'filler', name: en`The Trainer or accelerate, which load this file,`.zh`加载此文件的 Trainer 或 accelerate `, because: [{ place: config.place(auto), message: en`only the Trainer or accelerate fills this "auto"`.zh`只有 Trainer 或 accelerate 会填充此 "auto"` }] };
}
