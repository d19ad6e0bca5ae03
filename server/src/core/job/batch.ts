import { atLeast } from '../catalog/version';
import type { Fact } from '../model/fact';
import type { Node } from '../syntax/tree';
import type { DeepSpeedConfig } from './deepspeed-config';

export const batchKeys = ['train_batch_size', 'train_micro_batch_size_per_gpu', 'gradient_accumulation_steps'] as const;

/** The three batch numbers as written. `known`: every one that is written is a number; else nothing can be said of them. */
export interface BatchTriangle {
  readonly train: Fact<number> | undefined;
  readonly micro: Fact<number> | undefined;
  readonly steps: Fact<number> | undefined;
  readonly known: boolean;
}

const isSet = (node: Node | undefined): node is Node => node !== undefined && node.kind !== 'null';

export function batchTriangle(config: DeepSpeedConfig): BatchTriangle {
  const [train, micro, steps] = batchKeys.map((k) => number(config, k));
  const known = !config.tree.template && batchKeys.every((k) => !isSet(config.get(k)) || number(config, k) !== undefined);
  return { train, micro, steps, known };
}

/** Python's arithmetic takes true for 1. */
function number(config: DeepSpeedConfig, key: string): Fact<number> | undefined {
  const node = config.get(key);
  if (node?.kind === 'boolean') return { value: node.value === true ? 1 : 0, at: config.place(node) };
  return config.number(key);
}

/** What DeepSpeed makes of the three at a data-parallel world size (`runtime/config.py:919-991` @ 0.19). */
export interface Filled {
  readonly train: number;
  readonly micro: number;
  readonly steps: number;
}

export function fillTriangle({ train, micro, steps }: BatchTriangle, world: number): Filled | undefined {
  const [t, m, s] = [train?.value, micro?.value, steps?.value];
  if (t !== undefined && m !== undefined && s !== undefined) return { train: t, micro: m, steps: s };
  if (t !== undefined && m !== undefined) return { train: t, micro: m, steps: Math.floor(Math.floor(t / m) / world) };
  if (t !== undefined && s !== undefined) return { train: t, micro: Math.floor(Math.floor(t / world) / s), steps: s };
  if (m !== undefined && s !== undefined) return { train: m * s * world, micro: m, steps: s };
  if (t !== undefined) return { train: t, micro: Math.floor(t / world), steps: 1 };
  if (m !== undefined) return { train: m * world, micro: m, steps: 1 };
  return undefined;
}

/** The elasticity section replaces all three. */
export const isElastic = (config: DeepSpeedConfig): boolean => config.get('elasticity') !== undefined;

export const fits = (f: Filled, world: number): boolean => f.train > 0 && f.micro > 0 && f.steps > 0 && f.train === f.micro * f.steps * world;

/** The ranks that share one sample; 1 without the key and before 0.17.0, which does not read it; undefined where it is no number above 0. */
export function sequenceParallel(config: DeepSpeedConfig): number | undefined {
  const node = config.get('sequence_parallel_size');
  if (!node || (config.version && !atLeast(config.version.value, '0.17.0'))) return 1;
  return typeof node.value === 'number' && node.value > 0 ? node.value : undefined;
}
