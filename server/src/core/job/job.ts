import type { Fact } from '../model/fact';
import type { Reader } from '../model/reader';
import type { Span } from '../text/span';
import type { Variable } from './variables';
import type { LaunchCommand } from './launch';

/** A file that a launch names, resolved as the tool would resolve it. */
export interface FileReference {
  /** The path as written (after expansion). */
  readonly path: string;
  /** The word in the script; undefined for a path that nobody wrote (a tool's default). */
  readonly at: { readonly uri: string; readonly span: Span } | undefined;
  /** Where the tool would look, the working directory first: URIs. Empty when the folder is unknown. */
  readonly candidates: readonly string[];
  /** The first candidate that exists. */
  readonly uri: string | undefined;
  /** `missing`: every candidate was looked for and none is there. `unknown`: not looked for, or nowhere to look. */
  readonly state: 'found' | 'missing' | 'unknown';
}

/** One launch command joined with the files it names. Everything that is not certain is absent. */
export interface Job {
  /** The outermost launcher of the command. */
  readonly launch: LaunchCommand;
  /** The launchers from outside in: `srun`, then `torchrun`. */
  readonly chain: readonly LaunchCommand[];
  readonly config: FileReference | undefined;
  readonly hostfile: FileReference | undefined;
  readonly envFiles: readonly FileReference[];
  /** The program lies where the launch looks for it, so the folder that it starts in is known, and that its files are in sight. */
  readonly folderShown: boolean;
  readonly nodes: Fact<number> | undefined;
  readonly gpusPerNode: Fact<number> | undefined;
  /** Number of processes (ranks) that the launch starts. */
  readonly worldSize: Fact<number> | undefined;
  /** TP × PP × SP: the ranks that hold one replica together; 1 when the launch splits nothing. */
  readonly modelParallel: Fact<number> | undefined;
  /** Ranks that take different data: what DeepSpeed divides train_batch_size by. */
  readonly dataParallel: Fact<number> | undefined;
  readonly reader: Fact<Reader> | undefined;
  /** The environment at the launch, as far as the script and the env file set it. */
  readonly variables: readonly Variable[];
}

/** The launcher that starts the program. */
export const innermostOf = ({ launch, chain }: Job): LaunchCommand => chain[chain.length - 1] ?? launch;

/** The files that a job names. */
export const filesOf = ({ config, hostfile, envFiles }: Job): readonly FileReference[] => [config, hostfile, ...envFiles].filter((f) => f !== undefined);

/** The launcher of a job that is this one, wherever it stands in the chain. */
export const launcherOf = (job: Job, ...names: readonly LaunchCommand['launcher'][]): LaunchCommand | undefined =>
  job.chain.find((l) => names.includes(l.launcher));
