import { accepts, expected } from '../../catalog/coerce';
import type { Option } from '../../catalog/deepspeed';
import type { DeepSpeedConfig } from '../../job/subjects';
import type { Node } from '../../syntax/tree';
import { placedKeys } from './_options';

export interface Refused {
  readonly node: Node;
  readonly option: Option;
  /** type: no such value is ever taken. value: the right type, outside what is allowed. */
  readonly by: 'type' | 'value';
}

/** The values that stop the run while the config is built, each looked at by itself. */
export const refusedValues = (config: DeepSpeedConfig): readonly Refused[] => config.once(look);

function look(config: DeepSpeedConfig): readonly Refused[] {
  const found: Refused[] = [];
  for (const { node, option } of placedKeys(config)) {
    // What is in a section is looked at by itself; to hold all of it in a value would cost more than the rest together.
    if (!option || node.kind === 'unknown' || (node.kind === 'object' && takesObjects.has(option.coercion) && !option.needs)) continue;
    if (node.value === undefined) continue;
    // "auto" is a question of who fills it, not of types.
    if (node.value === 'auto' || option.deprecated?.behaviour === 'refused') continue;
    if (option.checkedWhen !== undefined && config.boolean(option.checkedWhen)?.value !== true) continue;
    if (accepts(option, node.value, reading(config, node))) continue;
    const enumerated = option.enum !== undefined && option.enum.some((e) => typeof e === typeof node.value);
    const ranged = typeof node.value === 'number' && accepts({ coercion: option.coercion, ...(option.enum ? { enum: option.enum } : {}) }, node.value, reading(config, node));
    found.push({ node, option, by: enumerated || ranged ? 'value' : 'type' });
  }
  return found;
}

const reading = (config: DeepSpeedConfig, node: Node) => ({ raw: node.raw, ...(config.version ? { version: config.version.value } : {}) });

const takesObjects = new Set(['object', 'object-or-bool', 'container', 'any']);

export { expected };
