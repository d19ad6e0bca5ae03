import { variable } from '../../catalog/env';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { pdshRuns } from './_launcher';

/** Search paths whose readers take ~ for a folder of that name. */
const searchPaths = new Set(['LD_LIBRARY_PATH', 'LD_PRELOAD', 'PYTHONPATH']);

export default defineRule({
  name: 'env-tilde',
  severity: 'warning',
  since: '0.1.0',
  on: 'env',
  docs: {
    summary: en`A path with ~ in .deepspeed_env that nobody expands.`.zh`.deepspeed_env 的路径中含有不会被展开的 ~。`,
    why: en`The launcher puts a value with ~ into double quotes, in which the shell on the nodes does not expand it. The dynamic linker, Python's search path and NCCL do not either: they look for a folder named ~.`
      .zh`启动器会给含 ~ 的值加上双引号，节点上的 shell 不会在双引号内展开它。动态链接器、Python 搜索路径和 NCCL 也不会展开：它们会去找名为 ~ 的目录。`,
    bad: `
//- .deepspeed_env
LD_LIBRARY_PATH=~/lib:/usr/local/cuda/lib64
                ^ warning env-tilde: LD_LIBRARY_PATH
`,
    good: `
//- .deepspeed_env
LD_LIBRARY_PATH=$HOME/lib:/usr/local/cuda/lib64
`,
    fixSafety: en`Unsafe: another folder is searched.`.zh`不安全：会搜索另一个目录。`,
    references: ['deepspeed/launcher/multinode_runner.py:39 @ 0.19'],
  },
  check(subject, report) {
    if (!pdshRuns(subject.jobs)) return;
    for (const { entry } of subject.env.lines) {
      if (!entry || !isPath(entry.name)) continue;
      for (const match of entry.value.matchAll(/(^|:)~(?=\/|$|:)/g)) {
        const start = entry.valueSpan.start + match.index + match[1]!.length;
        report({
          at: { start, end: start + 1 },
          message: en`The ~ in ${entry.name} is not expanded: the launcher puts the value into double quotes.`.zh`${entry.name} 中的 ~ 不会展开：启动器会给该值加上双引号。`,
          help: en`Write $HOME, which the shell on the nodes expands, or the whole path.`.zh`改写为 $HOME（节点上的 shell 会展开它）或完整路径。`,
          fix: { title: en`Change to $HOME`.zh`改为 $HOME`, safety: 'unsafe', edits: [{ span: { start, end: start + 1 }, newText: '$HOME' }] },
        });
      }
    }
  },
});

function isPath(name: string): boolean {
  const known = variable(name);
  return searchPaths.has(name) || (known?.type === 'path' && known.readBy === 'libnccl');
}
