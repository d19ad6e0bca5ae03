import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { lint } from '../../core/engine/lint';
import { SourceText } from '../../core/model/document';
import { readers } from '../../core/model/reader';
import { renderGithub } from '../../core/report/github';
import { renderJson } from '../../core/report/json';
import { renderMarkdown } from '../../core/report/markdown';
import { countsOf, type Report, type Skipped } from '../../core/report/report';
import { renderSarif } from '../../core/report/sarif';
import { renderText } from '../../core/report/text';
import { oneLine } from '../../core/report/visible';
import { summary } from '../../core/report/words';
import { en, render } from '../../core/text/say';
import { choice, flag, integer, text, type Parsed } from '../args';
import { uriOf } from '../find-files';
import { appliedLines, fixOnDisk, fixText } from '../fixes';
import { exitCode, UsageError, type Context, type ExitCode } from '../io';
import { openSession } from '../session';
import { painter, widthOf } from '../terminal';
import { version } from '../version';
import { defineCommand } from './command';
import { relativePath } from '../../core/text/uri';

const formats = ['text', 'json', 'sarif', 'github', 'markdown'] as const;

export const lintOptions = {
  format: choice('FORMAT', formats, en`How the findings are written; text by default.`.zh`输出格式，默认 text。`),
  'unsafe-fixes': flag(en`Together with --fix: apply fixes that change what is run as well.`.zh`与 --fix 同用：也应用会改变运行结果的修复。`),
  'max-warnings': integer(0, en`Exit with 1 on more than N warnings.`.zh`警告多于 N 个时以 1 退出。`),
  'stdin-file-name': text('FILE', en`Lint standard input as if it were FILE; everything else is read from disk. With --fix the fixed text goes to standard output.`
    .zh`将标准输入当作 FILE 检查，其余文件从磁盘读取。与 --fix 同用时，修复后的文本写到标准输出。`),
  reader: choice('READER', readers, en`Who loads the DeepSpeed JSON files, whatever the launch scripts say.`.zh`由谁加载 DeepSpeed JSON 文件，优先于启动脚本。`),
  gpus: integer(1, en`Number of data-parallel ranks that the configs run on.`.zh`配置运行时的数据并行 rank 数。`),
  config: text('FILE', en`The settings file, instead of the nearest shardlint.json or pyproject.toml.`.zh`指定设置文件，代替最近的 shardlint.json 或 pyproject.toml。`),
  'no-inline-ignores': flag(en`Report what shardlint-ignore comments and "ignore" entries silence.`.zh`也报告被 shardlint-ignore 注释和 "ignore" 条目抑制的问题。`),
  'no-error-on-unmatched': flag(en`Exit with 0 when there is nothing to lint: for hooks that hand over any file.`.zh`没有可检查的文件时以 0 退出，适用于会传入任意文件的钩子。`),
  quiet: flag(en`Show errors only.`.zh`只显示错误。`),
  'output-file': text('FILE', en`Write the findings to FILE instead of standard output.`.zh`将结果写入 FILE，而不是标准输出。`),
};

const options = { ...lintOptions, fix: flag(en`Apply the safe fixes and report what is left.`.zh`应用安全修复，并报告剩余的问题。`) };

export const check = defineCommand({
  name: 'check',
  operands: '[PATH…]',
  summary: en`Lint files and folders; without a path, the working directory.`.zh`检查文件和文件夹；不写路径时检查当前目录。`,
  notes: [
    en`A file named here is linted whatever its name, if its content can be recognised. Folders are walked without hidden ones, node_modules, __pycache__, venv and what .gitignore leaves out.`
      .zh`此处写明的文件只要内容可识别，无论文件名为何都会检查。遍历文件夹时跳过隐藏文件夹、node_modules、__pycache__、venv 以及 .gitignore 排除的内容。`,
  ],
  options,
  run: runCheck,
});

