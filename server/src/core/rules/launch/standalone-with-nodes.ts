import { flagOf } from '../../job/launch';
import { launcherOf } from '../../job/job';
import { intFlag } from '../../job/world';
import { en } from '../../text/say';
import { defineRule } from '../define';
import { flagPlace, valuePlace } from './_places';

export default defineRule({
  name: 'standalone-with-nodes',
  severity: 'error',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`torchrun --standalone with more than one node.`.zh`torchrun --standalone 与多个节点一起使用。`,
    why: en`--standalone replaces every --rdzv_* by a rendezvous on this machine. With --nnodes above 1 each node waits there for nodes that never come, until the timeout.`
      .zh`--standalone 会用本机的 rendezvous 取代所有 --rdzv_* 参数。--nnodes 大于 1 时，每个节点都在等待永远不会加入的节点，直到超时。`,
    bad: `
torchrun --standalone --nnodes 2 --nproc_per_node 8 train.py
         ^^^^^^^^^^^^ error standalone-with-nodes: 2 nodes
`,
    good: `
torchrun --standalone --nproc_per_node 8 train.py
`,
    references: ['torch/distributed/run.py: config_from_args @ 2.13'],
  },
  check({ job }, report) {
    const launch = launcherOf(job, 'torchrun');
    const standalone = launch && flagOf(launch, 'standalone');
    const nnodes = launch && flagOf(launch, 'nnodes');
    const nodes = launch && intFlag(launch, 'nnodes');
    if (!launch || !standalone || !nnodes || !nodes || nodes.value < 2) return;
    report({
      at: flagPlace(launch, standalone),
      message: en`--standalone is for one machine; with ${nodes.value} nodes each waits for the others until the timeout.`.zh`--standalone 仅用于单机；指定 ${nodes.value} 个节点时，各节点会互相等待直到超时。`,
      help: en`Use --rdzv_backend c10d with --rdzv_endpoint HOST:PORT, or drop --nnodes.`.zh`请使用 --rdzv_backend c10d 和 --rdzv_endpoint HOST:PORT，或删去 --nnodes。`,
      because: [{ place: valuePlace(launch, nnodes), message: en`${nodes.value} nodes`.zh`${nodes.value} 个节点` }],
    });
  },
});
