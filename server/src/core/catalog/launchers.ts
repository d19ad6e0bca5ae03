/** The launchers whose command lines are read. */
export type LauncherName = 'deepspeed' | 'torchrun' | 'torch.distributed.launch' | 'accelerate' | 'srun' | 'mpirun';

export interface LauncherOption {
  /** argparse's name for the option: the key to look it up by, over all spellings. */
  readonly dest: string;
  readonly spellings: readonly string[];
  /** none: a switch. one: exactly one value. optional: only when attached (`-K1`). rest: all that follows. */
  readonly takes: 'none' | 'one' | 'optional' | 'many' | 'rest';
  /** How many values, where argparse's `nargs` is a number above one. */
  readonly count?: number;
  readonly type: 'int' | 'float' | 'str' | 'bool';
  readonly choices?: readonly string[];
  readonly default?: string | number | boolean | null;
  /** The environment variable that supplies the default. */
  readonly env?: string;
  readonly since?: string;
  readonly deprecated?: string;
  readonly meaning?: string;
}