export async function runCheck({ values, positionals }: Parsed<typeof options>, context: Context): Promise<ExitCode> {
  const { io } = context;
  const stdinName = values['stdin-file-name'];
  if (stdinName !== undefined && positionals.length > 0)
    throw new UsageError(en`--stdin-file-name lints standard input alone; leave the paths out.`.zh`--stdin-file-name 只检查标准输入，不能再写路径。`);
  if (values['unsafe-fixes'] && !values.fix) throw new UsageError(en`--unsafe-fixes needs --fix.`.zh`--unsafe-fixes 需要与 --fix 同用。`);
  const stdin = stdinName === undefined ? undefined : await io.stdin();
  const session = await openSession({
    cwd: io.cwd,
    paths: stdinName !== undefined ? [stdinName] : positionals.length > 0 ? positionals : ['.'],
    stdin,
    config: values.config,
    reader: values.reader,
    gpus: values.gpus,
  });
  sayLines(context, session.skipped.map((s) => skippedLine(s, context)));

  const lintingOptions = { noInlineIgnores: values['no-inline-ignores'] };
  const fixOptions = { ...lintingOptions, allowUnsafe: values['unsafe-fixes'] };
  const fixed = !values.fix ? undefined : stdin ? fixText(session, fixOptions) : await fixOnDisk(session, fixOptions);
  const project = fixed?.project ?? session.project;
  const findings = session.targets.flatMap((uri) => lint(project, uri, lintingOptions));
  const shown = values.quiet ? findings.filter((f) => f.severity === 'error') : findings;
  const source = (uri: string): SourceText | undefined => {
    const state = project.file(uri);
    return state instanceof SourceText ? state : undefined;
  };
  const report: Report = { files: session.targets.length, findings: shown, skipped: session.skipped, source, base: uriOf(io.cwd), lang: context.lang, version };

  if (fixed) {
    const applied = appliedLines(fixed, report).map((l) => `${l}\n`).join('');
    // What other programs read stays theirs alone.
    const forPeople = (values.format ?? 'text') === 'text' && values['output-file'] === undefined && !stdin;
    (forPeople ? io.stdout : io.stderr).write(applied + (forPeople && applied !== '' ? '\n' : ''));
    sayLines(context, fixed.refused.map((r) => skippedLine(r, context)));
  }
  if (fixed && stdin) {
    // An editor puts this in the place of its text, so it is never left out.
    const file = uriOf(resolve(io.cwd, stdinName!));
    io.stdout.write(fixed.changed.has(file) ? fixed.changed.get(file)! : stdin);
  }
  const nothing = session.targets.length === 0;
  if (nothing) sayLines(context, [render(nothingWords, context.lang)]);
  await output(report, values, context, { toStderr: fixed !== undefined && stdin !== undefined, nothing });

  if (fixed && fixed.refused.length > 0) return exitCode.failure;
  if (nothing) return values['no-error-on-unmatched'] ? exitCode.clean : exitCode.nothing;
  const counts = countsOf(findings);
  const tooMany = values['max-warnings'] !== undefined && counts.warning > values['max-warnings'];
  if (tooMany && counts.error === 0) sayLines(context, [render(en`${counts.warning} warnings, and --max-warnings allows ${values['max-warnings']!}.`.zh`共 ${counts.warning} 个警告，超过 --max-warnings 允许的 ${values['max-warnings']!} 个。`, context.lang)]);
  return counts.error > 0 || tooMany ? exitCode.findings : exitCode.clean;
}

const nothingWords = en`Nothing to lint: no DeepSpeed config, hostfile, .deepspeed_env or launch script was found. "files" in shardlint.json says what a file with another name is.`
  .zh`没有可检查的文件：未找到 DeepSpeed 配置、hostfile、.deepspeed_env 或启动脚本。可在 shardlint.json 的 "files" 中指明其他文件的类型。`;

const sayLines = ({ io }: Context, lines: readonly string[]): void => {
  if (lines.length > 0) io.stderr.write(lines.map((l) => `${l}\n`).join(''));
};

const skippedLine = ({ uri, reason }: Skipped, { io, lang }: Context): string => {
  const file = oneLine(relativePath(uriOf(io.cwd), uri));
  return render(en`${file}: skipped: ${reason}`.zh`${file}：已跳过：${reason}`, lang);
};

async function output(report: Report, values: Parsed<typeof options>['values'], { io, lang }: Context, { toStderr, nothing }: { toStderr: boolean; nothing: boolean }): Promise<void> {
  const file = values['output-file'];
  const sink = toStderr ? io.stderr : io.stdout;
  const format = values.format ?? 'text';
  // The words on stderr say it all.
  if (nothing && format === 'text' && file === undefined) return;
  const rendered = renderAs(format, report, file === undefined ? { paint: painter(sink, io.env), width: widthOf(sink) } : {});
  if (file === undefined) {
    sink.write(rendered);
    return;
  }
  const path = resolve(io.cwd, file);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, rendered);
  } catch (error) {
    throw new UsageError(en`--output-file: ${(error as Error).message}`.zh`--output-file：${(error as Error).message}`);
  }
  sayLines({ io, lang }, [render(summary(report), lang)]);
}

function renderAs(format: (typeof formats)[number], report: Report, textOptions: Parameters<typeof renderText>[1]): string {
  switch (format) {
    case 'json':
      return renderJson(report);
    case 'sarif':
      return renderSarif(report);
    case 'github':
      return renderGithub(report);
    case 'markdown':
      return renderMarkdown(report);
    case 'text':
      return renderText(report, textOptions);
  }
}
