import { keyOf } from '../../syntax/tree';
import { removeMember } from '../../syntax/json-edit';
import { en } from '../../text/say';
import { becauseOf, defineRule } from '../define';

/** Read by stage 3 alone; every other stage passes them by. */
const stage3Only = /^(stage3_.+|sub_group_size|zero_hpz_partition_size|zero_quantized_weights|zero_quantized_nontrainable_weights|mics_shard_size|mics_hierarchical_params_gather|prefetch_bucket_size|param_persistence_threshold|model_persistence_threshold|max_live_parameters|max_reuse_distance|gather_16bit_weights_on_model_save|module_granularity_threshold|memory_efficient_linear)$/;

export default defineRule({
  name: 'stage-3-key-below-stage-3',
  severity: 'hint',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A key that only ZeRO stage 3 reads, at a lower stage.`.zh`仅 ZeRO stage 3 读取的键出现在更低的 stage。`,
    why: en`Stages 0 to 2 keep whole parameters on every rank: prefetching, live-parameter limits, persistence thresholds, hpZ and quantized weight gathering have nothing to act on. DeepSpeed accepts the key and does nothing with it.`
      .zh`stage 0 到 2 在每个 rank 上保留完整参数，预取、存活参数上限、常驻阈值、hpZ 和量化权重收集都无从作用。DeepSpeed 接受该键但不使用。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": {
    "stage": 2,
    "stage3_prefetch_bucket_size": 50000000
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint stage-3-key-below-stage-3
  }
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": { "stage": 2 }
}
`,
    fixSafety: en`Safe: the key is not read at this stage.`.zh`安全：该 stage 不读取此键。`,
    references: ['deepspeed/runtime/zero/config.py @ 0.19'],
  },
  check(config, report) {
    const stage = config.stage();
    const section = config.get('zero_optimization');
    if (!stage || stage.value >= 3 || section?.kind !== 'object') return;
    for (const node of section.children) {
      const key = keyOf(node);
      if (!stage3Only.test(key) || !node.keySpan) continue;
      report({
        at: node.keySpan,
        message: en`${key} is only read at ZeRO stage 3; the stage here is ${stage.value}.`.zh`${key} 仅在 ZeRO stage 3 读取，当前 stage 为 ${stage.value}。`,
        because: becauseOf(stage, en`stage ${stage.value}`.zh`stage ${stage.value}`),
        tags: ['unnecessary'],
        fix: { title: en`Remove ${key}`.zh`删除 ${key}`, safety: 'safe', edits: removeMember(config.text, config.tree, node) },
      });
    }
  },
});
