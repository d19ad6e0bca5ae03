import { launcherOf, type Job } from '../job/job';
import { flagOf } from '../job/launch';
import type { Project } from '../job/project';
import type { HostfileSubject } from '../job/subjects';
import type { HostEntry } from '../syntax/hostfile';
import { touches } from '../text/span';
import { en, same, type Text } from '../text/say';
import { bold, bullets, code, count, link, paragraphs, ranks } from './markdown';
import { conceptWords } from './option-words';
import type { Hover } from './types';

export interface HostRanks {
  readonly entry: HostEntry;
  /** Position in the file, from 0. */
  readonly index: number;
  /** The host's first rank. */
  readonly first: number;
}

/** The hosts with their ranks in the file's order; undefined where the launcher refuses the file, or reads another format. */
export function hostRanks(subject: HostfileSubject): readonly HostRanks[] | undefined {
  const reader = subject.readBy?.value;
  if (reader !== undefined && reader !== 'deepspeed' && reader !== 'accelerate') return undefined;
  const found: HostRanks[] = [];
  const seen = new Set<string>();
  let first = 0;
  for (const { entry } of subject.hostfile.lines) {
    if (!entry || seen.has(entry.host) || !Number.isSafeInteger(entry.slots)) return undefined;
    seen.add(entry.host);
    found.push({ entry, index: found.length, first });
    first += entry.slots;
  }
  return found.length > 0 ? found : undefined;
}

export const totalSlots = (hosts: readonly HostRanks[]): number => hosts.reduce((sum, h) => sum + h.entry.slots, 0);

/** Hosts and `slots` of a hostfile. */
export function hoverHostfile(project: Project, uri: string, offset: number): Hover | undefined {
  const subject = project.hostfile(uri);
  const line = subject?.hostfile.lines.find((l) => touches(l.span, offset));
  const entry = line?.entry;
  if (!subject || !entry) return undefined;
  const hosts = hostRanks(subject);
  if (touches(entry.hostSpan, offset)) return { span: entry.hostSpan, contents: hostContents(project, subject, entry, hosts) };
  const slots = { start: subject.text.lastIndexOf('slots', entry.slotsSpan.start), end: entry.slotsSpan.end };
  if (slots.start < entry.hostSpan.end || !touches(slots, offset)) return undefined;
  return { span: slots, contents: slotsContents(subject, entry, hosts) };
}

function hostContents(project: Project, subject: HostfileSubject, entry: HostEntry, hosts: readonly HostRanks[] | undefined): Text {
  const own = hosts?.find((h) => h.entry === entry);
  return paragraphs(
    same(bold(entry.host)),
    own && rangeWords(own, hosts!),
    own?.index === 0 && en`The first host: rank 0 and the master address are here.`.zh`第一台主机：rank 0 和 master 地址在此。`,
    bullets(subject.jobs.flatMap((job) => jobWords(project, job))),
    conceptWords('hostfile'),
  );
}

/** `Ranks 8–15 of 16 (host 2 of 2, 8 slots).` */
function rangeWords(own: HostRanks, hosts: readonly HostRanks[]): Text {
  const { first, index } = own;
  const slots = own.entry.slots;
  const total = totalSlots(hosts);
  const where = en`host ${index + 1} of ${hosts.length}, ${count(slots, 'slot', 'slots')}`.zh`第 ${index + 1} 台，共 ${hosts.length} 台，${slots} 个 slot`;
  if (slots === 0) return en`No ranks: slots=0 (${where}).`.zh`没有 rank：slots=0（${where}）。`;
  const last = first + slots - 1;
  if (slots === 1) return en`Rank ${first} of ${total} (${where}).`.zh`rank ${first}，共 ${total} 个（${where}）。`;
  return en`Ranks ${first}–${last} of ${total} (${where}).`.zh`rank ${first}–${last}，共 ${total} 个（${where}）。`;
}

/** What a launch makes of the file, where its flags take hosts or slots away. */
function jobWords(project: Project, job: Job): readonly Text[] {
  const launch = launcherOf(job, 'deepspeed');
  const place = link(project, { uri: job.launch.uri, span: job.launch.launcherSpan });
  if (!launch) return [];
  const narrowed = ['include', 'exclude', 'num_nodes', 'num_gpus'].flatMap((dest) => {
    const use = flagOf(launch, dest);
    return use ? [code(use.value ? `${use.name} ${use.value.value ?? use.value.raw}` : use.name)] : [];
  });
  const world = job.worldSize?.value;
  if (narrowed.length === 0) return [world === undefined ? en`launched at ${place}`.zh`启动于 ${place}` : en`launched at ${place}: ${ranks(world)}`.zh`启动于 ${place}：${ranks(world)}`];
  const flags = narrowed.join(', ');
  if (world === undefined) return [en`launched at ${place} with ${flags}`.zh`启动于 ${place}，带有 ${flags}`];
  return [en`launched at ${place} with ${flags}: ${ranks(world)} in all`.zh`启动于 ${place}，带有 ${flags}：共 ${ranks(world)}`];
}

function slotsContents(subject: HostfileSubject, entry: HostEntry, hosts: readonly HostRanks[] | undefined): Text {
  const rest = subject.text.slice(entry.restSpan.start, entry.restSpan.end).trim();
  return paragraphs(
    en`${bold('slots')} = ${entry.slots}`.zh`${bold('slots')} = ${entry.slots}`,
    en`Ranks that the launcher starts on this host, one GPU each: GPU 0 to slots − 1.`.zh`启动器在该主机上启动的 rank 数，每个 rank 一块 GPU：GPU 0 到 slots − 1。`,
    hosts && en`${totalSlots(hosts)} slots on ${count(hosts.length, 'host', 'hosts')} in all.`.zh`${hosts.length} 台主机共 ${totalSlots(hosts)} 个 slot。`,
    rest !== '' && en`The launcher drops what follows the digits: ${code(rest)}.`.zh`启动器会丢弃数字之后的内容：${code(rest)}。`,
  );
}
