import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';
import { jobsThatSee, shownValue, valueAt } from './_variables';

export default defineRule({
  name: 'nccl-debug-file-shared',
  severity: 'warning',
  since: '0.1.0',
  on: 'variable',
  docs: {
    summary: en`All ranks of a node write their NCCL log to one file.`.zh`同一节点的所有 rank 将 NCCL 日志写入同一个文件。`,
    why: en`Each process opens NCCL_DEBUG_FILE anew and writes over what the others wrote. NCCL puts the host's name for %h and the process for %p.`
      .zh`每个进程都会重新打开 NCCL_DEBUG_FILE 并覆盖其他进程的内容。NCCL 会将 %h 替换为主机名，%p 替换为进程号。`,
    bad: `
//- train.sh
export NCCL_DEBUG=INFO
export NCCL_DEBUG_FILE=/tmp/nccl.log
                       ^^^^^^^^^^^^^ warning nccl-debug-file-shared: 8 ranks
torchrun --standalone --nproc_per_node 8 train.py
`,
    good: `
//- train.sh
export NCCL_DEBUG=INFO
export NCCL_DEBUG_FILE=/tmp/nccl.%h.%p.log
torchrun --standalone --nproc_per_node 8 train.py
`,
    references: ['https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-debug-file'],
  },
  check(subject, report) {
    const { name, value } = subject.variable;
    if (name !== 'NCCL_DEBUG_FILE' || !value || value.includes('%p') || value.startsWith('/dev/')) return;
    const gpus = jobsThatSee(subject).map((j) => j.gpusPerNode).find((g) => (g?.value ?? 0) > 1);
    if (!gpus) return;
    report({
      at: valueAt(subject),
      message: en`The ${gpus.value} ranks of a node write over each other's log in ${shownValue(value)}.`.zh`节点上的 ${gpus.value} 个 rank 会在 ${shownValue(value)} 中相互覆盖日志。`,
      help: en`Put %p (process) and, on shared storage, %h (host) into the name.`.zh`在文件名中加入 %p（进程号）；共享存储上再加 %h（主机名）。`,
      because: becauseOf(gpus, en`the ranks of a node are counted here`.zh`每节点的 rank 数取自此处`),
    });
  },
});
