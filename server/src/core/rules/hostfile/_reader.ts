import { flagOf } from '../../job/launch';
import { innermostOf, type Job } from '../../job/job';
import type { HostfileSubject } from '../../job/subjects';
import { intFlag } from '../../job/world';
import type { HostLine } from '../../syntax/hostfile';

/** DeepSpeed's launcher read hostfiles by a looser split before. */
const strictSince = [0, 8];

/**
 * Whether DeepSpeed's launcher reads the file. `likely`: nobody is known to read it, and it has `HOST slots=N` lines and
 * nothing that only MPI's format has.
 */
export function deepspeedReads(subject: HostfileSubject): 'known' | 'likely' | 'no' {
  const version = subject.settings.versions.deepspeed?.value;
  const [major = 0, minor = 0] = /^v?(\d+)\.(\d+)/.exec(version ?? '')?.slice(1).map(Number) ?? strictSince;
  if (major === 0 && minor < strictSince[1]!) return 'no';
  const readers = subject.jobs.filter((j) => j.hostfile?.uri === subject.uri).map(reads);
  if (readers.includes(true)) return 'known';
  if (readers.length > 0) return 'no';
  const { lines } = subject.hostfile;
  return lines.some((l) => l.entry) && !lines.some(isMpiOnly) ? 'likely' : 'no';
}

/** accelerate hands the file to the deepspeed launcher only for several machines and any launcher but `standard`. */
function reads(job: Job): boolean {
  const launch = innermostOf(job);
  if (launch.launcher === 'deepspeed') return true;
  if (launch.launcher !== 'accelerate') return false;
  const launcher = flagOf(launch, 'deepspeed_multinode_launcher')?.value?.value;
  return launcher !== 'standard' && (intFlag(launch, 'num_machines')?.value ?? 0) > 1;
}

/** A bare host, or MPI's bound on the slots. */
export const isMpiOnly = (line: HostLine): boolean => /^[^\s:#]+$/.test(line.text) || /\bmax[-_]slots\s*=/i.test(line.text);

/** The jobs that hand this file to the deepspeed launcher. */
export const deepspeedJobs = (subject: HostfileSubject): readonly Job[] =>
  subject.jobs.filter((j) => j.hostfile?.uri === subject.uri && innermostOf(j).launcher === 'deepspeed');
