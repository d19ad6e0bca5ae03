import { accepts, type Taking } from '../../catalog/coerce';
import { keyOf, type Node } from '../../syntax/tree';
import { en, same } from '../../text/say';
import { defineRule, type FixDraft } from '../define';
import { expected, refusedValues } from './_values';

export default defineRule({
  name: 'wrong-type',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A value of a type that DeepSpeed refuses for the key.`.zh`值的类型不被 DeepSpeed 接受。`,
    why: en`DeepSpeed stops while it reads the config, with a pydantic ValidationError ("Input should be a valid integer") or a TypeError from its own arithmetic. What it converts by itself is not reported: 5e8 for an integer, "true" for a switch where pydantic looks.`
      .zh`DeepSpeed 读取配置时报错退出：pydantic 的 ValidationError（"Input should be a valid integer"）或自身运算的 TypeError。它能自动转换的写法不会报告，例如整数写作 5e8、pydantic 校验的开关写作 "true"。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "gradient_accumulation_steps": "16",
                                 ^^^^ error wrong-type
  "zero_optimization": { "stage": 2, "reduce_bucket_size": 15099494.4 }
                                                           ^^^^^^^^^^ error wrong-type: an integer
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "gradient_accumulation_steps": 16,
  "zero_optimization": { "stage": 2, "reduce_bucket_size": 15099494 }
}
`,
    fixSafety: en`Safe where only the quotes go; a rounded number is for you to confirm.`.zh`仅去掉引号时是安全的；取整需由你确认。`,
    references: ['deepspeed/runtime/config_utils.py @ 0.19', 'https://docs.pydantic.dev/latest/concepts/conversion_table/'],
  },
  check(config, report) {
    for (const { node, option, by } of refusedValues(config)) {
      if (by !== 'type') continue;
      const key = keyOf(node);
      report({
        at: node.span,
        message: en`${key} is ${shown(node)}; DeepSpeed takes ${expected(option)}.`.zh`${key} 的值为 ${shown(node)}，DeepSpeed 只接受${expected(option)}。`,
        ...fix(node, option),
      });
    }
  },
});

function shown(node: Node) {
  if (node.kind === 'object') return en`an object`.zh`对象`;
  if (node.kind === 'array') return en`a list`.zh`列表`;
  return same(node.raw.length > 40 ? `${node.raw.slice(0, 37)}…` : node.raw);
}

function fix(node: Node, option: Taking): { fix?: FixDraft } {
  if (typeof node.value === 'string') {
    const inner = node.value.trim();
    const value: unknown = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(inner) ? Number(inner) : /^(true|false)$/i.test(inner) ? inner.toLowerCase() === 'true' : undefined;
    if (value === undefined || !accepts(option, value, { raw: inner })) return {};
    const text = typeof value === 'number' ? inner : String(value);
    return { fix: { title: en`Write ${text} without quotes`.zh`去掉引号，写作 ${text}`, safety: 'safe', edits: [{ span: node.span, newText: text }] } };
  }
  if (typeof node.value === 'number' && !Number.isInteger(node.value)) {
    const whole = Math.trunc(node.value);
    if (accepts(option, whole, { raw: String(whole) })) return { fix: { title: en`Write the whole number ${whole}`.zh`改为整数 ${whole}`, safety: 'unsafe', edits: [{ span: node.span, newText: String(whole) }] } };
  }
  return {};
}
