import { canonicalPath, option } from '../catalog/deepspeed';
import { readerName, type Reader } from '../model/reader';
import { en, joinTexts, same, type Text } from '../text/say';
import { code } from './markdown';
import { or } from './option-words';

type Filler = 'trainer' | 'accelerate';

/** Arguments of the Transformers Trainer behind the keys that it fills (`integrations/deepspeed.py` @ 5.18). */
export const trainerArguments: Readonly<Record<string, readonly string[]>> = {
  train_batch_size: ['per_device_train_batch_size', 'gradient_accumulation_steps'],
  train_micro_batch_size_per_gpu: ['per_device_train_batch_size'],
  gradient_accumulation_steps: ['gradient_accumulation_steps'],
  gradient_clipping: ['max_grad_norm'],
  'optimizer.params.lr': ['learning_rate'],
  'optimizer.params.betas': ['adam_beta1', 'adam_beta2'],
  'optimizer.params.eps': ['adam_epsilon'],
  'optimizer.params.weight_decay': ['weight_decay'],
  'scheduler.params.warmup_max_lr': ['learning_rate'],
  'scheduler.params.warmup_num_steps': ['warmup_steps', 'warmup_ratio'],
  'scheduler.params.total_num_steps': ['max_steps'],
  'fp16.enabled': ['fp16', 'fp16_full_eval'],
  'bf16.enabled': ['bf16', 'bf16_full_eval'],
};

/** accelerate's own flags behind the keys that it fills from its plugin (`DeepSpeedPlugin.__post_init__` @ 1.15). */
export const accelerateFlags: Readonly<Record<string, readonly string[]>> = {
  gradient_accumulation_steps: ['gradient_accumulation_steps'],
  gradient_clipping: ['gradient_clipping'],
  'zero_optimization.stage': ['zero_stage'],
  'zero_optimization.offload_optimizer.device': ['offload_optimizer_device'],
  'zero_optimization.offload_optimizer.nvme_path': ['offload_optimizer_nvme_path'],
  'zero_optimization.offload_param.device': ['offload_param_device'],
  'zero_optimization.offload_param.nvme_path': ['offload_param_nvme_path'],
  'zero_optimization.stage3_gather_16bit_weights_on_model_save': ['zero3_save_16bit_model'],
  'fp16.enabled': ['mixed_precision'],
  'bf16.enabled': ['mixed_precision'],
};

const hidden = en`the model's hidden size`.zh`模型的 hidden size`;
/** A flag of accelerate with what counts without it. */
const plugin = (flag: string, fallback: Text): Text => en`${code(`--${flag}`)} of accelerate launch, else ${fallback}`.zh`accelerate launch 的 ${code(`--${flag}`)}，缺省为 ${fallback}`;
const argument = (list: readonly string[]): Text => en`${joinTexts(list.map((n) => same(code(n))), or)} of TrainingArguments`.zh`TrainingArguments 的 ${joinTexts(list.map((n) => same(code(n))), or)}`;

