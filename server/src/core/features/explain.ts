import { defaultOf, option, optimizerConstructors, schedulerConstructor } from '../catalog/deepspeed';
import { atLeast } from '../catalog/version';
import type { DeepSpeedConfig } from '../job/deepspeed-config';
import { contextOf } from '../job/option-context';
import type { Project } from '../job/project';
import type { Node } from '../syntax/tree';
import { en, joinTexts, same, type Text } from '../text/say';
import { dataParallelSizes, rankWords } from './batches';
import { bullets, bytes, code, count, grouped, list, paragraphs, rounded } from './markdown';
import { or } from './option-words';
import { bytesOf, communicationType, precisionOf, type Precision } from './precision';

/** What a value means in this very file: formulas with its numbers, sizes in bytes, the class behind a name. */
export function explain(project: Project, config: DeepSpeedConfig, path: string, node: Node): Text | undefined {
  if (path === 'zero_optimization.stage') return stageWords(project, config);
  if (scaleKeys.test(path)) return lossScaleWords(config);
  if (path === 'optimizer.type') return typeof node.value === 'string' ? optimizerWords(config, node.value) : undefined;
  if (path === 'scheduler.type') return typeof node.value === 'string' ? schedulerWords(node.value) : undefined;
  const type = sizeKeys[path]?.(config);
  if (sizeKeys[path]) return typeof node.value === 'number' ? sizeWords(node.value, type) : undefined;
  return typeof node.value === 'string' ? valueWords[path]?.[node.value] : undefined;
}

const stageNames: readonly Text[] = [
  en`Stage 0 shards nothing: every rank holds everything.`.zh`stage 0 不切分：每个 rank 都持有全部状态。`,
  en`Stage 1 shards the optimizer states.`.zh`stage 1 切分优化器状态。`,
  en`Stage 2 shards optimizer states and gradients.`.zh`stage 2 切分优化器状态和梯度。`,
  en`Stage 3 shards optimizer states, gradients and parameters.`.zh`stage 3 切分优化器状态、梯度和参数。`,
];

/** Bytes per parameter with Adam: those on every rank, and those that are shared out. */
const stageBytes: Readonly<Record<'mixed' | 'fp32', readonly (readonly [every: number, shared: number])[]>> = {
  mixed: [[16, 0], [4, 12], [2, 14], [0, 16]],
  fp32: [[16, 0], [8, 8], [4, 12], [0, 16]],
};

export function stageWords(project: Project, config: DeepSpeedConfig): Text | undefined {
  const stage = config.stage()?.value;
  if (stage === undefined) return undefined;
  const precision = precisionOf(config);
  const [every, shared] = stageBytes[precision === 'fp32' ? 'fp32' : 'mixed'][stage]!;
  const formula = [every > 0 ? `${every}Ψ` : '', shared > 0 ? `${shared}Ψ/N` : ''].filter((p) => p !== '').join(' + ');
  const assumed =
    precision === 'fp32'
      ? en`FP32 training with Adam, Ψ parameters, N data-parallel ranks; activations and buffers not counted`.zh`FP32 训练加 Adam，参数量 Ψ，数据并行 rank 数 N；未计激活和缓冲区`
      : en`mixed precision with Adam, Ψ parameters, N data-parallel ranks; activations and buffers not counted`.zh`混合精度加 Adam，参数量 Ψ，数据并行 rank 数 N；未计激活和缓冲区`;
  const sizes = dataParallelSizes(config);
  const figures = sizes.map(({ job, size }) => {
    const each = rounded(every + shared / size.value, 3);
    return en`N = ${size.value}: ${each} bytes a parameter, ${each} GB per billion parameters. ${rankWords(project, size, job)}`
      .zh`N = ${size.value}：每参数 ${each} 字节，每十亿参数 ${each} GB。${rankWords(project, size, job)}`;
  });
  return paragraphs(
    en`${stageNames[stage]!} **${formula}** bytes per GPU (${assumed}).`.zh`${stageNames[stage]!}每卡 **${formula}** 字节（${assumed}）。`,
    bullets(figures),
    precision !== 'fp32' && offloadedWords(config, stage),
  );
}

const inMemory = en`in CPU memory`.zh`CPU 内存`;

