import { canonicalPath, option } from '../catalog/deepspeed';
import type { DeepSpeedConfig } from '../job/deepspeed-config';
import type { Job } from '../job/job';
import { targetFlag, type FlagUse, type LaunchCommand } from '../job/launch';
import { fact, type FilePlace } from '../model/fact';
import type { Fact } from '../model/fact';
import { readerName, type Reader } from '../model/reader';
import { en, same, type Text } from '../text/say';
import { code } from './markdown';

/** Arguments of the Transformers Trainer behind the keys that it fills (`integrations/deepspeed.py` @ 5.18). */
const trainerArguments: Readonly<Record<string, readonly string[]>> = {
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

/** Defaults of those arguments (TrainingArguments 4.57 and 5.18 agree on them). */
const argumentDefaults: Readonly<Record<string, string>> = {
  per_device_train_batch_size: '8',
  gradient_accumulation_steps: '1',
  max_grad_norm: '1.0',
  learning_rate: '5e-05',
  adam_beta1: '0.9',
  adam_beta2: '0.999',
  adam_epsilon: '1e-08',
  weight_decay: '0.0',
  warmup_steps: '0',
  max_steps: '-1',
  fp16: 'False',
  bf16: 'False',
};

/** accelerate's own flags behind the keys that it fills from its plugin. */
const accelerateFlags: Readonly<Record<string, readonly string[]>> = {
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

const products: Readonly<Record<string, Text>> = {
  train_batch_size: en`${code('per_device_train_batch_size')} × ${code('gradient_accumulation_steps')} × ranks`.zh`${code('per_device_train_batch_size')} × ${code('gradient_accumulation_steps')} × rank 数`,
  'zero_optimization.reduce_bucket_size': en`the model's hidden size²`.zh`模型的 hidden size²`,
  'zero_optimization.stage3_prefetch_bucket_size': en`0.9 × the model's hidden size²`.zh`0.9 × 模型的 hidden size²`,
  'zero_optimization.stage3_param_persistence_threshold': en`10 × the model's hidden size`.zh`10 × 模型的 hidden size`,
  'scheduler.params.warmup_min_lr': same('0'),
  'scheduler.params.total_num_steps': en`the number of training steps`.zh`训练总步数`,
};

/** What a reader puts in place of "auto"; undefined where it fills nothing. */
export function filler(path: string, reader: 'trainer' | 'accelerate'): Text | undefined {
  const canonical = canonicalPath(path) ?? path;
  const said = option(canonical)?.auto?.[reader];
  if (said === undefined) return undefined;
  const product = products[canonical];
  if (product && (reader === 'trainer' || canonical !== 'train_batch_size')) return product;
  const names = reader === 'trainer' ? trainerArguments[canonical] : undefined;
  if (!names) return same(code(said));
  return en`${names.map(code).join(', ')} of TrainingArguments`.zh`TrainingArguments 的 ${names.map(code).join('、')}`;
}

/** One use of a flag that fills an "auto". */
export interface AutoUse {
  readonly job: Job;
  readonly launch: LaunchCommand;
  readonly flag: FlagUse;
}

export const flagPlace = ({ launch, flag }: AutoUse): FilePlace => ({
  uri: launch.uri,
  span: { start: flag.nameSpan.start, end: Math.max(flag.nameSpan.end, flag.valueSpan?.end ?? 0) },
});

const innermost = (job: Job): LaunchCommand => job.chain[job.chain.length - 1] ?? job.launch;

/** An argument of the program; HfArgumentParser takes dashes for underscores. */
export const argumentOf = (launch: LaunchCommand, name: string): FlagUse | undefined => targetFlag(launch, `--${name}`, `--${name.replaceAll('_', '-')}`);

/** The flags in the launches of a config that fill a key's "auto". */
export function autoUses(config: DeepSpeedConfig, path: string): readonly AutoUse[] {
  const canonical = canonicalPath(path) ?? path;
  return config.jobs.flatMap((job) => {
    const reader = job.reader?.value;
    const found: AutoUse[] = [];
    if (reader === 'trainer') {
      const launch = innermost(job);
      for (const name of trainerArguments[canonical] ?? []) {
        const flag = argumentOf(launch, name);
        if (flag) found.push({ job, launch, flag });
      }
    } else if (reader === 'accelerate') {
      for (const launch of job.chain.filter((l) => l.launcher === 'accelerate')) {
        for (const dest of accelerateFlags[canonical] ?? []) {
          const flag = launch.flags.findLast((f) => f.option?.dest === dest);
          if (flag) found.push({ job, launch, flag });
        }
      }
    }
    return found;
  });
}

/** The number that an argument of the Trainer has for certain: written, and not to be overridden by words that nobody knows. */
export function argumentNumber(job: Job, name: string): Fact<number> | undefined {
  const launch = innermost(job);
  const flag = launch.targetOpenEnded ? undefined : argumentOf(launch, name);
  const text = flag?.value?.value?.trim();
  if (!flag || text === undefined || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  return fact(Number(text), flagPlace({ job, launch, flag }), same(code(`${flag.name} ${text}`)));
}

/** The default of the argument that fills a key, where exactly one argument does. */
export function argumentDefault(path: string): { readonly name: string; readonly value: string } | undefined {
  const names = trainerArguments[canonicalPath(path) ?? path];
  const name = names?.[0];
  const value = name === undefined ? undefined : argumentDefaults[name];
  return name !== undefined && value !== undefined && (names!.length === 1 || name === 'fp16' || name === 'bf16') ? { name, value } : undefined;
}

/** The config key that an argument of the Trainer fills or is compared with. */
export function keysOfArgument(flag: string): readonly string[] {
  const name = flag.replace(/^--?/, '').replaceAll('-', '_');
  return Object.keys(trainerArguments).filter((k) => trainerArguments[k]!.includes(name));
}

export const argumentDefaultOf = (flag: string): string | undefined => argumentDefaults[flag.replace(/^--?/, '').replaceAll('-', '_')];

/** Who fills the "auto" of a key. `written`: the key's value is "auto" here, so it counts when nobody does. */
export function autoWords(path: string, reader: Reader | undefined, written: boolean): readonly Text[] {
  const row = option(path);
  const auto = code('"auto"');
  const words: Text[] = [];
  const readers = (['trainer', 'accelerate'] as const).filter((who) => reader === undefined || reader === who);
  const fills = readers.flatMap((who) => {
    const from = filler(path, who);
    return from ? [{ who, from }] : [];
  });
  if (fills.length === 2 && fills[0]!.from.en === fills[1]!.from.en)
    words.push(en`${auto}: ${readerName('trainer')} and accelerate fill in ${fills[0]!.from}.`.zh`${auto}：由 ${readerName('trainer')} 或 accelerate 填入 ${fills[0]!.from}。`);
  else for (const { who, from } of fills) words.push(en`${auto}: ${readerName(who)} fills in ${from}.`.zh`${auto}：由 ${readerName(who)} 填入 ${from}。`);
  if (row?.auto?.onlyWith && fills.some((f) => f.who === 'accelerate')) words.push(en`accelerate does so only when it is given a ${row.auto.onlyWith}.`.zh`accelerate 仅在传入 ${row.auto.onlyWith} 时填充。`);
  if (written && fills.length === 0 && reader !== undefined && reader !== 'deepspeed')
    words.push(en`${auto}: ${readerName(reader)} does not fill it here; the run stops with "not found in kwargs".`.zh`${auto}：${readerName(reader)} 不填充此处，运行以 "not found in kwargs" 停止。`);
  if (written && reader === 'deepspeed')
    words.push(
      row?.dropsAuto
        ? en`${auto}: DeepSpeed itself drops the key and uses its default.`.zh`${auto}：DeepSpeed 自身会丢弃该键，使用默认值。`
        : en`${auto}: DeepSpeed itself fills nothing in.`.zh`${auto}：DeepSpeed 自身不填充。`,
    );
  return words;
}
