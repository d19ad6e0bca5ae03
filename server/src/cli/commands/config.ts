import { resolve } from 'node:path';
import { statSync } from 'node:fs';
import { SourceText } from '../../core/model/document';
import { effectiveJson, effectiveText } from '../../core/report/effective';
import { en } from '../../core/text/say';
import { choice } from '../args';
import { uriOf } from '../find-files';
import { exitCode, UsageError } from '../io';
import { openSession } from '../session';
import { lintOptions } from './check';
import { defineCommand } from './command';

export const config = defineCommand({
  name: 'config',
  operands: 'FILE',
  summary: en`Print what a file is taken for, the settings that hold for it and what is known about its jobs, each with its origin.`
    .zh`显示文件被识别为何种类型、对其生效的设置以及其任务的已知信息，并注明各自来源。`,
  options: {
    format: choice('FORMAT', ['text', 'json'], en`text by default.`.zh`默认 text。`),
    reader: lintOptions.reader,
    gpus: lintOptions.gpus,
    config: lintOptions.config,
  },
  async run({ values, positionals }, { io, lang }) {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError(en`config takes one file.`.zh`config 需要且只需要一个文件。`);
    const path = resolve(io.cwd, file);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(en`config takes a file, and ${file} is a folder.`.zh`config 需要文件，而 ${file} 是文件夹。`);
    const { project, skipped } = await openSession({ cwd: io.cwd, paths: [file], config: values.config, reader: values.reader, gpus: values.gpus });
    const uri = uriOf(path);
    const unread = project.file(uri) instanceof SourceText ? undefined : skipped.find((s) => s.uri === uri);
    if (unread) throw new UsageError(en`${file}: ${unread.reason}.`.zh`${file}：${unread.reason}。`);
    const source = (u: string): SourceText | undefined => {
      const state = project.file(u);
      return state instanceof SourceText ? state : undefined;
    };
    const effective = { project, uri, base: uriOf(io.cwd), lang, source };
    io.stdout.write(values.format === 'json' ? JSON.stringify(effectiveJson(effective)) + '\n' : effectiveText(effective));
    return exitCode.clean;
  },
});
