import { flagOf } from '../../job/launch';
import { launcherOf } from '../../job/job';
import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';
import { valuePlace } from './_places';

export default defineRule({
  name: 'rendezvous-without-endpoint',
  severity: 'error',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`torchrun over several nodes with c10d and no --rdzv_endpoint.`.zh`torchrun 多节点使用 c10d 但没有 --rdzv_endpoint。`,
    why: en`The endpoint then is localhost: every node hosts a rendezvous of its own and waits for the others until the join timeout (600 s), so the job hangs and ends. --master_addr is not read by c10d.`
      .zh`此时端点为 localhost：每个节点各自建立 rendezvous 并等待其他节点直到超时（600 秒），作业挂起后失败。c10d 不读取 --master_addr。`,
    bad: `
torchrun --nnodes 2 --nproc_per_node 8 --rdzv_backend c10d train.py
                                                      ^^^^ error rendezvous-without-endpoint: 2 nodes
`,
    good: `
torchrun --nnodes 2 --nproc_per_node 8 --rdzv_backend c10d --rdzv_endpoint worker-0:29500 --rdzv_id job1 train.py
`,
    references: ['torch/distributed/run.py @ 2.13', 'torch/distributed/elastic/rendezvous/c10d_rendezvous_backend.py @ 2.13'],
  },
  check({ job }, report) {
    const launch = launcherOf(job, 'torchrun');
    const backend = launch && flagOf(launch, 'rdzv_backend');
    if (!launch || launch.openEnded || backend?.value?.value !== 'c10d' || flagOf(launch, 'rdzv_endpoint') || flagOf(launch, 'standalone')) return;
    const { nodes } = job;
    if (!nodes || nodes.value < 2 || job.variables.some((v) => v.name === 'PET_RDZV_ENDPOINT')) return;
    report({
      at: valuePlace(launch, backend),
      message: en`c10d over ${nodes.value} nodes has no --rdzv_endpoint, so every node waits for the others at its own localhost.`.zh`${nodes.value} 个节点使用 c10d 却没有 --rdzv_endpoint，每个节点都会在自己的 localhost 上等待其他节点。`,
      help: en`Add --rdzv_endpoint HOST:PORT, the same on every node, and a --rdzv_id.`.zh`添加 --rdzv_endpoint HOST:PORT（各节点相同）和 --rdzv_id。`,
      because: becauseOf(nodes, en`${nodes.value} nodes`.zh`${nodes.value} 个节点`),
    });
  },
});
