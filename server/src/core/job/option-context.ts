import type { OptionContext } from '../catalog/deepspeed';
import type { DeepSpeedConfig } from './deepspeed-config';

/** What decides which keywords the optimizer and scheduler take. */
export const contextOf = (config: DeepSpeedConfig): OptionContext => config.once(makeContext);

function makeContext(config: DeepSpeedConfig): OptionContext {
  const optimizer = config.string('optimizer.type')?.value;
  const scheduler = config.string('scheduler.type')?.value;
  const holder = config.get('zero_optimization.offload_optimizer');
  const device = config.get('zero_optimization.offload_optimizer.device');
  const known = !holder || (holder.kind === 'object' && (!device || (typeof device.value === 'string' && device.value !== 'auto')));
  const torchAdam = config.boolean('optimizer.params.torch_adam');
  return {
    ...(optimizer !== undefined ? { optimizer } : {}),
    ...(scheduler !== undefined ? { scheduler } : {}),
    ...(known ? { offload: device?.value === 'cpu' || device?.value === 'nvme' } : {}),
    ...(torchAdam ? { torchAdam: torchAdam.value } : {}),
  };
}