/** What is put in place of "auto", where it is not simply an argument of the Trainer. By both readers where they agree. */
const sources: Readonly<Record<string, Text | { readonly trainer?: Text; readonly accelerate?: Text }>> = {
  train_batch_size: {
    trainer: en`${code('per_device_train_batch_size')} × ${code('gradient_accumulation_steps')} × ranks`.zh`${code('per_device_train_batch_size')} × ${code('gradient_accumulation_steps')} × rank 数`,
    accelerate: en`micro batch × accumulation steps × ranks`.zh`微批大小 × 累积步数 × rank 数`,
  },
  train_micro_batch_size_per_gpu: { accelerate: en`the smallest batch size of the DataLoaders`.zh`各 DataLoader 中最小的批大小` },
  gradient_accumulation_steps: { accelerate: plugin('gradient_accumulation_steps', en`the Accelerator's own`.zh`Accelerator 自身的值`) },
  gradient_clipping: { accelerate: plugin('gradient_clipping', same('1.0')) },
  'optimizer.params.lr': { accelerate: en`the learning rate of DummyOptim`.zh`DummyOptim 的学习率` },
  'optimizer.params.weight_decay': { accelerate: en`the weight decay of DummyOptim`.zh`DummyOptim 的权重衰减` },
  'optimizer.params.betas': { trainer: en`${code('[adam_beta1, adam_beta2]')} of TrainingArguments`.zh`TrainingArguments 的 ${code('[adam_beta1, adam_beta2]')}` },
  'scheduler.params.warmup_min_lr': same('0'),
  'scheduler.params.warmup_max_lr': { accelerate: en`the optimizer's learning rate`.zh`优化器的学习率` },
  'scheduler.params.warmup_num_steps': { accelerate: en`the warm-up steps of DummyScheduler`.zh`DummyScheduler 的预热步数` },
  'scheduler.params.total_num_steps': { trainer: en`the number of training steps`.zh`训练总步数`, accelerate: en`the total steps of DummyScheduler`.zh`DummyScheduler 的总步数` },
  'zero_optimization.stage': plugin('zero_stage', same('2')),
  'zero_optimization.reduce_bucket_size': en`${hidden}²`.zh`${hidden}²`,
  'zero_optimization.stage3_prefetch_bucket_size': en`0.9 × ${hidden}²`.zh`0.9 × ${hidden}²`,
  'zero_optimization.stage3_param_persistence_threshold': en`10 × ${hidden}`.zh`10 × ${hidden}`,
  'zero_optimization.stage3_gather_16bit_weights_on_model_save': plugin('zero3_save_16bit_model', same('false')),
  'zero_optimization.offload_param.device': plugin('offload_param_device', same('none')),
  'zero_optimization.offload_param.nvme_path': plugin('offload_param_nvme_path', same('"none"')),
  'zero_optimization.offload_optimizer.device': plugin('offload_optimizer_device', same('none')),
  'zero_optimization.offload_optimizer.nvme_path': plugin('offload_optimizer_nvme_path', same('"none"')),
  'fp16.enabled': { accelerate: en`true where mixed_precision is fp16`.zh`mixed_precision 为 fp16 时为 true` },
  'bf16.enabled': { accelerate: en`true where mixed_precision is bf16 or fp8`.zh`mixed_precision 为 bf16 或 fp8 时为 true` },
};

/** What a reader puts in place of "auto"; undefined where it fills nothing. */
export function filler(path: string, reader: Filler): Text | undefined {
  const canonical = canonicalPath(path) ?? path;
  const said = option(canonical)?.auto?.[reader];
  if (said === undefined) return undefined;
  const source = sources[canonical];
  const text = source && ('en' in source ? source : source[reader]);
  if (text) return text;
  const names = reader === 'trainer' ? trainerArguments[canonical] : undefined;
  return names ? argument(names) : same(code(said));
}

/** Who fills the "auto" of a key. `written`: the key's value is "auto" here, so it counts when nobody does. */
export function autoWords(path: string, reader: Reader | undefined, written: boolean): readonly Text[] {
  const row = option(path);
  const auto = code('"auto"');
  const readers = (['trainer', 'accelerate'] as const).filter((who) => reader === undefined || reader === who);
  const fills = readers.flatMap((who) => {
    const from = filler(path, who);
    return from ? [{ who, from }] : [];
  });
  const words: Text[] = [];
  const [first, second] = fills;
  if (first && second && first.from.en === second.from.en) words.push(en`${auto}: ${readerName('trainer')} and accelerate fill in ${first.from}.`.zh`${auto}：Transformers Trainer 和 accelerate 都填入 ${first.from}。`);
  else for (const { who, from } of fills) words.push(en`${auto}: ${readerName(who)} fills in ${from}.`.zh`${auto}：${readerName(who)} 填入 ${from}。`);
  if (row?.auto?.onlyWith && fills.some((f) => f.who === 'accelerate')) words.push(en`accelerate does so only where it is given a ${row.auto.onlyWith}.`.zh`accelerate 仅在传入 ${row.auto.onlyWith} 时填充。`);
  if (!written) return words;
  if (fills.length === 0 && reader !== 'deepspeed') words.push(unfilled(auto, readers));
  if (reader === 'deepspeed' || (reader === undefined && fills.length === 0))
    words.push(
      row?.dropsAuto
        ? en`${auto}: DeepSpeed itself drops the key and uses its default.`.zh`${auto}：DeepSpeed 自身会丢弃该键，使用默认值。`
        : en`${auto}: DeepSpeed itself fills nothing in.`.zh`${auto}：DeepSpeed 自身不填充。`,
    );
  return words;
}

function unfilled(auto: string, readers: readonly Filler[]): Text {
  const refusal = '"not found in kwargs"';
  if (readers.length > 1) return en`${auto}: neither ${readerName('trainer')} nor accelerate fills it here; both stop with ${refusal}.`.zh`${auto}：Transformers Trainer 和 accelerate 都不填充此处，二者都会以 ${refusal} 停止。`;
  return en`${auto}: ${readerName(readers[0]!)} does not fill it here; the run stops with ${refusal}.`.zh`${auto}：${readerName(readers[0]!)} 不填充此处，运行以 ${refusal} 停止。`;
}
