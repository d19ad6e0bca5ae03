import { launcherOf, type Job } from '../job/job';
import { flagOf, type LaunchCommand } from '../job/launch';
import type { HostfileSubject } from '../job/subjects';
import { intFlag } from '../job/world';
import type { HostEntry } from '../syntax/hostfile';

/** The hosts in the file's order; undefined where the launcher refuses the file, or reads another format. */
export function hostsOf(subject: HostfileSubject): readonly HostEntry[] | undefined {
  const reader = subject.readBy?.value;
  if (reader !== undefined && reader !== 'deepspeed' && reader !== 'accelerate') return undefined;
  const found: HostEntry[] = [];
  const seen = new Set<string>();
  for (const { entry } of subject.hostfile.lines) {
    if (!entry || seen.has(entry.host) || !Number.isSafeInteger(entry.slots)) return undefined;
    seen.add(entry.host);
    found.push(entry);
  }
  return found.length > 0 ? found : undefined;
}

export const totalSlots = (hosts: readonly HostEntry[]): number => hosts.reduce((sum, h) => sum + h.slots, 0);

/** Which ranks a launch puts on which host. */
export interface Placement {
  /** Undefined for a file that no launch is known to use: as a launch without further flags would have it. */
  readonly job: Job | undefined;
  /** The hosts that get ranks, in the order of the ranks. */
  readonly hosts: readonly { readonly entry: HostEntry; readonly first: number; readonly count: number }[];
  readonly total: number;
}

/** The placement of every launch that is known for certain; of the file by itself where no launch uses it. */
export function placementsOf(subject: HostfileSubject): readonly Placement[] {
  const hosts = hostsOf(subject);
  if (!hosts) return [];
  if (subject.jobs.length === 0) return [placement(undefined, hosts, new Map(hosts.map((h) => [h.host, h.slots])))];
  return subject.jobs.flatMap((job) => {
    const launch = launcherOf(job, 'deepspeed');
    const counts = launch && countsOf(launch, hosts);
    const found = counts && placement(job, hosts, counts);
    return found && found.total === job.worldSize?.value ? [found] : [];
  });
}

function placement(job: Job | undefined, all: readonly HostEntry[], counts: ReadonlyMap<string, number>): Placement {
  let total = 0;
  const hosts = all.flatMap((entry) => {
    const count = counts.get(entry.host) ?? 0;
    const first = total;
    total += count;
    return count > 0 ? [{ entry, first, count }] : [];
  });
  return { job, hosts, total };
}

/** Ranks by host as the launcher's flags leave them (`runner.py: parse_resource_filter`, `main` @ 0.19). */
function countsOf(launch: LaunchCommand, hosts: readonly HostEntry[]): ReadonlyMap<string, number> | undefined {
  if (launch.openEnded) return undefined;
  const include = flagOf(launch, 'include');
  const exclude = flagOf(launch, 'exclude');
  const filter = include ?? exclude;
  if (filter) {
    const text = filter.value?.value;
    return text === undefined || (include && exclude) ? undefined : filtered(text, include !== undefined, hosts);
  }
  const nodes = intFlag(launch, 'num_nodes');
  const gpus = intFlag(launch, 'num_gpus');
  if ((flagOf(launch, 'num_nodes') && !nodes) || (flagOf(launch, 'num_gpus') && !gpus)) return undefined;
  const used = nodes && nodes.value > 0 ? hosts.slice(0, nodes.value) : hosts;
  return new Map(used.map((h) => [h.host, gpus && gpus.value > 0 ? gpus.value : h.slots]));
}

/** `NODE:SLOT,SLOT@NODE…`. */
function filtered(text: string, include: boolean, hosts: readonly HostEntry[]): ReadonlyMap<string, number> | undefined {
  const named = new Map<string, Set<number>>();
  const whole = new Set<string>();
  for (const part of text.split('@')) {
    const [host, slots, more] = part.split(':');
    if (!host || more !== undefined || (slots !== undefined && !/^\d+(,\d+)*$/.test(slots))) return undefined;
    if (slots === undefined) whole.add(host);
    else named.set(host, new Set([...(named.get(host) ?? []), ...slots.split(',').map(Number)]));
  }
  return new Map(
    hosts.map(({ host, slots }) => {
      const picked = named.get(host)?.size ?? 0;
      if (include) return [host, picked];
      return [host, picked > 0 ? slots - picked : whole.has(host) ? 0 : slots];
    }),
  );
}
