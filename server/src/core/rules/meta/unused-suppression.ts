import { en } from '../../text/say';
import { defineRule } from '../define';

export default defineRule({
  name: 'unused-suppression',
  severity: 'hint',
  since: '0.1.0',
  on: 'engine',
  docs: {
    summary: en`A shardlint-ignore comment that silences nothing.`.zh`没有抑制任何报告的 shardlint-ignore 注释。`,
    why: en`The finding it was written for is gone, or the rule's name is misspelt. Left in place it would hide the next real finding of that rule.`
      .zh`它所针对的问题已不存在，或规则名拼写有误。保留它会掩盖该规则之后的真实报告。`,
    bad: `
//- hostfile
# shardlint-ignore hostfile-duplicate-host: the two names are one machine
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint unused-suppression
worker-0 slots=8
worker-1 slots=8
`,
    good: `
//- hostfile
worker-0 slots=8
worker-1 slots=8
`,
    fixSafety: en`Removing the comment changes nothing that is run.`.zh`删除注释不影响运行。`,
    references: [],
  },
});
