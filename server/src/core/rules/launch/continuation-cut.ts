import type { Cut } from '../../syntax/script';
import { en, same, type Text } from '../../text/say';
import { defineRule } from '../define';

const what: Record<Cut['reason'], Text> = {
  comment: en`This comment ends the command`.zh`此注释使命令在此结束`,
  'blank-line': en`This blank line ends the command`.zh`此空行使命令在此结束`,
  'trailing-space': en`The blank after the backslash ends the command`.zh`反斜杠后的空格使命令在此结束`,
  'carriage-return': en`The carriage return after the backslash ends the command`.zh`反斜杠后的回车符（CRLF）使命令在此结束`,
  'missing-backslash': en`The line above has no backslash, so the command ends there`.zh`上一行末尾没有反斜杠，命令在那里结束`,
};

export default defineRule({
  name: 'continuation-cut',
  severity: 'error',
  since: '0.1.0',
  on: 'script',
  docs: {
    summary: en`A command over several lines ends before its last flags.`.zh`多行命令在最后几个参数之前就结束了。`,
    why: en`A backslash joins a line with the next one only. A comment, a blank line, or anything after the backslash ends the command there: training starts without the flags below, and those lines are run as commands of their own ("--output_dir: command not found") when it is over.`
      .zh`反斜杠只把本行与下一行连接。注释、空行或反斜杠之后的任何字符都会使命令在该处结束：训练会在缺少后续参数的情况下启动，而剩下的行会在训练结束后被当作独立命令执行（"--output_dir: command not found"）。`,
    bad: `
deepspeed --num_gpus 8 train.py \\
  # --gradient_checkpointing \\
  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error continuation-cut: --output_dir
  --output_dir out
`,
    good: `
deepspeed --num_gpus 8 train.py \\
  --output_dir out
`,
    fixSafety: en`Unsafe: the flags below take effect again.`.zh`不安全：后面的参数会重新生效。`,
    references: ['https://www.gnu.org/software/bash/manual/bash.html#Escape-Character'],
  },
  check({ script }, report) {
    for (const cut of script.cuts) {
      const dropped = cut.dropped.slice(0, 6).join(', ') + (cut.dropped.length > 6 ? ', …' : '');
      report({
        at: cut.span,
        message: cut.dropped.length > 0 ? en`${what[cut.reason]}; cut off below: ${same(dropped)}.`.zh`${what[cut.reason]}；被截断的参数：${same(dropped)}。` : en`${what[cut.reason]}.`.zh`${what[cut.reason]}。`,
        help: help(cut.reason),
        ...(cut.mend.length > 0 ? { fix: { title: title(cut.reason), safety: 'unsafe' as const, edits: cut.mend } } : {}),
      });
    }
  },
});

function help(reason: Cut['reason']): Text {
  switch (reason) {
    case 'comment':
      return en`Move the comment above the command.`.zh`请把注释移到命令上方。`;
    case 'blank-line':
      return en`Remove the line.`.zh`请删除该行。`;
    case 'trailing-space':
      return en`Remove the blanks after the backslash.`.zh`请删除反斜杠后的空格。`;
    case 'carriage-return':
      return en`Save the file with LF line ends.`.zh`请以 LF 换行符保存文件。`;
    case 'missing-backslash':
      return en`End the line above with a backslash.`.zh`请在上一行末尾加反斜杠。`;
  }
}

function title(reason: Cut['reason']): Text {
  switch (reason) {
    case 'comment':
      return en`Move the comment above the command`.zh`把注释移到命令上方`;
    case 'blank-line':
      return en`Remove the blank line`.zh`删除空行`;
    case 'trailing-space':
      return en`Remove the blanks`.zh`删除空格`;
    case 'carriage-return':
      return en`Remove the carriage returns`.zh`删除回车符`;
    case 'missing-backslash':
      return en`Add a backslash`.zh`添加反斜杠`;
  }
}
