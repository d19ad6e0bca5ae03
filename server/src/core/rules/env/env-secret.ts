import { variable } from '../../catalog/env';
import { en } from '../../text/say';
import { defineRule } from '../define';

export default defineRule({
  name: 'env-secret',
  severity: 'info',
  since: '0.1.0',
  on: 'env',
  docs: {
    summary: en`A key or token in .deepspeed_env.`.zh`.deepspeed_env 中写有密钥或令牌。`,
    why: en`The launcher writes every line of the file into one pdsh command, prints that command in its log ("cmd = pdsh …"), and anyone on the machines sees it in the list of processes. The file itself tends to get committed.`
      .zh`启动器把文件的每一行写进一条 pdsh 命令，并在日志中打印该命令（"cmd = pdsh …"），机器上的任何人都能在进程列表中看到它。文件本身也容易被提交到仓库。`,
    bad: `
//- .deepspeed_env
WANDB_API_KEY=3f9c0d7e5b2a4c618e9f7a1b2c3d4e5f60718293
^^^^^^^^^^^^^ info env-secret: WANDB_API_KEY
`,
    good: `
//- .deepspeed_env
WANDB_MODE=offline
`,
    references: ['deepspeed/launcher/runner.py:630 @ 0.19', 'deepspeed/launcher/multinode_runner.py:94 @ 0.19'],
  },
  check(subject, report) {
    for (const { entry } of subject.env.lines) {
      if (!entry || !isSecretName(entry.name) || !looksSecret(entry.value)) continue;
      report({
        at: entry.nameSpan,
        message: en`The value of ${entry.name} goes in plain text into the pdsh command, its log line and the list of processes.`
          .zh`${entry.name} 的值会以明文出现在 pdsh 命令、日志和进程列表中。`,
        help: en`Log in once on every node (wandb login, hf auth login), or set it in a file that only you can read on each.`.zh`在每个节点上各登录一次（wandb login、hf auth login），或在各节点上只有自己可读的文件中设置。`,
      });
    }
  },
});

const isSecretName = (name: string): boolean => variable(name)?.secret === true || /(^|_)(TOKEN|API_?KEY|SECRET|SECRET_?KEY|ACCESS_KEY|PASSWORD|PASSWD)$/.test(name);

/** Long, of the signs that keys are made of, with letters and digits; special tokens (`<eos>`) and placeholders are not. */
function looksSecret(value: string): boolean {
  const bare = /^(["']?)(.*)\1$/s.exec(value)![2]!;
  return /^[\w./+=~-]{16,}$/.test(bare) && /\d/.test(bare) && /[A-Za-z]/.test(bare) && !/x{4}|your|change_?me|placeholder|example/i.test(bare) && !bare.startsWith('/');
}
