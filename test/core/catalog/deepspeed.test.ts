import assert from 'node:assert/strict';
import test from 'node:test';
import {
  allPaths, canonicalPath, defaultOf, option, optimizerConstructors, optimizerNames, optionsIn, removed, schedulerConstructor, schedulerNames, section,
} from '../../../server/src/core/catalog/deepspeed';
import { atLeast, compareVersions } from '../../../server/src/core/catalog/version';

test('a path leads to its option', () => {
  assert.equal(option('zero_optimization.stage')?.default, 0);
  assert.deepEqual(option(['zero_optimization', 'offload_optimizer', 'device'])?.enum, ['none', 'cpu', 'nvme']);
  assert.equal(option('zero_optimization.stages'), undefined);
  assert.equal(option('zero_optimization.stage.x'), undefined);
  assert.equal(option(''), undefined);
});

test('aliases lead to the field they stand for', () => {
  assert.equal(option('zero_optimization.prefetch_bucket_size')?.path, 'zero_optimization.stage3_prefetch_bucket_size');
  assert.equal(option('tensor_parallel.tensor_parallel.tp_size')?.path, 'tensor_parallel.tp.tp_size');
  assert.equal(option('bfloat16')?.deprecated?.replacedBy, 'bf16');
  assert.equal(option('bfloat16.enabled')?.path, 'bf16.enabled');
});

test('keys that the user names stand for any', () => {
  assert.equal(
    option('compression_training.weight_quantization.different_groups.wq1.params.start_bits')?.path,
    'compression_training.weight_quantization.different_groups.*.params.start_bits',
  );
  assert.equal(option(['tensor_parallel', 'partition_config', 'layer_specs', '0', 'patterns'])?.types[0], 'array');
  // A module's name holds dots of its own.
  assert.equal(canonicalPath(['weight_quantization', 'post_init_quant', 'model.layers.0', 'num_bits']), 'weight_quantization.post_init_quant.*.num_bits');
  assert.equal(canonicalPath('weight_quantization.post_init_quant.model\\.layers.num_bits'), 'weight_quantization.post_init_quant.*.num_bits');
});

test('optimizer keywords depend on the class, and the class on offload', () => {
  // FusedAdam(set_grad_none=…), DeepSpeedCPUAdam(fp32_optimizer_states=…): neither takes the other's.
  assert.equal(option('optimizer.params.set_grad_none', { optimizer: 'adamw', offload: false })?.default, true);
  assert.equal(option('optimizer.params.set_grad_none', { optimizer: 'adamw', offload: true }), undefined);
  assert.equal(option('optimizer.params.fp32_optimizer_states', { optimizer: 'Adam', offload: true })?.default, true);
  assert.equal(option('optimizer.params.fp32_optimizer_states', { optimizer: 'Adam', offload: false }), undefined);
  // While it is not known, both are right.
  assert.ok(option('optimizer.params.set_grad_none', { optimizer: 'Adam' }));
  assert.ok(option('optimizer.params.fp32_optimizer_states', { optimizer: 'Adam' }));
  assert.equal(option('optimizer.params.fused', { optimizer: 'Adam', offload: false }), undefined);
  assert.equal(option('optimizer.params.fused', { optimizer: 'Adam', torchAdam: true })?.default, null);
  assert.equal(option('optimizer.params.freeze_step', { optimizer: 'OneBitAdam' })?.default, 100000);
  assert.equal(option('optimizer.params.lr', { optimizer: 'Adagrad', offload: true })?.default, 0.01);
  assert.ok(option('optimizer.params.lr_decay', { optimizer: 'Adagrad', offload: false }));
  assert.equal(option('optimizer.params.lr_decay', { optimizer: 'Adagrad', offload: true }), undefined);
  assert.equal(option('optimizer.params.max_grad_norm', { optimizer: 'Adam' })?.deprecated?.behaviour, 'refused');
  assert.equal(option('optimizer.params.momentum', { optimizer: 'SGD' })?.default, 0);
});

test('DeepSpeed’s optimizer names match in any case, torch’s exactly', () => {
  assert.deepEqual(optimizerConstructors({ optimizer: 'ADAMW', offload: false }).map((c) => c.name), ['FusedAdam']);
  assert.deepEqual(optimizerConstructors({ optimizer: 'adamw', offload: true }).map((c) => c.name), ['DeepSpeedCPUAdam']);
  assert.deepEqual(optimizerConstructors({ optimizer: 'SGD' }).map((c) => c.name), ['SGD']);
  assert.deepEqual(optimizerConstructors({ optimizer: 'sgd' }), []);
  // DeepSpeed's own Muon comes before torch's.
  assert.deepEqual(optimizerConstructors({ optimizer: 'Muon' }).map((c) => c.deepspeed), [true]);
  assert.deepEqual(optimizerConstructors({ optimizer: 'Adagrad', offload: false }).map((c) => [c.name, c.deepspeed]), [['Adagrad', false]]);
  assert.equal(optimizerNames().deepspeed.length, 12);
  assert.ok(optimizerNames().torch.includes('RMSprop'));
});

