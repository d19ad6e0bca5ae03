import { en } from '../../text/say';
import { defineRule } from '../define';

export default defineRule({
  name: 'bad-setting',
  severity: 'warning',
  since: '0.1.0',
  on: 'engine',
  docs: {
    summary: en`A value that the settings file cannot have.`.zh`设置文件中不允许的值。`,
    why: en`The entry is left out and the default holds, so the linter does something else than the file says.`
      .zh`该条目会被忽略并使用默认值，检查行为与文件所写不符。`,
    bad: `
//- shardlint.json
{ "rules": { "fp16-and-bf16": "fatal" } }
                              ^^^^^^^ warning bad-setting
`,
    good: `
//- shardlint.json
{ "rules": { "fp16-and-bf16": "warning" } }
`,
    references: [],
  },
});
