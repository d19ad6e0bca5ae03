import type { DeepSpeedConfig } from '../job/deepspeed-config';

type Has = (key: string) => boolean;

/** The keys that come first in a section, given the keys that are there: what goes with them, then what most files have. */
export function companionsOf(path: string, siblings: ReadonlySet<string>, config: DeepSpeedConfig): readonly string[] {
  const has: Has = (k) => siblings.has(k);
  const stage = config.get('zero_optimization.stage') ? config.stage()?.value : undefined;
  const wanted = rules[path]?.(has, config, stage) ?? [];
  return [...new Set(wanted)].filter((k) => !siblings.has(k));
}

const onNvme = (config: DeepSpeedConfig): boolean =>
  ['offload_optimizer', 'offload_param'].some((s) => config.string(`zero_optimization.${s}.device`)?.value === 'nvme');

const offload = (section: string) => (_has: Has, config: DeepSpeedConfig): readonly string[] =>
  config.string(`zero_optimization.${section}.device`)?.value === 'nvme' ? ['nvme_path', 'pin_memory', 'buffer_count', 'buffer_size'] : ['device', 'pin_memory'];

const rules: Readonly<Record<string, (has: Has, config: DeepSpeedConfig, stage: number | undefined) => readonly string[]>> = {
  '': (has, config) => [
    ...(has('train_micro_batch_size_per_gpu') ? ['gradient_accumulation_steps'] : []),
    ...(has('optimizer') ? ['scheduler'] : []),
    ...(onNvme(config) ? ['aio'] : []),
    'train_micro_batch_size_per_gpu', 'gradient_accumulation_steps', 'zero_optimization',
    ...(has('fp16') || has('bf16') ? [] : ['bf16', 'fp16']),
    'gradient_clipping', 'optimizer', 'scheduler', 'train_batch_size', 'steps_per_print', 'wall_clock_breakdown', 'activation_checkpointing',
  ],
  zero_optimization: (_has, _config, stage) => [
    'stage',
    ...(stage === 3 ? ['stage3_gather_16bit_weights_on_model_save', 'offload_optimizer', 'offload_param', 'overlap_comm', 'stage3_prefetch_bucket_size', 'stage3_param_persistence_threshold', 'stage3_max_live_parameters', 'stage3_max_reuse_distance', 'sub_group_size'] : []),
    'offload_optimizer', 'overlap_comm', 'contiguous_gradients', 'reduce_scatter', 'reduce_bucket_size', 'allgather_bucket_size', 'round_robin_gradients',
  ],
  'zero_optimization.offload_optimizer': offload('offload_optimizer'),
  'zero_optimization.offload_param': offload('offload_param'),
  fp16: () => ['enabled', 'loss_scale', 'initial_scale_power', 'loss_scale_window', 'hysteresis', 'min_loss_scale'],
  bf16: () => ['enabled'],
  optimizer: () => ['type', 'params'],
  scheduler: () => ['type', 'params'],
  'optimizer.params': () => ['lr', 'betas', 'eps', 'weight_decay'],
  'scheduler.params': () => ['total_num_steps', 'warmup_num_steps', 'warmup_min_lr', 'warmup_max_lr', 'warmup_type'],
  activation_checkpointing: (has) => [
    ...(has('contiguous_memory_optimization') ? ['partition_activations', 'number_checkpoints'] : []),
    ...(has('cpu_checkpointing') ? ['partition_activations'] : []),
    'partition_activations',
  ],
  aio: () => ['block_size', 'queue_depth', 'intra_op_parallelism', 'single_submit', 'overlap_events'],
  flops_profiler: () => ['enabled', 'profile_step', 'module_depth', 'top_modules', 'detailed'],
};
