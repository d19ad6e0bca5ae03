import { allVariables, commonTypos, variable } from '../../catalog/env';
import { distance } from '../../text/nearest';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { usedInScript } from './_variables';

export default defineRule({
  name: 'unknown-env-variable',
  severity: 'warning',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`A misspelt environment variable.`.zh`环境变量名拼写错误。`,
    why: en`A tool looks its variables up by name and never complains about others: the setting has no effect, and nothing says so. Only names close to a known one are reported, for plugins have variables of their own.`
      .zh`工具按名称查找环境变量，对其他名称从不报错：该设置不起作用，也没有任何提示。由于插件有自己的变量，只报告与已知名称相近的拼写。`,
    bad: `
//- .deepspeed_env
NCCL_P2P_DISBALE=1
^^^^^^^^^^^^^^^^ warning unknown-env-variable: NCCL_P2P_DISABLE
NCCL_IB_DISABLED=1
^^^^^^^^^^^^^^^^ warning unknown-env-variable: NCCL_IB_DISABLE
`,
    good: `
//- .deepspeed_env
NCCL_IB_DISABLE=1
NCCL_IBEXT_DISABLE=1
`,
    fixSafety: en`Unsafe: the variable takes effect.`.zh`不安全：变量会因此生效。`,
    references: ['https://github.com/cocktailpeanut/fluxgym/issues/283', 'https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html'],
  },
  check(subject, report) {
    const { name, nameSpan } = subject.variable;
    if (variable(name) || usedInScript(subject)) return;
    const meant = commonTypos().get(name) ?? closest(name);
    // With both names set, the odd one is there on purpose.
    if (meant === undefined || subject.beside.some((v) => v.name === meant)) return;
    report({
      at: nameSpan,
      message: en`Nothing reads ${name}; the variable is named ${meant}.`.zh`没有工具读取 ${name}，正确的变量名是 ${meant}。`,
      help: en`Change it to ${meant}, if that is what is meant.`.zh`若本意如此，改为 ${meant}。`,
      fix: { title: en`Change to ${meant}`.zh`改为 ${meant}`, safety: 'unsafe', edits: [{ span: nameSpan, newText: meant }] },
    });
  },
});

const families = /^(TORCH_NCCL_|NCCL_)/;
const misspeltFamily = /^(NCLL|NCCCL|NNCCL|NCC)_/;

/** The one variable of the same family that the name resembles closely: the rest of the name decides. */
function closest(name: string): string | undefined {
  const meant = name.replace(misspeltFamily, 'NCCL_');
  if (meant !== name && variable(meant)?.readBy === 'libnccl') return meant;
  const family = families.exec(name)?.[0];
  if (family === undefined) return undefined;
  const rest = name.slice(family.length);
  const limit = rest.length >= 9 ? 2 : rest.length >= 5 ? 1 : 0;
  const near = allVariables().filter(
    (v) => v.name.startsWith(family) && v.readBy !== 'nobody' && v.removedIn === undefined && !digitsDiffer(rest, v.name.slice(family.length)) && distance(rest, v.name.slice(family.length), limit) <= limit,
  );
  const least = Math.min(...near.map((v) => distance(rest, v.name.slice(family.length), limit)));
  const best = near.filter((v) => distance(rest, v.name.slice(family.length), limit) === least);
  return best.length === 1 ? best[0]!.name : undefined;
}

/** `LL128` and `LL`: a number makes another variable, not a slip. */
const digitsDiffer = (a: string, b: string): boolean => a.replaceAll(/\D/g, '') !== b.replaceAll(/\D/g, '');
