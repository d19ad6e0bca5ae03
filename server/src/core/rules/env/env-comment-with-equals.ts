import { en } from '../../text/say';
import { defineRule } from '../define';
import { pdshRuns } from './_launcher';

export default defineRule({
  name: 'env-comment-with-equals',
  severity: 'error',
  since: '0.1.0',
  on: 'env',
  docs: {
    summary: en`A line of .deepspeed_env that begins with # and has an equals sign.`.zh`.deepspeed_env 中以 # 开头且含有等号的行。`,
    why: en`The launcher knows no comments: the line is exported like any other, as "export # NAME=value; …". On the nodes the shell takes everything behind the # for a comment, with the command that starts training: pdsh comes back at once and no process was started.`
      .zh`启动器不识别注释：该行会像其他行一样被导出为 "export # NAME=value; …"。节点上的 shell 把 # 之后的全部内容（包括启动训练的命令）当作注释：pdsh 立即返回，没有启动任何进程。`,
    bad: `
//- .deepspeed_env
NCCL_DEBUG=WARN
# NCCL_IB_DISABLE=1
^^^^^^^^^^^^^^^^^^^ error env-comment-with-equals: no comments
`,
    good: `
//- .deepspeed_env
NCCL_DEBUG=WARN
`,
    fixSafety: en`Safe: with the line no training starts.`.zh`安全：保留该行则训练不会启动。`,
    references: ['deepspeed/launcher/runner.py:622 @ 0.19', 'deepspeed/launcher/multinode_runner.py:94 @ 0.19'],
  },
  check(subject, report) {
    if (!pdshRuns(subject.jobs)) return;
    for (const line of subject.env.lines) {
      if (!line.entry?.name.startsWith('#')) continue;
      report({
        at: { start: line.entry.nameSpan.start, end: line.entry.value === '' ? line.span.end : line.entry.valueSpan.end },
        message: en`.deepspeed_env has no comments: pdsh runs "export ${shown(line.entry.name)}=…; cd …; python …", and the # cuts off the command that starts training.`
          .zh`.deepspeed_env 不支持注释：pdsh 执行 "export ${shown(line.entry.name)}=…; cd …; python …"，# 之后启动训练的命令被当作注释。`,
        help: en`Remove the line.`.zh`删除该行。`,
        fix: { title: en`Remove the line`.zh`删除该行`, safety: 'safe', edits: [{ span: subject.document.source.lines.fullLineSpan(line.line), newText: '' }] },
      });
    }
  },
});

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
