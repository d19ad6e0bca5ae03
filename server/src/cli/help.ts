import { wrap } from '../core/report/page';
import { en, render, type Lang, type Text } from '../core/text/say';
import type { Option, Options } from './args';
import { choice, flag } from './args';
import type { Command } from './commands/command';

/** Options that every command takes. */
export const commonOptions = {
  lang: choice('LANG', ['en', 'zh-cn'], en`Language of the messages; by default that of the locale.`.zh`消息语言，默认取自系统区域设置。`),
  help: flag(en`Show this page.`.zh`显示本页。`, 'h'),
} satisfies Options;

const width = 100;
const usage = en`Usage`.zh`用法`;
const heading = (text: Text, lang: Lang): string => `${render(text, lang)}:`;

function rows(list: readonly (readonly [left: string, right: string])[]): string {
  const column = Math.max(...list.map(([left]) => left.length)) + 4;
  return list.map(([left, right]) => `  ${left}`.padEnd(column) + wrap(right, width - column).replaceAll('\n', `\n${' '.repeat(column)}`)).join('\n');
}

function optionRow(name: string, option: Option, lang: Lang): readonly [string, string] {
  const help = render(option.help, lang);
  if (option.kind === 'flag') return [`${option.short ? `-${option.short}, ` : ''}--${name}`, help];
  return [`--${name} ${option.name}`, option.choices ? `${help} [${option.choices.join(', ')}]` : help];
}

export function mainHelp(commands: readonly Command[], lang: Lang): string {
  const exits: readonly (readonly [string, Text])[] = [
    ['0', en`no errors`.zh`没有错误`],
    ['1', en`errors, or more warnings than --max-warnings`.zh`有错误，或警告多于 --max-warnings`],
    ['2', en`wrong usage, or an internal error`.zh`用法错误或内部错误`],
    ['3', en`nothing to lint`.zh`没有可检查的文件`],
  ];
  return [
    render(en`Shardlint finds, explains and fixes mistakes in distributed-training configs.`.zh`Shardlint 查找、解释并修复分布式训练配置中的错误。`, lang),
    '',
    `${heading(usage, lang)} shardlint [check] [PATH…]`,
    `       shardlint COMMAND …`.replace(/^ {7}/, ' '.repeat(render(usage, lang).length + (lang === 'en' ? 2 : 4))),
    '',
    heading(en`Commands`.zh`命令`, lang),
    rows(commands.map((c) => [c.name, render(c.summary, lang)])),
    '',
    heading(en`Options`.zh`选项`, lang),
    rows([...Object.entries(commonOptions).map(([name, o]) => optionRow(name, o, lang)), ['-V, --version', render(en`Show the version.`.zh`显示版本。`, lang)]]),
    '',
    heading(en`Exit codes`.zh`退出码`, lang),
    rows(exits.map(([code, text]) => [code, render(text, lang)])),
    '',
    render(en`"shardlint COMMAND --help" shows a command's own options.`.zh`"shardlint 命令 --help" 显示该命令的选项。`, lang),
    '',
  ].join('\n');
}

export function commandHelp(command: Command, lang: Lang): string {
  return [
    `${heading(usage, lang)} shardlint ${[command.name, command.operands].filter((p) => p !== '').join(' ')}`,
    '',
    wrap(render(command.summary, lang), width),
    ...(command.notes ?? []).flatMap((n) => ['', wrap(render(n, lang), width)]),
    '',
    heading(en`Options`.zh`选项`, lang),
    rows(Object.entries({ ...command.options, ...commonOptions }).map(([name, o]) => optionRow(name, o, lang))),
    '',
  ].join('\n');
}
