import { en } from '../../text/say';
import { defineRule } from '../define';

export default defineRule({
  name: 'env-export-prefix',
  severity: 'warning',
  since: '0.1.0',
  on: 'env',
  docs: {
    summary: en`A line of .deepspeed_env that begins with export.`.zh`.deepspeed_env 中以 export 开头的行。`,
    why: en`The file is no shell script: what stands before the equals sign is the name, "export" included. pdsh then runs "export export NAME=value", which happens to work and also exports a variable named export; the openmpi, mpich, impi and slurm launchers pass a variable of that broken name, and the real one stays unset.`
      .zh`该文件不是 shell 脚本：等号之前的全部内容都是变量名，包括 "export"。pdsh 会执行 "export export NAME=value"，碰巧可用，同时还导出一个名为 export 的变量；openmpi、mpich、impi 和 slurm 则会传递这个错误的变量名，真正的变量没有设置。`,
    bad: `
//- .deepspeed_env
export NCCL_DEBUG=WARN
^^^^^^ warning env-export-prefix: "export NCCL_DEBUG"
`,
    good: `
//- .deepspeed_env
NCCL_DEBUG=WARN
`,
    fixSafety: en`Safe: pdsh exports the same variable; with the other launchers the line has no effect as it stands.`.zh`安全：pdsh 导出的变量相同；其他启动方式下该行原本就不起作用。`,
    references: ['deepspeed/launcher/runner.py:622 @ 0.19', 'deepspeed/launcher/multinode_runner.py:94 @ 0.19'],
  },
  check(subject, report) {
    for (const { entry } of subject.env.lines) {
      const prefix = entry && /^export\s+(?=[A-Za-z_]\w*$)/.exec(entry.name);
      if (!entry || !prefix) continue;
      const { start } = entry.nameSpan;
      report({
        at: { start, end: start + 'export'.length },
        message: en`The launcher takes "${entry.name}" for the variable's name: .deepspeed_env is no shell script.`.zh`启动器将 "${entry.name}" 整体作为变量名：.deepspeed_env 不是 shell 脚本。`,
        help: en`Write NAME=value alone.`.zh`只写 NAME=value。`,
        fix: { title: en`Remove "export"`.zh`删除 "export"`, safety: 'safe', edits: [{ span: { start, end: start + prefix[0].length }, newText: '' }] },
      });
    }
  },
});
