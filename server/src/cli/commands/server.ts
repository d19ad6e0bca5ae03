import { en } from '../../core/text/say';
import { flag } from '../args';
import { exitCode, UsageError } from '../io';
import { defineCommand } from './command';

export const server = defineCommand({
  name: 'server',
  operands: '--stdio',
  summary: en`Run the language server, for any LSP editor.`.zh`运行语言服务器，供任意 LSP 编辑器使用。`,
  options: { stdio: flag(en`Speak over standard input and output.`.zh`通过标准输入输出通信。`) },
  async run({ values, positionals }, { io }) {
    if (positionals.length > 0) throw new UsageError(en`server takes no path.`.zh`server 不接受路径。`);
    if (!values.stdio) throw new UsageError(en`server speaks over standard input and output only: shardlint server --stdio.`.zh`server 只支持标准输入输出：shardlint server --stdio。`);
    await io.startServer();
    return exitCode.clean;
  },
});
