import type { Text } from '../text/say';
import type { FilePlace } from './fact';

/** deepspeed: a DeepSpeed JSON config. env: `.deepspeed_env`. script: a shell or sbatch script that launches training. */
export type DocumentKind = 'deepspeed' | 'hostfile' | 'env' | 'script';
export const documentKinds: readonly DocumentKind[] = ['deepspeed', 'hostfile', 'env', 'script'];

/** What a file was taken for and why: the status item and `shardlint config` show it. */
export interface Detection {
  readonly kind: DocumentKind;
  readonly by: 'settings' | 'language' | 'named' | 'file-name' | 'content';
  readonly reason: Text;
  /** The line that names the file, where one does. */
  readonly at?: FilePlace;
}
