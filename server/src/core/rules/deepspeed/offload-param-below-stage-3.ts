import { removeMember, replaceValue } from '../../syntax/json-edit';
import { en } from '../../text/say';
import { becauseOf, defineRule, type FixDraft } from '../define';

export default defineRule({
  name: 'offload-param-below-stage-3',
  severity: 'warning',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`offload_param is written, but the ZeRO stage is below 3.`.zh`写了 offload_param，但 ZeRO stage 小于 3。`,
    why: en`Only stage 3 shards the parameters, so only stage 3 has anything to move to the CPU or to NVMe. Below it DeepSpeed drops the section without a word and the parameters stay on the GPU: the memory that the offload was to free is not freed.`
      .zh`只有 stage 3 会切分参数，也只有 stage 3 能把参数 offload 到 CPU 或 NVMe。低于 stage 3 时 DeepSpeed 静默忽略该段，参数仍留在 GPU 上，预期节省的显存不会释放。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": {
    "stage": 2,
    "offload_param": { "device": "cpu" }
    ^^^^^^^^^^^^^^^ warning offload-param-below-stage-3: stage is 2
  }
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": {
    "stage": 3,
    "offload_param": { "device": "cpu" },
    "stage3_gather_16bit_weights_on_model_save": true
  }
}
`,
    fixSafety: en`Removing the section is safe: it is ignored. Going to stage 3 changes memory and traffic.`.zh`删除该段是安全的（本来就被忽略）；改为 stage 3 会改变显存和通信量。`,
    references: ['deepspeed/runtime/engine.py: ZeRO stages 1 and 2 take no offload_param @ 0.19'],
  },
  check(config, report) {
    const node = config.get('zero_optimization.offload_param');
    const stage = config.stage();
    const device = config.string('zero_optimization.offload_param.device');
    if (!node?.keySpan || node.kind !== 'object' || !stage || stage.value >= 3 || device?.value === 'none' || device === undefined) return;
    const stageNode = config.get('zero_optimization.stage');
    const remove: FixDraft = { title: en`Remove offload_param`.zh`删除 offload_param`, safety: 'safe', edits: removeMember(config.text, config.tree, node) };
    const raise: FixDraft[] = stageNode ? [{ title: en`Use ZeRO stage 3`.zh`改用 ZeRO stage 3`, safety: 'unsafe', edits: replaceValue(stageNode, 3) }] : [];
    report({
      at: node.keySpan,
      message: en`offload_param is ignored: the ZeRO stage is ${stage.value}, and only stage 3 has parameters to offload.`.zh`offload_param 被忽略：ZeRO stage 为 ${stage.value}，只有 stage 3 才能 offload 参数。`,
      help: en`Use stage 3, or remove the section; offload_optimizer works from stage 1 on.`.zh`使用 stage 3，或删除该段；offload_optimizer 从 stage 1 起可用。`,
      because: becauseOf(stage, en`stage ${stage.value}`.zh`stage ${stage.value}`),
      tags: ['unnecessary'],
      fix: [remove, ...raise],
    });
  },
});
