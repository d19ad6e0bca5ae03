import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { nearest } from '../core/text/nearest';
import { en, joinTexts, render, type Text } from '../core/text/say';
import { parse } from './args';
import { check } from './commands/check';
import type { Command } from './commands/command';
import { config } from './commands/config';
import { explain } from './commands/explain';
import { fix } from './commands/fix';
import { rules } from './commands/rules';
import { server } from './commands/server';
import { commandHelp, commonOptions, mainHelp } from './help';
import { exitCode, UsageError, type ExitCode, type Io } from './io';
import { languageOf } from './terminal';
import { version } from './version';

const commands: readonly Command[] = [check, fix, explain, rules, config, server];

/** Runs the command line `args` (without node and script) and answers the exit code. Never throws. */
export async function main(args: readonly string[], io: Io): Promise<ExitCode> {
  const lang = languageOf(args, io.env);
  const say = (text: Text): string => render(text, lang);
  let command: Command | undefined;
  try {
    const [first, ...rest] = args;
    if (first === '--version' || first === '-V') {
      io.stdout.write(`${version}\n`);
      return exitCode.clean;
    }
    if (first === '--help' || first === '-h' || first === 'help') {
      const [topic] = parse(commonOptions, rest).positionals;
      const about = commands.find((c) => c.name === topic);
      if (topic !== undefined && !about) throw new UsageError(unknownCommand(topic));
      io.stdout.write(about ? commandHelp(about, lang) : mainHelp(commands, lang));
      return exitCode.clean;
    }
    command = commands.find((c) => c.name === first);
    if (!command && first !== undefined && !first.startsWith('-') && !existsSync(resolve(io.cwd, first))) throw new UsageError(unknownCommand(first));
    const given = command ? rest : args;
    command ??= check;
    const { values, positionals } = parse({ ...command.options, ...commonOptions }, given);
    if (values.help) {
      io.stdout.write(commandHelp(command, lang));
      return exitCode.clean;
    }
    return await command.run({ values, positionals }, { io, lang });
  } catch (error) {
    if (error instanceof UsageError) {
      const page = command ? `shardlint ${command.name} --help` : 'shardlint --help';
      io.stderr.write(`shardlint: ${say(error.text)}\n${say(en`"${page}" shows the usage.`.zh`运行 "${page}" 查看用法。`)}\n`);
    } else {
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      io.stderr.write(`shardlint ${version}: ${say(en`internal error`.zh`内部错误`)}: ${what}\n`);
    }
    return exitCode.failure;
  }
}

function unknownCommand(word: string): Text {
  const meant = nearest(word, commands.map((c) => c.name));
  const unknown = en`${word} is neither a command nor an existing file or folder.`.zh`${word} 既不是命令，也不是存在的文件或文件夹。`;
  return meant === undefined ? unknown : joinTexts([unknown, en`Did you mean ${meant}?`.zh`是否想写 ${meant}？`], en`${' '}`.zh``);
}
