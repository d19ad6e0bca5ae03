import { innermostOf, type Job } from '../../job/job';
import { flagOf } from '../../job/launch';
import type { Because } from '../../model/finding';
import { en } from '../../text/say';
import { valuePlace } from '../launch/_places';

/** The multi-node launcher of a deepspeed command, `pdsh` when none is given; undefined for other commands and when only known at run time. */
export function multiNodeLauncher(job: Job): string | undefined {
  const launch = innermostOf(job);
  if (launch.launcher !== 'deepspeed') return undefined;
  const use = flagOf(launch, 'launcher');
  if (use) return use.value?.value?.toLowerCase();
  return launch.openEnded ? undefined : 'pdsh';
}

/** The launches that name one of these multi-node launchers, with the flag's place. */
export function launchesBy(jobs: readonly Job[], launchers: readonly string[]): readonly { readonly launcher: string; readonly because: readonly Because[] }[] {
  return jobs.flatMap((job) => {
    const launch = innermostOf(job);
    const use = flagOf(launch, 'launcher');
    const launcher = multiNodeLauncher(job);
    if (!use || launcher === undefined || !launchers.includes(launcher)) return [];
    return [{ launcher, because: [{ place: valuePlace(launch, use), message: en`the launcher is chosen here`.zh`此处选择了启动方式` }] }];
  });
}

/** The launcher puts a value with any other sign into double quotes. \w is Unicode in Python. */
export const isQuotedByLauncher = (value: string): boolean => /[^\p{L}\p{N}_@%+=:,./-]/u.test(value);

/** True unless every job that reads the file is known to use another launcher: pdsh is the default. */
export const pdshRuns = (jobs: readonly Job[]): boolean => jobs.length === 0 || jobs.some((j) => [undefined, 'pdsh'].includes(multiNodeLauncher(j)));

/** True where the jobs are known and all use pdsh. */
export const onlyPdsh = (jobs: readonly Job[]): boolean => jobs.length > 0 && jobs.every((j) => multiNodeLauncher(j) === 'pdsh');