/** Which of those bytes leave the GPU; a `ratio` leaves part of the optimizer's behind. */
function offloadedWords(config: DeepSpeedConfig, stage: number): Text | undefined {
  const place = (section: string): Text | undefined => {
    const device = config.string(`zero_optimization.${section}.device`)?.value;
    return device === 'cpu' ? inMemory : device === 'nvme' && stage === 3 ? en`on NVMe`.zh`NVMe` : undefined;
  };
  const old = config.boolean('zero_optimization.cpu_offload')?.value === true && !config.get('zero_optimization.offload_optimizer');
  const states = stage === 0 || config.get('zero_optimization.offload_optimizer.ratio') ? undefined : old ? inMemory : place('offload_optimizer');
  const weights = stage === 3 ? place('offload_param') : undefined;
  const parts = [
    ...(states ? [en`the optimizer's 12Ψ/N are ${states} (${code(old ? 'cpu_offload' : 'offload_optimizer')})`.zh`优化器的 12Ψ/N 位于 ${states}（${code(old ? 'cpu_offload' : 'offload_optimizer')}）`] : []),
    ...(weights ? [en`the parameters' 2Ψ/N are ${weights} (${code('offload_param')})`.zh`参数的 2Ψ/N 位于 ${weights}（${code('offload_param')}）`] : []),
  ];
  return parts.length === 0 ? undefined : en`Of these, ${joinTexts(parts, ', ')}.`.zh`其中${joinTexts(parts, '，')}。`;
}

const scaleKeys = /^fp16\.(loss_scale|initial_scale_power|loss_scale_window|hysteresis|min_loss_scale)$/;

/** The number at a path, or the default where the key is absent; undefined for anything else. */
function setting(config: DeepSpeedConfig, path: string): number | undefined {
  if (config.get(path)) return config.number(path)?.value;
  const known = option(path);
  const value = known && defaultOf(known, config.version?.value);
  return typeof value === 'number' ? value : undefined;
}

export function lossScaleWords(config: DeepSpeedConfig): Text | undefined {
  if (config.get('fp16.enabled') ? config.boolean('fp16.enabled')?.value === false : config.get('fp16') !== undefined)
    return en`fp16 is not enabled in this file, so there is no loss scale.`.zh`该文件未启用 fp16，因此没有损失缩放。`;
  const scale = setting(config, 'fp16.loss_scale');
  if (scale === undefined || config.tree.template) return undefined;
  if (scale > 0)
    return en`Static: the loss is multiplied by ${grouped(scale)} in the whole run. A step that overflows is skipped, and the scale stays; initial_scale_power, loss_scale_window, hysteresis and min_loss_scale do nothing.`
      .zh`静态：整个训练中 loss 都乘以 ${grouped(scale)}。上溢的步会被跳过，系数不变；initial_scale_power、loss_scale_window、hysteresis 和 min_loss_scale 不起作用。`;
  const [power, window, floor, patience] = ['initial_scale_power', 'loss_scale_window', 'min_loss_scale', 'hysteresis'].map((k) => setting(config, `fp16.${k}`));
  if (power === undefined || window === undefined || floor === undefined || !Number.isInteger(power) || power < 0 || power > 1000) return undefined;
  const stage = config.stage()?.value;
  const start = power <= 53 ? `2^${power} = ${2 ** power}` : `2^${power}`;
  const lenient = stage !== undefined && stage > 0 && patience !== undefined && patience > 1;
  const counted = patience === 2 ? en`the first only counts`.zh`第一次只计数` : en`the first ${(patience ?? 1) - 1} only count`.zh`前 ${(patience ?? 1) - 1} 次只计数`;
  const halves = lenient ? en`halves on overflow (hysteresis ${patience}: ${counted})`.zh`上溢时减半（hysteresis ${patience}：${counted}）` : en`halves on overflow`.zh`上溢时减半`;
  // Only ZeRO's scaler stops there (`fp16/loss_scaler.py: update_scale` @ 0.19); FP16_Optimizer stays at the floor.
  const stops = stage !== undefined && stage > 0 ? en`, where a further overflow stops the run`.zh`，到达下限后再次上溢会停止运行` : same('');
  return en`Dynamic: starts at ${start}, ${halves}, doubles after every ${count(window, 'clean step', 'clean steps')}, floor ${floor}${stops}.`
    .zh`动态：从 ${start} 开始，${halves}，每连续 ${window} 步无上溢则加倍，下限 ${floor}${stops}。`;
}

type TypeOf = (config: DeepSpeedConfig) => Precision | undefined;
/** Keys that count elements, with the type that those have. */
const sizeKeys: Readonly<Record<string, TypeOf>> = {
  'zero_optimization.reduce_bucket_size': communicationType,
  'zero_optimization.allgather_bucket_size': precisionOf,
  'zero_optimization.stage3_prefetch_bucket_size': precisionOf,
  'zero_optimization.stage3_param_persistence_threshold': precisionOf,
  'zero_optimization.stage3_max_live_parameters': precisionOf,
  'zero_optimization.offload_param.buffer_size': precisionOf,
  'zero_optimization.offload_param.max_in_cpu': precisionOf,
};

