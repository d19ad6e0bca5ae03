import { en } from '../../core/text/say';
import { lintOptions, runCheck } from './check';
import { defineCommand } from './command';

export const fix = defineCommand({
  name: 'fix',
  operands: '[PATH…]',
  summary: en`Apply the safe fixes: the same as check --fix.`.zh`应用安全修复，等同于 check --fix。`,
  options: lintOptions,
  run: ({ values, positionals }, context) => runCheck({ values: { ...values, fix: true }, positionals }, context),
});
