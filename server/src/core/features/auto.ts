import { canonicalPath } from '../catalog/deepspeed';
import type { DeepSpeedConfig } from '../job/deepspeed-config';
import { innermostOf, type Job } from '../job/job';
import { targetFlag, type FlagUse, type LaunchCommand } from '../job/launch';
import { fact, type FilePlace } from '../model/fact';
import type { Fact } from '../model/fact';
import { same } from '../text/say';
import { accelerateFlags, trainerArguments } from './auto-words';
import { code } from './markdown';

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
  fp16: 'False',
  bf16: 'False',
};

/** One use of a flag that fills an "auto". */
export interface AutoUse {
  readonly job: Job;
  readonly launch: LaunchCommand;
  readonly flag: FlagUse;
}

/** The flag with its value where that stands right behind it; both can come from elsewhere in the script. */
export function flagPlace({ launch, flag: { nameSpan, valueSpan } }: AutoUse): FilePlace {
  const beside = valueSpan !== undefined && valueSpan.start >= nameSpan.end && valueSpan.start - nameSpan.end < widestGap;
  return { uri: launch.uri, span: { start: nameSpan.start, end: beside ? valueSpan.end : nameSpan.end } };
}
/** Blanks, an equals sign, a line that is continued: more than that is no gap between a flag and its value. */
const widestGap = 80;

/** An argument of the program; HfArgumentParser takes dashes for underscores. */
export const argumentOf = (launch: LaunchCommand, name: string): FlagUse | undefined => targetFlag(launch, `--${name}`, `--${name.replaceAll('_', '-')}`);

/** The flags in the launches of a config that fill a key's "auto". */
export function autoUses(config: DeepSpeedConfig, path: string): readonly AutoUse[] {
  const canonical = canonicalPath(path) ?? path;
  return config.jobs.flatMap((job) => {
    const reader = job.reader?.value;
    const found: AutoUse[] = [];
    if (reader === 'trainer') {
      const launch = innermostOf(job);
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
  const launch = innermostOf(job);
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
