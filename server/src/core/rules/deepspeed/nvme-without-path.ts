import { addMember } from '../../syntax/json-edit';
import { en, same } from '../../text/say';
import { becauseOf, defineRule } from '../define';

export default defineRule({
  name: 'nvme-without-path',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`Offload to NVMe without nvme_path.`.zh`offload 到 NVMe 但没有 nvme_path。`,
    why: en`At stage 3 the engine stops when it sets up the swap files: "nvme_path ... cannot be None" for parameters, a TypeError from os.path.join for the optimizer.`
      .zh`stage 3 下引擎建立换出文件时报错退出：参数报 "nvme_path ... cannot be None"，优化器由 os.path.join 抛出 TypeError。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": {
    "stage": 3,
    "offload_param": { "device": "nvme" },
                                 ^^^^^^ error nvme-without-path
    "offload_optimizer": { "device": "nvme" },
                                     ^^^^^^ warning nvme-without-path
    "stage3_gather_16bit_weights_on_model_save": true
  }
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": {
    "stage": 3,
    "offload_param": { "device": "nvme", "nvme_path": "/local_nvme" },
    "offload_optimizer": { "device": "nvme", "nvme_path": "/local_nvme" },
    "stage3_gather_16bit_weights_on_model_save": true
  }
}
`,
    fixSafety: en`Unsafe: the folder has to be one that exists on every node.`.zh`不安全：该目录须在每个节点上存在。`,
    references: ['deepspeed/runtime/zero/stage3.py:791 @ 0.19', 'deepspeed/runtime/zero/partition_parameters.py:1215 @ 0.19'],
  },
  check(config, report) {
    const stage = config.stage();
    if (stage?.value !== 3) return;
    for (const section of ['offload_optimizer', 'offload_param']) {
      const path = `zero_optimization.${section}`;
      const holder = config.get(path);
      const device = config.get(`${path}.device`);
      const nvme = config.get(`${path}.nvme_path`);
      if (!holder || device?.value !== 'nvme' || (nvme && nvme.kind !== 'null')) continue;
      report({
        at: device.span,
        message: en`${section} goes to NVMe, but nvme_path is not given; engine start stops on it.`.zh`${section} 设为 NVMe，但未给出 nvme_path，引擎启动时会报错退出。`,
        help: en`Add nvme_path: a folder on a local NVMe disk that exists on every node.`.zh`添加 nvme_path：每个节点上都存在的本地 NVMe 目录。`,
        // Without an optimizer, in the file or from the script, the engine sets up no swap files for its state.
        ...(section === 'offload_optimizer' && !config.get('optimizer.type') ? { severity: 'warning' as const } : {}),
        because: becauseOf(stage, same('stage 3')),
        ...(nvme ? {} : { fix: { title: en`Add "nvme_path": "/local_nvme"`.zh`添加 "nvme_path": "/local_nvme"`, safety: 'unsafe', edits: addMember(config.text, config.tree, holder, '"nvme_path": "/local_nvme"') } }),
      });
    }
  },
});
