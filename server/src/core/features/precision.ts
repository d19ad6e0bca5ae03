import type { DeepSpeedConfig } from '../job/deepspeed-config';

/** The type that weights and gradients are held in, as far as the file says it for certain. */
export type Precision = 'fp16' | 'bf16' | 'fp32';

export function precisionOf(config: DeepSpeedConfig): Precision | undefined {
  if (config.tree.template || config.get('amp') || config.get('torch_autocast') || !config.tree.root) return undefined;
  const bf16 = config.get('bf16') ? 'bf16' : 'bfloat16';
  const states = [
    ['fp16', switchedOn(config, 'fp16')],
    ['bf16', switchedOn(config, bf16)],
  ] as const;
  if (states.some(([, on]) => on === undefined)) return undefined;
  const on = states.filter(([, state]) => state === true);
  return on.length === 0 ? 'fp32' : on.length === 1 ? on[0]![0] : undefined;
}

function switchedOn(config: DeepSpeedConfig, section: string): boolean | undefined {
  const node = config.get(section);
  if (!node) return false;
  if (node.kind !== 'object') return undefined;
  return config.get(`${section}.enabled`) ? config.boolean(`${section}.enabled`)?.value : false;
}

const sizes: Readonly<Record<Precision, number>> = { fp16: 2, bf16: 2, fp32: 4 };
export const bytesOf = (precision: Precision): number => sizes[precision];

/** The type of gradients on the wire: `communication_data_type`, else the type of the model. */
export function communicationType(config: DeepSpeedConfig): Precision | undefined {
  const sp = config.get('sequence_parallel_size');
  const key = sp && sp.value !== 1 ? 'seq_parallel_communication_data_type' : 'communication_data_type';
  const node = config.get(key);
  if (node && node.kind !== 'null') {
    const said = typeof node.value === 'string' ? node.value.toLowerCase() : '';
    return said === 'fp16' || said === 'bf16' || said === 'fp32' ? said : undefined;
  }
  if (key === 'seq_parallel_communication_data_type') return 'fp32';
  return precisionOf(config);
}