/** `500,000,000 elements × 2 bytes (bf16) = 1 GB`; the type's part only where the type is certain. */
function sizeWords(elements: number, type: Precision | undefined): Text | undefined {
  if (!Number.isFinite(elements) || elements < 0) return undefined;
  if (!type) return en`${grouped(elements)} elements: ${bytes(elements * 2)} in fp16 or bf16, ${bytes(elements * 4)} in fp32`.zh`${grouped(elements)} 个元素：fp16 或 bf16 为 ${bytes(elements * 2)}，fp32 为 ${bytes(elements * 4)}`;
  const each = bytesOf(type);
  return en`${grouped(elements)} elements × ${each} bytes (${type}) = **${bytes(elements * each)}**`.zh`${grouped(elements)} 个元素 × ${each} 字节（${type}）= **${bytes(elements * each)}**`;
}

function optimizerWords(config: DeepSpeedConfig, type: string): Text | undefined {
  const classes = optimizerConstructors({ ...contextOf(config), optimizer: type });
  if (classes.length === 0) return undefined;
  const names = joinTexts(classes.map((c) => same(code(c.deepspeed ? c.name : `torch.optim.${c.name}`))), or);
  const keywords = [...new Set(classes.flatMap((c) => Object.keys(c.params)))];
  const takes = keywords.length > 0 ? en` Its params: ${list(keywords.map(code))}.`.zh`可用的 params：${list(keywords.map(code))}。` : same('');
  const adam = type.toLowerCase() === 'adam' && classes.every((c) => c.deepspeed);
  const decoupled = adam ? en` Weight decay is decoupled (AdamW) unless adam_w_mode is false.`.zh`除非 adam_w_mode 为 false，权重衰减是解耦的（AdamW）。` : same('');
  return en`Builds ${names}.${decoupled}${takes}`.zh`构建 ${names}。${decoupled}${takes}`;
}

function schedulerWords(type: string): Text | undefined {
  const found = schedulerConstructor(type);
  if (!found) return undefined;
  const keywords = Object.keys(found.params).map((k) => (found.required.includes(k) ? `${code(k)}*` : code(k)));
  const required = found.required.length > 0 ? en` (* required)`.zh`（* 必填）` : same('');
  return en`Its params: ${list(keywords)}${required}.`.zh`可用的 params：${list(keywords)}${required}。`;
}

const devices: Readonly<Record<string, Text>> = {
  none: en`Stays in GPU memory.`.zh`留在显存中。`,
  cpu: en`In CPU memory.`.zh`放在 CPU 内存中。`,
  nvme: en`On NVMe, at ${code('nvme_path')}; stage 3 only.`.zh`放在 NVMe 上（${code('nvme_path')}）；仅 stage 3。`,
};
const valueWords: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  'zero_optimization.offload_optimizer.device': devices,
  'zero_optimization.offload_param.device': devices,
  'scheduler.params.warmup_type': {
    log: en`The learning rate rises with the logarithm of the step.`.zh`学习率随步数的对数上升。`,
    linear: en`The learning rate rises in equal steps.`.zh`学习率线性上升。`,
  },
};

/** Words for a value beside its name in a completion list. */
export const valueDetail = (path: string, value: unknown): Text | undefined =>
  path === 'zero_optimization.stage' && typeof value === 'number' ? stageNames[value] : typeof value === 'string' ? valueWords[path]?.[value] : undefined;

/** Why a key does nothing in this very file, where that is certain: the stage, the device, a switch, or a key that counts instead. */
export function inactiveWords(config: DeepSpeedConfig, path: string, node: Node): Text | undefined {
  const known = option(path);
  if (!known || config.tree.template) return undefined;
  const beside = known.ignoredBeside ?? option(node.path[0] ?? '')?.ignoredBeside;
  if (beside !== undefined && beside !== node.path[0] && config.get(beside)) return en`${code(beside)} stands in the file too and counts instead, so this does nothing.`.zh`文件中还有 ${code(beside)}，以它为准，此处不起作用。`;
  const stage = config.stage()?.value;
  if (!known.appliesWhen || stage === undefined || (known.since && config.version && !atLeast(config.version.value, known.since))) return undefined;
  const { stages, device, switch: name } = known.appliesWhen;
  if (!stages.includes(stage))
    return en`Acts at stage ${joinTexts(stages.map(same), or)} only; this file is at stage ${stage}, so it does nothing.`.zh`仅在 stage ${stages.join('、')} 下起作用；该文件为 stage ${stage}，因此不起作用。`;
  const section = path.slice(0, path.lastIndexOf('.'));
  const written = config.string(`${section}.device`)?.value;
  if (device && (written === 'cpu' || written === 'none')) return en`Acts with device ${code(`"${device}"`)} only; here it is ${code(`"${written}"`)}, so it does nothing.`.zh`仅在 device 为 ${code(`"${device}"`)} 时起作用；此处为 ${code(`"${written}"`)}，因此不起作用。`;
  const on = name === undefined || config.get(`${section}.${name}`) === undefined ? undefined : config.boolean(`${section}.${name}`)?.value;
  return on === false ? en`Acts with ${code(name!)} only; that is off here, so it does nothing.`.zh`仅在开启 ${code(name!)} 时起作用；此处未开启，因此不起作用。` : undefined;
}
