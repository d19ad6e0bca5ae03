import { en } from '../../text/say';
import { laxInteger } from '../../job/deepspeed-config';
import { becauseOf, defineRule } from '../define';

export default defineRule({
  name: 'odd-allgather-bucket',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`An odd allgather_bucket_size at stage 1 or 2.`.zh`stage 1、2 下 allgather_bucket_size 为奇数。`,
    why: en`The optimizer asserts an even number of elements, for the alignment of the collectives, and stops at engine start.`
      .zh`优化器断言元素数为偶数（集合通信对齐要求），引擎启动时报错退出。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": { "stage": 2, "allgather_bucket_size": 500000001 }
                                                              ^^^^^^^^^ error odd-allgather-bucket: 500000001
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": { "stage": 2, "allgather_bucket_size": 500000000 }
}
`,
    fixSafety: en`Safe: the run stops as it stands, and one element in a bucket changes no result.`.zh`安全：当前写法会报错退出，桶大小相差一个元素不影响结果。`,
    references: ['deepspeed/runtime/zero/stage_1_and_2.py:349 @ 0.19'],
  },
  check(config, report) {
    const node = config.get('zero_optimization.allgather_bucket_size');
    const size = node && laxInteger(node.value);
    const stage = config.stage();
    if (!node || size === undefined || size % 2 === 0 || !stage || (stage.value !== 1 && stage.value !== 2)) return;
    report({
      at: node.span,
      message: en`allgather_bucket_size is ${size} elements, an odd number; stages 1 and 2 assert an even one.`.zh`allgather_bucket_size 为 ${size} 个元素，是奇数；stage 1、2 要求为偶数。`,
      because: becauseOf(stage, en`stage ${stage.value}`.zh`stage ${stage.value}`),
      help: en`Write ${size - 1} or ${size + 1}.`.zh`请写 ${size - 1} 或 ${size + 1}。`,
      fix: { title: en`Write ${size - 1}`.zh`改为 ${size - 1}`, safety: 'safe', edits: [{ span: node.span, newText: String(size - 1) }] },
    });
  },
});
