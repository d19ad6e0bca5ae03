import type { EnvEntry } from '../../syntax/env';
import { en, type Text } from '../../text/say';
import { defineRule, type FixDraft } from '../define';
import { pdshRuns } from './_launcher';
import { quotesOf, type Quotes } from './_quotes';

export default defineRule({
  name: 'env-quoted-value',
  severity: 'warning',
  since: '0.1.0',
  on: 'env',
  docs: {
    summary: en`Quotes in .deepspeed_env that change the value.`.zh`.deepspeed_env 中的引号会改变变量的值。`,
    why: en`The file knows no quoting. The launcher itself puts a value with a blank or special sign into double quotes: single quotes become part of the value, and double quotes of your own end the launcher's, so that the value stops at its first blank.`
      .zh`该文件不支持引号语法。值中有空格或特殊字符时，启动器会自行加上双引号：单引号会成为值的一部分；自己写的双引号会与启动器加的双引号配对，值在第一个空格处截断。`,
    bad: `
//- .deepspeed_env
GREETING='hello'
         ^^^^^^^ warning env-quoted-value: quotes included
LD_FLAGS="-O2 -g"
         ^^^^^^^^ warning env-quoted-value: ends before the blank
`,
    good: `
//- .deepspeed_env
GREETING=hello
LD_FLAGS=-O2 -g
`,
    fixSafety: en`Unsafe: the program gets another value than before.`.zh`不安全：程序得到的值与之前不同。`,
    references: ['deepspeed/launcher/multinode_runner.py:40 @ 0.19', 'deepspeed/launcher/multinode_runner.py:94 @ 0.19'],
  },
  check(subject, report) {
    if (!pdshRuns(subject.jobs)) return;
    for (const { entry } of subject.env.lines) {
      const quotes = entry && quotesOf(entry);
      if (!entry || !quotes || quotes === 'needless') continue;
      report({ at: entry.valueSpan, message: message(entry, quotes), help: help(quotes), ...fixOf(entry, quotes) });
    }
  },
});

function message({ name, value }: EnvEntry, quotes: Quotes): Text {
  if (quotes === 'kept') return en`${name} becomes ${shown(value)}, single quotes included.`.zh`${name} 的值为 ${shown(value)}，单引号也算在内。`;
  if (quotes === 'lost') return en`${name} loses the double quotes in ${shown(value)}.`.zh`${name} 的值 ${shown(value)} 会丢失其中的双引号。`;
  const inner = value.slice(1, -1);
  const sign = /[\s;&|<>()]/.exec(inner)![0];
  const kept = inner.slice(0, inner.indexOf(sign));
  return /\s/.test(sign)
    ? en`The launcher adds quotes of its own, and the value of ${name} ends before the blank: "${shown(kept)}".`.zh`启动器会再加一层引号，${name} 的值在空格前截断："${shown(kept)}"。`
    : en`The launcher adds quotes of its own, and the shell on the nodes takes the ${sign} in the value of ${name} for its own sign.`.zh`启动器会再加一层引号，节点上的 shell 会把 ${name} 的值中的 ${sign} 当作自己的语法符号。`;
}

const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

const help = (quotes: Quotes): Text =>
  quotes === 'lost'
    ? en`Write each inner quote as \\", for the shell on the nodes.`.zh`将内部的每个引号写成 \\"，供节点上的 shell 解析。`
    : en`Write the value without quotes: the launcher adds them where they are needed.`.zh`值不要加引号：启动器会在需要时自动添加。`;

function fixOf({ valueSpan, value }: EnvEntry, quotes: Quotes): { readonly fix?: FixDraft } {
  if (quotes === 'lost') return {};
  return { fix: { title: en`Remove the quotes`.zh`删除引号`, safety: 'unsafe', edits: [{ span: valueSpan, newText: value.slice(1, -1) }] } };
}
