import { en, same, type Text } from '../text/say';

/**
 * Who loads a DeepSpeed JSON file, and so what is legal in it.
 * deepspeed: `deepspeed.initialize` with a path (hjson; "auto" means nothing). trainer: the Transformers Trainer, and
 * accelerate: accelerate's plugin (both json.load; each fills its own list of "auto" keys).
 */
export type Reader = 'deepspeed' | 'trainer' | 'accelerate';
export const readers: readonly Reader[] = ['deepspeed', 'trainer', 'accelerate'];

const names: Record<Reader, Text> = {
  deepspeed: same('DeepSpeed'),
  trainer: en`the Transformers Trainer`.zh`Transformers Trainer`,
  accelerate: same('accelerate'),
};
export const readerName = (reader: Reader): Text => names[reader];
