import type { Leniency } from '../../syntax/tree';
import { readerName } from '../../model/reader';
import { en, type Text } from '../../text/say';
import { becauseOf, defineRule } from '../define';
import { batchKeys } from './_batch';

const names: Record<Leniency['code'], Text> = {
  comment: en`a comment`.zh`注释`,
  'trailing-comma': en`a trailing comma`.zh`末尾逗号`,
  'missing-comma': en`a missing comma`.zh`缺少的逗号`,
  'unquoted-key': en`a key without quotes`.zh`未加引号的键`,
  'unquoted-string': en`a word without quotes`.zh`未加引号的词`,
  'single-quotes': en`single quotes`.zh`单引号`,
  'multiline-string': en`a multi-line string`.zh`多行字符串`,
  'no-braces': en`missing outer braces`.zh`缺少最外层花括号`,
  escape: en`an escape that JSON does not know`.zh`JSON 不支持的转义`,
  'odd-blank': en`a blank that JSON does not know`.zh`JSON 不支持的空白字符`,
  bom: en`a byte order mark`.zh`字节顺序标记（BOM）`,
};

export default defineRule({
  name: 'json-not-strict',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`Syntax that DeepSpeed takes, in a file that the Trainer or accelerate loads.`.zh`DeepSpeed 接受、但 Trainer 或 accelerate 无法加载的语法。`,
    why: en`DeepSpeed reads configs with hjson; the Transformers Trainer and accelerate read them with json.load, which stops on comments and trailing commas with a JSONDecodeError. A file with "auto" in a batch size is always one of theirs: DeepSpeed alone has nobody to fill it.`
      .zh`DeepSpeed 用 hjson 读取配置；Transformers Trainer 和 accelerate 用 json.load，遇到注释或末尾逗号即抛出 JSONDecodeError。批大小写为 "auto" 的文件必由后两者加载，因为单独的 DeepSpeed 无法填充它。`,
    bad: `
//! reader=trainer
{
  "train_micro_batch_size_per_gpu": "auto",
  // small model
  ^^^^^^^^^^^^^^ error json-not-strict: a comment
  "zero_optimization": { "stage": 2 },
                                     ^ error json-not-strict: a trailing comma
}
`,
    good: `
//! reader=trainer
{
  "train_micro_batch_size_per_gpu": "auto",
  "zero_optimization": { "stage": 2 }
}
`,
    fixSafety: en`Safe: the values stay, only what json.load stops on goes.`.zh`安全：值不变，仅去掉 json.load 无法解析的部分。`,
    references: ['accelerate/utils/deepspeed.py: json.load @ 1.15', 'transformers/integrations/deepspeed.py @ 5.18'],
  },
  check(config, report) {
    const auto = batchKeys.map((k) => config.get(k)).find((n) => n?.value === 'auto');
    const strict = config.reader ? config.reader.value !== 'deepspeed' : auto !== undefined;
    if (!strict || config.tree.template) return;
    const who = config.reader ? readerName(config.reader.value) : en`json.load (the Trainer, accelerate)`.zh`json.load（Trainer、accelerate）`;
    const why = config.reader ? becauseOf(config.reader, en`loaded by ${who}`.zh`由 ${who} 加载`) : [{ place: config.place(auto!), message: en`only the Trainer or accelerate fills "auto"`.zh`只有 Trainer 或 accelerate 会填充 "auto"` }];
    for (const { code, span, strict: edit } of config.tree.leniencies) {
      report({
        at: span,
        message: en`${who} cannot load this file: ${names[code]} is a JSONDecodeError there.`.zh`${who} 无法加载此文件：${names[code]}会引发 JSONDecodeError。`,
        because: why,
        ...(edit ? { fix: { title: en`Make it strict JSON here`.zh`改为严格 JSON`, safety: 'safe', edits: [edit] } } : {}),
      });
    }
  },
});