test('scheduler names are exact, and each has its own keywords', () => {
  assert.deepEqual(schedulerConstructor('WarmupDecayLR')?.required, ['total_num_steps']);
  assert.deepEqual(schedulerConstructor('OneCycle')?.required, ['cycle_min_lr', 'cycle_max_lr']);
  assert.equal(schedulerConstructor('warmuplr'), undefined);
  assert.equal(schedulerConstructor('StepLR')?.deepspeed, false);
  assert.equal(option('scheduler.params.warmup_max_lr', { scheduler: 'WarmupCosineLR' }), undefined);
  assert.equal(option('scheduler.params.warmup_max_lr', { scheduler: 'WarmupLR' })?.default, null);
  assert.equal(option('scheduler.params.total_num_steps', { scheduler: 'WarmupDecayLR' })?.required, true);
  assert.deepEqual(schedulerNames().deepspeed, ['LRRangeTest', 'OneCycle', 'WarmupLR', 'WarmupDecayLR', 'WarmupCosineLR']);
});

test('completion lists what is right inside a section', () => {
  const names = (path: string, context = {}): readonly string[] => optionsIn(path, context).map((o) => o.path.split('.').pop()!);
  assert.ok(names('').includes('train_batch_size'));
  assert.deepEqual(names('zero_optimization.offload_param'), ['device', 'nvme_path', 'buffer_count', 'buffer_size', 'max_in_cpu', 'pin_memory']);
  assert.deepEqual(names('optimizer'), ['type', 'params', 'legacy_fusion']);
  assert.ok(!names('optimizer.params', { optimizer: 'AdamW', offload: true }).includes('set_grad_none'));
  assert.deepEqual(names('scheduler.params', { scheduler: 'WarmupLR' }), ['warmup_min_lr', 'warmup_max_lr', 'warmup_num_steps', 'warmup_type', 'last_batch_iteration']);
  assert.deepEqual(names('compression_training.row_pruning.different_groups'), []);
  assert.ok(names('compression_training.row_pruning.different_groups.rp1').includes('modules'));
  assert.deepEqual(names('no.such.section'), []);
});

test('a section says what becomes of unknown keys', () => {
  assert.deepEqual(section('zero_optimization'), { unknownKeys: 'refuse', since: '0.7.0' });
  assert.deepEqual(section('fp16'), { unknownKeys: 'refuse', since: '0.17.1' });
  assert.equal(section('')?.unknownKeys, 'ignore');
  assert.equal(section('flops_profiler')?.unknownKeys, 'ignore');
  assert.equal(section('compression_training.layer_reduction')?.unknownKeys, 'ignore');
  assert.equal(section('compression_training.row_pruning.different_groups')?.unknownKeys, 'free');
  assert.equal(section('optimizer.params', { optimizer: 'AdamW' })?.unknownKeys, 'keyword');
  assert.equal(section('optimizer.params', { optimizer: 'Muon' })?.unknownKeys, 'ignore');
  assert.equal(section('optimizer.params', { optimizer: 'MuAdam' })?.unknownKeys, 'free');
  assert.equal(section('zero_optimization.offload_parm'), undefined);
});

test('keys of older releases are remembered', () => {
  assert.deepEqual(removed('fp32_allreduce'), { path: 'fp32_allreduce', until: '0.5.7', replacedBy: 'communication_data_type', behaviour: 'ignored' });
  assert.equal(removed(['zero_optimization', 'cpu_offload_params'])?.behaviour, 'refused');
  assert.equal(removed('zero_optimization.grad_hooks')?.until, undefined);
  assert.equal(removed('train_batch_size'), undefined);
});

test('defaults follow the release', () => {
  const clipping = option('gradient_clipping')!;
  assert.equal(defaultOf(clipping), 1);
  assert.equal(defaultOf(clipping, '0.19.3'), 1);
  assert.equal(defaultOf(clipping, '0.19.2'), 0);
  const update = option('bf16.immediate_grad_update')!;
  assert.deepEqual(['0.16.4', '0.16.5', '0.17.0', '0.17.1'].map((v) => defaultOf(update, v)), [false, true, true, false]);
});

test('versions compare by number', () => {
  assert.ok(compareVersions('0.9.5', '0.10.0') < 0);
  assert.ok(compareVersions('v0.16.9+cu121', '0.16.9') === 0);
  assert.ok(atLeast('0.17', '0.17.0'));
  assert.ok(!atLeast('0.16.9', '0.17.1'));
});

test('every row of the reference is there', () => {
  assert.ok(allPaths().length > 560);
  assert.equal(new Set(allPaths()).size, allPaths().length);
  for (const path of allPaths()) assert.equal(canonicalPath(path), path);
});
