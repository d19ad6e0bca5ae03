/** A config as people write it, of about 60 lines. */
export function smallConfig(): string {
  return `${JSON.stringify(
    {
      train_batch_size: 256,
      train_micro_batch_size_per_gpu: 4,
      gradient_accumulation_steps: 8,
      gradient_clipping: 1.0,
      steps_per_print: 100,
      wall_clock_breakdown: false,
      bf16: { enabled: true },
      zero_optimization: {
        stage: 3,
        offload_optimizer: { device: 'cpu', pin_memory: true },
        offload_param: { device: 'cpu', pin_memory: true },
        overlap_comm: true,
        contiguous_gradients: true,
        sub_group_size: 1e9,
        reduce_bucket_size: 16777216,
        stage3_prefetch_bucket_size: 15099494,
        stage3_param_persistence_threshold: 40960,
        stage3_max_live_parameters: 1e9,
        stage3_max_reuse_distance: 1e9,
        stage3_gather_16bit_weights_on_model_save: true,
      },
      optimizer: { type: 'AdamW', params: { lr: 2e-5, betas: [0.9, 0.95], eps: 1e-8, weight_decay: 0.1 } },
      scheduler: { type: 'WarmupDecayLR', params: { warmup_min_lr: 0, warmup_max_lr: 2e-5, warmup_num_steps: 100, total_num_steps: 10000 } },
      activation_checkpointing: { partition_activations: true, cpu_checkpointing: false, contiguous_memory_optimization: false, synchronize_checkpoint_boundary: false, profile: false },
      flops_profiler: { enabled: false, profile_step: 1, module_depth: -1, top_modules: 1, detailed: true },
      tensorboard: { enabled: true, output_path: 'logs', job_name: 'sft' },
    },
    undefined,
    2,
  )}\n`;
}

/** The same with so many compression groups that it has about so many lines. */
export function longConfig(lines: number): string {
  const small = smallConfig();
  const group = (i: number): object => ({ params: { start_bits: 8, target_bits: 4, quantization_period: 50 + i }, modules: [`layer.${i}.attention`, `layer.${i}.mlp`] });
  const each = JSON.stringify({ g: group(0) }, undefined, 2).split('\n').length - 2;
  const groups = Object.fromEntries(Array.from({ length: Math.max(1, Math.round((lines - small.split('\n').length - 12) / each)) }, (_, i) => [`wq${i}`, group(i)]));
  const config = JSON.parse(small) as Record<string, unknown>;
  config['compression_training'] = { weight_quantization: { shared_parameters: { enabled: true, quantize_groups: 1, quantization_type: 'symmetric', rounding: 'nearest' }, different_groups: groups } };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** A launch script of about so many lines that ends in the launch. */
export function longScript(lines: number): string {
  const settings = Array.from({ length: lines - 12 }, (_, i) => (i % 3 === 0 ? `# step ${i}` : i % 3 === 1 ? `export RUN_OPTION_${i}="\${BASE_DIR:-/data}/part-${i}"` : `if [ -n "$RUN_OPTION_${i - 1}" ]; then echo "part ${i}: $RUN_OPTION_${i - 1}"; fi`));
  return `#!/bin/bash\nset -euo pipefail\n${settings.join('\n')}\nARGS=(--model llama --lr 2e-5)\ndeepspeed --hostfile hostfile --num_gpus 8 train.py \\\n  --deepspeed_config ds_config.json \\\n  "\${ARGS[@]}" \\\n  --output_dir out\n`;
}

export const hostfile = (hosts: number): string => Array.from({ length: hosts }, (_, i) => `worker-${i} slots=8\n`).join('');
