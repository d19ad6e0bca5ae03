import { codePoint, invisible } from '../../text/invisible';
import { pythonBlank } from '../../text/python';
import { en, type Text } from '../../text/say';
import { defineRule } from '../define';

export default defineRule({
  name: 'env-bad-name',
  severity: 'warning',
  since: '0.1.0',
  on: 'env',
  docs: {
    summary: en`A name in .deepspeed_env that no environment variable can have.`.zh`.deepspeed_env 中的名称不能用作环境变量名。`,
    why: en`Everything before the equals sign is the name. The shell on the nodes takes letters, digits and underscores only, not beginning with a digit, and says "not a valid identifier"; the variable stays unset and the run goes on without it.`
      .zh`等号之前的全部内容都是变量名。节点上的 shell 只接受字母、数字和下划线，且不能以数字开头，否则报 "not a valid identifier"；变量没有设置，而运行继续进行。`,
    bad: `
//- .deepspeed_env
NCCL-DEBUG=WARN
^^^^^^^^^^ warning env-bad-name: "not a valid identifier"
`,
    good: `
//- .deepspeed_env
NCCL_DEBUG=WARN
`,
    fixSafety: en`Unsafe: the variable gets set.`.zh`不安全：变量会因此被设置。`,
    references: ['deepspeed/launcher/runner.py:622 @ 0.19', 'deepspeed/launcher/multinode_runner.py:94 @ 0.19'],
  },
  check(subject, report) {
    for (const { entry, span } of subject.env.lines) {
      // A name with a blank is split by the shell, and comments have a rule of their own.
      if (!entry || entry.name.startsWith('#') || blank.test(entry.name) || valid.test(entry.name)) continue;
      const hidden = invisible.exec(entry.name)?.[0];
      const meant = entry.name.replaceAll(new RegExp(invisible, 'g'), '').replaceAll(/[-.]/g, '_');
      report({
        at: entry.name === '' ? span : entry.nameSpan,
        message: message(entry.name, hidden),
        help: hidden !== undefined ? en`Save the file as UTF-8 without a byte order mark.`.zh`将文件保存为不带 BOM 的 UTF-8。` : en`Use letters, digits and underscores, and a letter or underscore first.`.zh`只用字母、数字和下划线，且不以数字开头。`,
        ...(valid.test(meant) ? { fix: { title: en`Change to ${meant}`.zh`改为 ${meant}`, safety: 'unsafe' as const, edits: [{ span: entry.nameSpan, newText: meant }] } } : {}),
      });
    }
  },
});

const blank = new RegExp(`[${pythonBlank}]`);
const valid = /^[A-Za-z_]\w*$/;

function message(name: string, hidden: string | undefined): Text {
  if (name === '') return en`No name stands before the "="; the shell on the nodes says "not a valid identifier".`.zh`"=" 之前没有变量名，节点上的 shell 会报 "not a valid identifier"。`;
  if (hidden !== undefined)
    return en`The invisible character ${codePoint(hidden)} belongs to the name: the shell on the nodes says "not a valid identifier" and does not set it.`
      .zh`不可见字符 ${codePoint(hidden)} 会成为变量名的一部分：节点上的 shell 会报 "not a valid identifier"，变量不会被设置。`;
  return en`"${name}" is no name for a variable: the shell on the nodes says "not a valid identifier" and does not set it.`
    .zh`"${name}" 不能作为变量名：节点上的 shell 会报 "not a valid identifier"，变量不会被设置。`;
}
