import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoverAt, noHover } from './support';

const includes = (text: string, ...parts: readonly string[]): void => {
  for (const part of parts) assert.ok(text.includes(part), `${part}\nnot in\n${text}`);
};
const excludes = (text: string, ...parts: readonly string[]): void => {
  for (const part of parts) assert.ok(!text.includes(part), `${part}\nin\n${text}`);
};

test('a key says its name first, then meaning, type, default, allowed values, age and concept', () => {
  const { en, zh, word } = hoverAt('{ "zero_optimization": { "stage": 3, "stage3_prefetch_bu|cket_size": 1 } }');
  assert.equal(word, '"stage3_prefetch_bucket_size"');
  assert.equal(en.split('\n')[0], '**zero_optimization.stage3_prefetch_bucket_size**');
  includes(en, 'integer', 'default `50000000`', 'at least 0', 'since DeepSpeed 0.3.12', '/docs/concepts/en/zero-comm.md)');
  includes(zh, '整数', '默认 `50000000`', '不小于 0', '自 DeepSpeed 0.3.12 起', '/docs/concepts/zh-cn/zero-comm.md)');
});

test('the batch equation: product, inferred number, number of ranks', () => {
  // 128 / 8 / 16 = 1.
  const { en, zh } = hoverAt('//! gpus=16\n{\n  "train_batch_size|": 128,\n  "train_micro_batch_size_per_gpu": 8\n}');
  includes(en, '**128** = 8 per GPU × 1 step × 16 ranks', '- 8 per GPU: [ds_config.json:3](file:///project/ds_config.json#L3)', '1 step: worked out by DeepSpeed', '16 ranks: given as `--gpus`');
  includes(zh, '**128** = 每卡 8 × 1 步 × 16 个 rank', '- 每卡 8：[ds_config.json:3](file:///project/ds_config.json#L3)', '1 步：由 DeepSpeed 推算', '16 个 rank：由 `--gpus` 给出');
});

test('a batch that does not multiply out says what it comes to', () => {
  const { en, zh } = hoverAt('//! gpus=4\n{ "train_batch_size": 48, "train_micro_batch_size_per_gpu|": 2, "gradient_accumulation_steps": 4 }');
  includes(en, '**48** ≠ 2 per GPU × 4 steps × 4 ranks = 32: the run stops');
  includes(zh, '**48** ≠ 每卡 2 × 4 步 × 4 个 rank = 32：运行会停止');
});

test('sequence parallelism divides the ranks', () => {
  const { en } = hoverAt('//! gpus=16\n{ "train_micro_batch_size_per_gpu|": 2, "sequence_parallel_size": 4 }');
  includes(en, '**8** = 2 per GPU × 1 step × 4 ranks', '16 ranks / sequence_parallel_size 4');
});

