import { en } from '../../text/say';
import { defineRule } from '../define';

export default defineRule({
  name: 'unknown-setting',
  severity: 'warning',
  since: '0.1.0',
  on: 'engine',
  docs: {
    summary: en`A key or rule name in the settings file that Shardlint does not have.`.zh`设置文件中 Shardlint 没有的键或规则名。`,
    why: en`An entry under a misspelt name is never looked at: a rule that was meant to be off still reports.`
      .zh`拼写错误的条目不会被读取：本应关闭的规则仍会报告。`,
    bad: `
//- shardlint.json
{ "rule": { "fp16-and-bf16": "off" } }
  ^^^^^^ warning unknown-setting
`,
    good: `
//- shardlint.json
{ "rules": { "fp16-and-bf16": "off" } }
`,
    fixSafety: en`Changes which findings are shown, never what is run.`.zh`只影响显示哪些报告，不影响运行。`,
    references: [],
  },
});
