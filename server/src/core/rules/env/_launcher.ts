import { flagOf } from '../../job/launch';
import type { Job } from '../../job/job';

/** The multi-node launcher of a deepspeed command, `pdsh` when none is given; undefined for other commands and when only known at run time. */
export function multiNodeLauncher(job: Job): string | undefined {
  const launch = job.chain[job.chain.length - 1]!;
  if (launch.launcher !== 'deepspeed') return undefined;
  const use = flagOf(launch, 'launcher');
  if (use) return use.value?.value?.toLowerCase();
  return launch.openEnded ? undefined : 'pdsh';
}

/** True unless every job that reads the file is known to use another launcher: pdsh is the default. */
export const pdshRuns = (jobs: readonly Job[]): boolean => jobs.length === 0 || jobs.some((j) => [undefined, 'pdsh'].includes(multiNodeLauncher(j)));

/** True where the jobs are known and all use pdsh. */
export const onlyPdsh = (jobs: readonly Job[]): boolean => jobs.length > 0 && jobs.every((j) => multiNodeLauncher(j) === 'pdsh');
