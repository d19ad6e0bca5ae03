import type { FlagUse } from '../../job/launch';
import { en, same, type Text } from '../../text/say';
import { nearest } from '../../text/nearest';
import { defineRule } from '../define';
import { flagPlace, isLiteral, usesArgparse, valuePlace } from './_places';

export default defineRule({
  name: 'bad-flag-value',
  severity: 'error',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`A launcher flag without its value, or with one that the launcher refuses.`.zh`启动器参数缺少值，或其值被启动器拒绝。`,
    why: en`The launcher's argparse stops before anything is started: "expected one argument", "invalid int value", "invalid choice".`
      .zh`启动器的 argparse 会在启动任何进程之前退出："expected one argument"、"invalid int value"、"invalid choice"。`,
    bad: `
accelerate launch --num_processes eight --mixed_precision bf32 train.py
                                  ^^^^^ error bad-flag-value: a whole number
                                                          ^^^^ error bad-flag-value: "bf32"
`,
    good: `
accelerate launch --num_processes 8 --mixed_precision bf16 train.py
`,
    fixSafety: en`Unsafe: the value takes effect.`.zh`不安全：该值会生效。`,
    references: ['deepspeed/launcher/runner.py: parse_args @ 0.19', 'accelerate/commands/launch.py @ 1.15'],
  },
  check({ job }, report) {
    for (const launch of job.chain) {
      if (!usesArgparse.has(launch.launcher)) continue;
      for (const use of launch.flags) {
        const problem = problemOf(use, launch.openEnded);
        if (!problem) continue;
        const meant = problem.choices && use.value?.value !== undefined ? nearest(use.value.value, problem.choices) : undefined;
        report({
          at: use.value ? valuePlace(launch, use) : flagPlace(launch, use),
          message: problem.message,
          help: problem.choices ? en`Allowed: ${problem.choices.join(', ')}.`.zh`允许的值：${problem.choices.join('、')}。` : en`Write the value after ${use.name}.`.zh`请在 ${use.name} 之后写上该值。`,
          ...(meant && isLiteral(use) ? { fix: { title: en`Change to ${meant}`.zh`改为 ${meant}`, safety: 'unsafe' as const, edits: [{ span: use.valueSource!, newText: meant, uri: launch.uri }] } } : {}),
        });
      }
    }
  },
});

function problemOf(use: FlagUse, openEnded: boolean): { readonly message: Text; readonly choices?: readonly string[] } | undefined {
  const { option } = use;
  if (!option) return undefined;
  if (!use.value) {
    if (option.takes !== 'one' || openEnded) return undefined;
    return { message: en`${use.name} needs a value: "expected one argument".`.zh`${use.name} 缺少值："expected one argument"。` };
  }
  const value = use.value.value;
  if (value === undefined || option.takes !== 'one') return undefined;
  if (option.choices && !option.choices.includes(value)) {
    return { message: en`${use.name} takes no "${same(value)}": "invalid choice".`.zh`${use.name} 不接受 "${same(value)}"："invalid choice"。`, choices: option.choices };
  }
  // Python's int() takes blanks, signs and underscores between digits.
  if (option.type === 'int' && !/^\s*[+-]?\d+(_\d+)*\s*$/.test(value)) {
    return { message: en`${use.name} takes a whole number, not "${same(value)}": "invalid int value".`.zh`${use.name} 需要整数，而不是 "${same(value)}"："invalid int value"。` };
  }
  if (option.type === 'float' && !/^\s*[+-]?(\d+(_\d+)*\.?\d*|\.\d+)(e[+-]?\d+)?\s*$|^\s*[+-]?(inf(inity)?|nan)\s*$/i.test(value)) {
    return { message: en`${use.name} takes a number, not "${same(value)}": "invalid float value".`.zh`${use.name} 需要数值，而不是 "${same(value)}"："invalid float value"。` };
  }
  return undefined;
}
