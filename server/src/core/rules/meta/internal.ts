import { en } from '../../text/say';
import { defineRule } from '../define';

export default defineRule({
  name: 'internal',
  severity: 'warning',
  since: '0.1.0',
  on: 'engine',
  docs: {
    summary: en`A rule stopped with an error of its own.`.zh`某条规则自身出错而中止。`,
    why: en`The named rule did not finish on this file, so what it would have found is missing. All other rules ran.`
      .zh`该规则未能在此文件上执行完毕，因此缺少它的检查结果。其他规则均已执行。`,
    bad: '',
    good: '',
    references: [],
  },
});
