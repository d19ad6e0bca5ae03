import { defaultOf, type Option } from '../catalog/deepspeed';
import type { Reader } from '../model/reader';
import { block, choice, stop } from './snippet';

/** What the value of a new key depends on. */
export interface SnippetContext {
  readonly stage: number | undefined;
  readonly reader: Reader | undefined;
  readonly version: string | undefined;
  readonly fillsAuto: boolean;
}

const member = (key: string, value: string): string => `"${key}": ${value}`;
const json = (value: unknown): string => JSON.stringify(value) ?? 'null';

type Template = (context: SnippetContext) => readonly string[];
const device: Template = ({ stage }) => [member('device', stage === undefined || stage === 3 ? `"${choice(1, ['cpu', 'nvme'])}"` : '"cpu"'), member('pin_memory', 'true')];

/** Sections that are written with the same few keys nearly always. */
const templates: Readonly<Record<string, Template>> = {
  zero_optimization: () => [member('stage', choice(1, ['2', '3', '1', '0']))],
  'zero_optimization.offload_optimizer': device,
  'zero_optimization.offload_param': device,
  fp16: ({ fillsAuto }) => [member('enabled', fillsAuto ? '"auto"' : 'true')],
  bf16: ({ fillsAuto }) => [member('enabled', fillsAuto ? '"auto"' : 'true')],
  optimizer: ({ fillsAuto }) => [member('type', `"${choice(1, ['AdamW', 'Adam', 'Lamb', 'Lion'])}"`), member('params', `{ ${member('lr', fillsAuto ? '"auto"' : stop(2, '1e-4'))} }`)],
  scheduler: ({ fillsAuto }) => [
    member('type', `"${choice(1, ['WarmupLR', 'WarmupDecayLR', 'WarmupCosineLR'])}"`),
    member('params', `{ ${member('warmup_num_steps', fillsAuto ? '"auto"' : stop(2, '100'))} }`),
  ],
  activation_checkpointing: () => [member('partition_activations', choice(1, ['true', 'false']))],
  flops_profiler: () => [member('enabled', 'true'), member('profile_step', stop(1, '1'))],
  comms_logger: () => [member('enabled', 'true')],
  wandb: () => [member('enabled', 'true'), member('project', `"${stop(1, 'project')}"`)],
  tensorboard: () => [member('enabled', 'true'), member('output_path', `"${stop(1, 'runs')}"`)],
  csv_monitor: () => [member('enabled', 'true'), member('output_path', `"${stop(1, 'logs')}"`)],
  tensor_parallel: () => [member('autotp_size', stop(1, '2'))],
};

/** The value of a new key, as a snippet. */
export function valueSnippet(option: Option, context: SnippetContext): string {
  const template = templates[option.path];
  if (template) return block(template(context));
  if (context.fillsAuto) return `"${stop(1, 'auto')}"`;
  const value = defaultOf(option, context.version);
  if (option.types.includes('boolean')) return choice(1, value === true ? ['false', 'true'] : ['true', 'false']);
  if (option.enum && option.enum.length <= 20) return enumSnippet(option.enum, value);
  // Numbers beyond what anybody types stand for "no limit".
  if (option.types.includes('integer') || option.types.includes('number')) return stop(1, typeof value === 'number' && value < 1e15 ? json(value) : '');
  if (option.types.includes('string')) return `"${stop(1, typeof value === 'string' ? value : '')}"`;
  if (option.types.includes('array')) return Array.isArray(value) && value.length > 0 ? stop(1, json(value)) : `[${stop(1)}]`;
  if (option.types.includes('object')) return `{ ${stop(1)} }`;
  return stop(1);
}

function enumSnippet(values: readonly (string | number)[], preferred: unknown): string {
  const first = values.filter((v) => v === preferred);
  const ordered = [...first, ...values.filter((v) => v !== preferred)];
  return ordered.every((v) => typeof v === 'string') ? `"${choice(1, ordered)}"` : choice(1, ordered.map(json));
}

export const hasTemplate = (path: string): boolean => path in templates;
