import { en } from '../../text/say';
import { addMember, replaceValue } from '../../syntax/json-edit';
import { defineRule } from '../define';

export default defineRule({
  name: 'stage-3-saves-no-weights',
  severity: 'warning',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`ZeRO stage 3 without the key that gathers the weights when the model is saved.`.zh`ZeRO stage 3 未设置保存模型时收集权重的键。`,
    why: en`At stage 3 every rank holds a shard. Without stage3_gather_16bit_weights_on_model_save the Trainer's save_model writes the sharded ZeRO checkpoint in place of the weights, and save_16bit_model writes nothing and says so at info level only: the file that the next step loads is not there. zero_to_fp32.py turns the checkpoint into weights afterwards.`
      .zh`stage 3 下每个 rank 只持有一个分片。未设置 stage3_gather_16bit_weights_on_model_save 时，Trainer 的 save_model 写出的是分片的 ZeRO checkpoint 而非权重，save_16bit_model 则什么也不写，仅有一条 info 日志：后续步骤要加载的文件并不存在。之后可用 zero_to_fp32.py 将 checkpoint 转为权重。`,
    bad: `
//! reader=trainer
{
  "train_micro_batch_size_per_gpu": "auto",
  "zero_optimization": { "stage": 3 }
                                  ^ warning stage-3-saves-no-weights
}
`,
    good: `
//! reader=trainer
{
  "train_micro_batch_size_per_gpu": "auto",
  "zero_optimization": { "stage": 3, "stage3_gather_16bit_weights_on_model_save": true }
}
`,
    fixSafety: en`Unsafe: saving then gathers all parameters on rank 0, which takes time and memory.`.zh`不安全：保存时会在 rank 0 收集全部参数，需要额外的时间和内存。`,
    references: ['deepspeed/runtime/engine.py:5597 @ 0.19', 'transformers/trainer.py: save_model @ 5.18'],
  },
  check(config, report) {
    const section = config.get('zero_optimization');
    const at = config.get('zero_optimization.stage');
    // In a program of one's own it is not known whether save_16bit_model is what saves.
    const trains = config.reader?.value === 'trainer' || (!config.reader && config.get('train_micro_batch_size_per_gpu')?.value === 'auto');
    if (!trains || section?.kind !== 'object' || !at || config.stage()?.value !== 3 || at.value === 'auto') return;
    const keys = ['stage3_gather_16bit_weights_on_model_save', 'stage3_gather_fp16_weights_on_model_save', 'gather_16bit_weights_on_model_save'];
    const node = keys.map((k) => config.get(`zero_optimization.${k}`)).find((n) => n !== undefined);
    if (node && node.value !== false) return;
    report({
      at: at.span,
      message: en`Stage 3 without stage3_gather_16bit_weights_on_model_save: save_model writes ZeRO shards, not weights that can be loaded.`.zh`stage 3 未设置 stage3_gather_16bit_weights_on_model_save：save_model 写出的是 ZeRO 分片，而不是可加载的权重。`,
      help: en`Set it to true, or convert the checkpoint with zero_to_fp32.py afterwards.`.zh`将其设为 true，或之后用 zero_to_fp32.py 转换 checkpoint。`,
      fix: node
        ? { title: en`Set it to true`.zh`设为 true`, safety: 'unsafe', edits: replaceValue(node, true) }
        : { title: en`Add "stage3_gather_16bit_weights_on_model_save": true`.zh`添加 "stage3_gather_16bit_weights_on_model_save": true`, safety: 'unsafe', edits: addMember(config.text, config.tree, section, '"stage3_gather_16bit_weights_on_model_save": true') },
    });
  },
});