test('no product where a number is not certain', () => {
  for (const [options, body] of [
    ['', '"train_batch_size|": 128, "train_micro_batch_size_per_gpu": 8'],
    ['gpus=16', '"train_batch_size|": 128, "train_micro_batch_size_per_gpu": "${BS}"'],
    ['gpus=16', '"train_batch_size|": 128, "train_micro_batch_size_per_gpu": "auto"'],
    ['gpus=16 reader=trainer', '"train_batch_size|": 128, "train_micro_batch_size_per_gpu": "auto", "gradient_accumulation_steps": 1'],
    ['gpus=16 reader=trainer', '"train_batch_size|": "auto", "train_micro_batch_size_per_gpu": 8'],
    ['gpus=16', '"train_batch_size|": 128, "elasticity": { "enabled": true }'],
    ['gpus=16', '"train_micro_batch_size_per_gpu|": 1.5'],
    ['gpus=16', '"train_micro_batch_size_per_gpu|": 4, "sequence_parallel_size": "x"'],
    ['gpus=16', '"train_micro_batch_size_per_gpu|": 4, "sequence_parallel_size": 3'],
  ] as const) {
    const { en } = hoverAt(`${options ? `//! ${options}\n` : ''}{ ${body} }`);
    excludes(en, 'per GPU ×', ' per GPU × ');
  }
});

test('the stage: what it shards, the formula, and the figures for the ranks', () => {
  // 2 + 14/16 = 2.875 bytes a parameter.
  const two = hoverAt('//! gpus=16\n{ "train_batch_size": 16, "bf16": { "enabled": true }, "zero_optimization": { "stage": |2 } }');
  assert.equal(two.en.split('\n')[0], '**zero_optimization.stage** = `2`');
  includes(two.en, 'Stage 2 shards optimizer states and gradients.', '**2Ψ + 14Ψ/N** bytes per GPU', 'mixed precision with Adam', 'N = 16: 2.875 bytes a parameter, 2.875 GB per billion parameters');
  includes(two.zh, 'stage 2 切分优化器状态和梯度。', '**2Ψ + 14Ψ/N** 字节', '混合精度加 Adam', 'N = 16：每参数 2.875 字节');
  const formulas = ['16Ψ', '4Ψ + 12Ψ/N', '2Ψ + 14Ψ/N', '16Ψ/N'];
  for (const [stage, formula] of formulas.entries()) includes(hoverAt(`{ "fp16": { "enabled": true }, "zero_optimization": { "stage|": ${stage} } }`).en, `**${formula}** bytes`);
  // FP32: 4 + 4 + 8 bytes.
  const fp32 = ['16Ψ', '8Ψ + 8Ψ/N', '4Ψ + 12Ψ/N', '16Ψ/N'];
  for (const [stage, formula] of fp32.entries()) includes(hoverAt(`{ "zero_optimization": { "stage|": ${stage} } }`).en, `**${formula}** bytes`, 'FP32 training');
  includes(hoverAt('{ "bf16": { "enabled": true }, "zero_optimization": { "stage|": 2, "offload_optimizer": { "device": "cpu" } } }').en, "the optimizer's 12Ψ/N are in CPU memory (`offload_optimizer`)");
  excludes(hoverAt('{ "zero_optimization": { "stage|": "auto" } }').en, 'Ψ');
  excludes(hoverAt('{ "zero_optimization": { "stage|": 7 } }').en, 'Ψ/N** bytes');
});

test("the loss scale's schedule with the file's own numbers", () => {
  const scale = (more: string, stage = 2): { readonly en: string; readonly zh: string } =>
    hoverAt(`{ "fp16": { "enabled": true, "loss_scale|": 0${more} }, "zero_optimization": { "stage": ${stage} } }`);
  includes(scale('').en, 'Dynamic: starts at 2^16 = 65536, halves on overflow (hysteresis 2: the first only counts), doubles after every 1000 clean steps, floor 1, where a further overflow stops the run.');
  includes(scale('').zh, '动态：从 2^16 = 65536 开始，上溢时减半（hysteresis 2：第一次只计数），每连续 1000 步无上溢则加倍，下限 1，到达下限后再次上溢会停止运行。');
  includes(scale(', "initial_scale_power": 12, "loss_scale_window": 500, "hysteresis": 4, "min_loss_scale": 8').en, 'starts at 2^12 = 4096, halves on overflow (hysteresis 4: the first 3 only count), doubles after every 500 clean steps, floor 8, where');
  // FP16_Optimizer keeps no hysteresis, and goes on at the floor.
  includes(scale('', 0).en, 'halves on overflow, doubles', 'floor 1.');
  includes(hoverAt('{ "fp16": { "enabled": true, "loss_scale|": 1024 } }').en, 'Static: the loss is multiplied by 1,024');
  includes(hoverAt('{ "fp16": { "enabled": true, "loss_scale": 1024, "loss_scale_window|": 100 } }').en, 'Static');
  includes(hoverAt('{ "fp16": { "enabled": false, "loss_scale|": 0 } }').en, 'fp16 is not enabled');
  excludes(scale(', "initial_scale_power": "auto"').en, 'Dynamic:');
});

test('the default power before 0.8.0 was 32', () => {
  const { en } = hoverAt('{ "fp16": { "enabled": true, "loss_scale|": 0 }, "zero_optimization": { "stage": 1 } }\n//- shardlint.json\n{ "versions": { "deepspeed": "0.7.7" } }');
  includes(en, 'starts at 2^32 = 4294967296');
});

test('bucket sizes in bytes of the type on the wire', () => {
  const size = (head: string, key: string, value: string): string => hoverAt(`{ ${head}"zero_optimization": { "stage": 3, "${key}": |${value} } }`).en;
  const bf16 = '"bf16": { "enabled": true }, ';
  includes(size(bf16, 'reduce_bucket_size', '5e8'), '500,000,000 elements × 2 bytes (bf16) = **1 GB**');
  includes(size(bf16, 'stage3_prefetch_bucket_size', '50000000'), '× 2 bytes (bf16) = **100 MB**');
  includes(size(`${bf16}"communication_data_type": "fp32", `, 'reduce_bucket_size', '5e8'), '× 4 bytes (fp32) = **2 GB**');
  // The type on the wire is the gradients'; parameters keep theirs.
  includes(size(`${bf16}"communication_data_type": "fp32", `, 'stage3_prefetch_bucket_size', '5e7'), '× 2 bytes (bf16) = **100 MB**');
  includes(size('', 'reduce_bucket_size', '1e6'), '× 4 bytes (fp32) = **4 MB**');
  const unknown = size('"bf16": { "enabled": "auto" }, ', 'reduce_bucket_size', '5e8');
  includes(unknown, '1 GB in fp16 or bf16, 2 GB in fp32');
  includes(hoverAt('{ "bf16": { "enabled": true }, "zero_optimization": { "stage": 2, "reduce_bucket_size": |500000000 } }').zh, '500,000,000 个元素 × 2 字节（bf16）= **1 GB**');
});

test('a key that does nothing at the stage of the file says so', () => {
  const { en, zh } = hoverAt('{ "zero_optimization": { "stage": 2, "stage3_max_live_parameters|": 1e9 } }');
  includes(en, 'Acts at stage 3 only; this file is at stage 2, so it does nothing.');
  includes(zh, '仅在 stage 3 下起作用；该文件为 stage 2，因此不起作用。');
  excludes(hoverAt('{ "zero_optimization": { "stage": 3, "stage3_max_live_parameters|": 1e9 } }').en, 'does nothing');
  excludes(hoverAt('{ "zero_optimization": { "stage": "auto", "stage3_max_live_parameters|": 1e9 } }').en, 'does nothing');
});

test('deprecated and removed keys name what replaces them', () => {
  includes(hoverAt('{ "zero_optimization": { "stage": 2, "cpu_offload|": true } }').en, '**Deprecated**: it still works, with a warning. Use `zero_optimization.offload_optimizer`.');
  includes(hoverAt('{ "fp32_allreduce|": true }\n').en, 'DeepSpeed read this key up to 0.5.7.', 'Use `communication_data_type`.');
  assert.ok(noHover('{ "no_such_key|": 1, "train_batch_size": 8, "zero_optimization": {} }'));
});

test('"auto": who fills it, and from what', () => {
  const trainer = hoverAt('//! reader=trainer\n{ "optimizer": { "type": "AdamW", "params": { "lr": "a|uto" } } }');
  includes(trainer.en, '`"auto"`: the Transformers Trainer fills in `learning_rate` of TrainingArguments.', "default is `5e-05`");
  includes(trainer.zh, 'Transformers Trainer 填入 TrainingArguments 的 `learning_rate`', '`5e-05`');
  includes(hoverAt('//! reader=trainer\n{ "zero_optimization": { "stage": 3, "reduce_bucket_size": "auto|" } }').en, "fills in the model's hidden size².");
  includes(hoverAt('//! reader=trainer\n{ "zero_optimization": { "stage": 3, "sub_group_size": "auto|" } }').en, 'does not fill it here; the run stops with "not found in kwargs"');
  const plain = hoverAt('//! reader=deepspeed\n{ "zero_optimization": { "stage": 3, "sub_group_size": "au|to" } }').en;
  includes(plain, 'DeepSpeed itself drops the key and uses its default.', '`1000000000`');
  includes(hoverAt('{ "train_batch_size": "au|to" }').en, 'the Transformers Trainer fills in `per_device_train_batch_size` × `gradient_accumulation_steps` × ranks.', 'accelerate fills in');
});

test('optimizer and scheduler names say what they build and take', () => {
  includes(hoverAt('{ "optimizer": { "type": "Adam|W" } }').en, 'Builds `FusedAdam`.', '`weight_decay`');
  includes(hoverAt('{ "optimizer": { "type": "Adam|W" }, "zero_optimization": { "stage": 2, "offload_optimizer": { "device": "cpu" } } }').en, 'Builds `DeepSpeedCPUAdam`.');
  includes(hoverAt('{ "optimizer": { "type": "Ad|am" } }').en, 'decoupled (AdamW) unless adam_w_mode is false');
  includes(hoverAt('{ "scheduler": { "type": "Warmup|DecayLR" } }').en, '`total_num_steps`*', '(* required)');
  assert.match(hoverAt('{ "optimizer": { "type": "AdamW", "params": { "betas": [0.|9, 0.999] } } }').en, /^\*\*optimizer\.params\.betas\*\*/);
});

test('aliases, user-chosen keys, and places with nothing to say', () => {
  includes(hoverAt('{ "zero_optimization": { "stage": 3, "prefetch_bucket_size|": 5e7 } }').en, 'Also written `prefetch_bucket_size`');
  assert.ok(noHover('{ "fp16": {| "enabled": true } }'));
  assert.ok(noHover('|{ "fp16": { "enabled": true } }'));
});

test('half-typed and odd texts', () => {
  for (const text of ['{ "train_batch_size|"', '{ "train_batch_size|" : ', '{ train_batch_size|: 8 }', '\uFEFF{ "train_batch_size|": 8 }', '{\r\n\t"train_batch_size|": 8\r\n}']) assert.match(hoverAt(text).en, /train_batch_size/);
});
