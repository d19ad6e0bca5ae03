import { variable, type EnvVariable } from '../../catalog/env';
import { effectOf, parsed, type Parsed } from '../../catalog/env-values';
import type { VariableSubject } from '../../job/subjects';
import { en, type Text } from '../../text/say';
import { defineRule, type FixDraft } from '../define';
import { literalSpan, shownValue, valueAt } from './_variables';

export default defineRule({
  name: 'env-value-misread',
  severity: 'warning',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`A value that the tool reads as something else.`.zh`变量的值被工具读成了另一个值。`,
    why: en`NCCL reads numbers with strtoll, which takes the digits at the beginning and 0 where there are none: NCCL_IB_DISABLE=true leaves InfiniBand on, NCCL_BUFFSIZE=4M asks for 4 bytes. In a list of interfaces ^ and = count once, at its beginning, and blanks belong to the names. No message says so.`
      .zh`NCCL 用 strtoll 读取数字，只取开头的数字，没有数字则为 0：NCCL_IB_DISABLE=true 时 InfiniBand 保持开启，NCCL_BUFFSIZE=4M 表示 4 字节。接口列表中 ^ 和 = 只在最前面写一次，空格会成为名称的一部分。这些都没有任何提示。`,
    bad: `
//- .deepspeed_env
NCCL_IB_DISABLE=true
                ^^^^ warning env-value-misread: InfiniBand stays on
NCCL_BUFFSIZE=4M
               ^ warning env-value-misread: read as 4
NCCL_SOCKET_IFNAME=^docker0,^lo
                            ^^^ warning env-value-misread: "^lo"
`,
    good: `
//- .deepspeed_env
NCCL_IB_DISABLE=1
NCCL_BUFFSIZE=4194304
NCCL_SOCKET_IFNAME=^docker0,lo
`,
    fixSafety: en`Unsafe: the tool gets another value than before.`.zh`不安全：工具得到的值与之前不同。`,
    references: ['https://github.com/NVIDIA/nccl/blob/master/src/misc/param.cc', 'https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html'],
  },
  check(subject, report) {
    const { name, value, how } = subject.variable;
    const known = variable(name);
    const result = known && value !== undefined ? parsed(known, value) : undefined;
    if (!known || value === undefined || result?.kind !== 'other' || result.effect !== 'read-as' || meansTheSame(known, value, result)) return;
    // Notes and quotes in an env file have rules of their own.
    if (how === 'env-file' && /\s#|^["']/.test(value)) return;
    report({ at: valueAt(subject, result.at), message: message(known, value, result), help: help(known, value, result), ...fixOf(subject, known, value, result) });
  },
});

type Other = Extract<Parsed, { kind: 'other' }>;
const isList = (known: EnvVariable): boolean => known.parse === 'interfaces';

/** `false` is read as 0, and a lone comma behind the number changes nothing. */
function meansTheSame(known: EnvVariable, value: string, { readsAs }: Other): boolean {
  if (isList(known)) return false;
  if (/^\s*(false|no|off|n|f|none)\s*$/i.test(value)) return readsAs === '0' || readsAs === 'false';
  return new RegExp(`^\\s*[+]?${readsAs ?? ''}\\s*[,;]\\s*$`).test(value);
}

function message(known: EnvVariable, value: string, result: Other): Text {
  const { name } = known;
  if (isList(known)) return en`In ${name} "${result.readsAs!}" is taken for a name as it stands.`.zh`${name} 中的 "${result.readsAs!}" 会整体被当作名称。`;
  const effect = effectOf(known, result.readsAs!);
  const unit = known.type.startsWith('size') ? en` bytes`.zh` 字节` : '';
  return effect
    ? en`${name}=${shownValue(value)} is read as ${result.readsAs!}: ${effect}.`.zh`${name}=${shownValue(value)} 被读作 ${result.readsAs!}：${effect}。`
    : en`${name}=${shownValue(value)} is read as ${result.readsAs!}${unit}.`.zh`${name}=${shownValue(value)} 被读作 ${result.readsAs!}${unit}。`;
}

function help(known: EnvVariable, value: string, result: Other): Text {
  const meant = replacement(known, value);
  return meant === undefined ? result.why : en`${result.why} Write ${meant}.`.zh`${result.why}应写为 ${meant}。`;
}

function fixOf(subject: VariableSubject, known: EnvVariable, value: string, result: Other): { readonly fix?: FixDraft } {
  const span = literalSpan(subject);
  const meant = isList(known) ? mendedList(value, result) : replacement(known, value);
  if (!span || meant === undefined) return {};
  return { fix: { title: en`Change to ${meant}`.zh`改为 ${meant}`, safety: 'unsafe', edits: [{ span, newText: meant }] } };
}

const factors: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** The value in the form that the tool reads, where what is meant is plain. */
function replacement(known: EnvVariable, value: string): string | undefined {
  if (known.type === 'bool01' && /^\s*(true|yes|on|y|t)\s*$/i.test(value)) return '1';
  if (!known.type.startsWith('size')) return undefined;
  const [, number, letter] = /^\s*(\d+)\s*([KMG])(?:i?B)?\s*$/i.exec(value) ?? [];
  return number === undefined ? undefined : String(Number(number) * factors[letter!.toUpperCase()]!);
}

/** The list without blanks and without signs in the middle; undefined where a sign would have to hold for some names only. */
function mendedList(value: string, { readsAs = '' }: Other): string | undefined {
  const head = /^\^?=?/.exec(value)![0];
  const sign = /^[\^=]/.exec(readsAs)?.[0] ?? '';
  if (sign !== '' && !head.includes(sign)) return undefined;
  const names = value.slice(head.length).split(',').map((item) => item.trim().replace(/^[\^=]+/, ''));
  return names.some((n) => n === '') ? undefined : head + names.join(',');
}
