import { launcherOf, type Job } from '../job/job';
import { flagOf } from '../job/launch';
import type { Project } from '../job/project';
import type { HostfileSubject } from '../job/subjects';
import type { HostEntry } from '../syntax/hostfile';
import { touches } from '../text/span';
import { en, same, type Text } from '../text/say';
import { hostsOf, placementsOf, totalSlots, type Placement } from './host-ranks';
import { bold, bullets, code, count, link, list, paragraphs, ranks } from './markdown';
import { conceptWords } from './option-words';
import type { Hover } from './types';

/** Hosts and `slots` of a hostfile. */
export function hoverHostfile(project: Project, uri: string, offset: number): Hover | undefined {
  const subject = project.hostfile(uri);
  const line = subject?.hostfile.lines.find((l) => touches(l.span, offset));
  const entry = line?.entry;
  if (!subject || !entry) return undefined;
  if (touches(entry.hostSpan, offset)) return { span: entry.hostSpan, contents: hostContents(project, subject, entry) };
  const slots = { start: subject.text.lastIndexOf('slots', entry.slotsSpan.start), end: entry.slotsSpan.end };
  if (slots.start < entry.hostSpan.end || !touches(slots, offset)) return undefined;
  return { span: slots, contents: slotsContents(project, subject, entry) };
}

function hostContents(project: Project, subject: HostfileSubject, entry: HostEntry): Text {
  const placements = placementsOf(subject);
  const known = placements.length > 0 && placements.length === Math.max(1, subject.jobs.length);
  const words = placements.map((p) => rankRange(p, entry));
  // What all launches agree on is said once, what they differ in at each of them.
  const agreed = known && words.every((w) => w.en === words[0]!.en);
  const first = agreed && placements.every((p) => p.hosts[0]?.entry === entry);
  const elsewhere = subject.jobs.some((job) => job.chain.some((l) => flagOf(l, 'master_addr')));
  return paragraphs(
    same(bold(entry.host)),
    agreed && en`${words[0]!}.`.zh`${words[0]!}。`,
    first && (elsewhere ? en`The first host: rank 0 is here.`.zh`第一台主机：rank 0 在此。` : en`The first host: rank 0 and the master address are here.`.zh`第一台主机：rank 0 和 master 地址在此。`),
    bullets(subject.jobs.flatMap((job) => jobWords(project, job, agreed ? undefined : placements.find((p) => p.job === job), entry))),
    conceptWords('hostfile'),
  );
}

/** `Ranks 8–15 of 16 (host 2 of 2, 8 slots)`. */
function rankRange({ hosts, total }: Placement, entry: HostEntry): Text {
  const index = hosts.findIndex((h) => h.entry === entry);
  const own = hosts[index];
  const slots = en`${count(entry.slots, 'slot', 'slots')}`.zh`${entry.slots} 个 slot`;
  if (!own) return en`No ranks here (${slots})`.zh`此处没有 rank（${slots}）`;
  const where = en`host ${index + 1} of ${hosts.length}, ${slots}`.zh`第 ${index + 1} 台，共 ${hosts.length} 台，${slots}`;
  const last = own.first + own.count - 1;
  if (own.count === 1) return en`Rank ${own.first} of ${total} (${where})`.zh`rank ${own.first}，共 ${total} 个（${where}）`;
  return en`Ranks ${own.first}–${last} of ${total} (${where})`.zh`rank ${own.first}–${last}，共 ${total} 个（${where}）`;
}

/** What a launch makes of the file, where its flags take hosts or slots away. */
function jobWords(project: Project, job: Job, placement: Placement | undefined, entry: HostEntry): readonly Text[] {
  const launch = launcherOf(job, 'deepspeed');
  const place = link(project, { uri: job.launch.uri, span: job.launch.launcherSpan });
  if (!launch) return [];
  const narrowed = ['include', 'exclude', 'num_nodes', 'num_gpus'].flatMap((dest) => {
    const use = flagOf(launch, dest);
    return use ? [code(use.value ? `${use.name} ${use.value.value ?? use.value.raw}` : use.name)] : [];
  });
  const flags = list(narrowed);
  const launched = narrowed.length === 0 ? en`launched at ${place}`.zh`启动于 ${place}` : en`launched at ${place} with ${flags}`.zh`启动于 ${place}，带有 ${flags}`;
  const world = job.worldSize;
  const said = placement ? rankRange(placement, entry) : world && en`${ranks(world.value)} in all`.zh`共 ${ranks(world.value)}`;
  return [said ? en`${launched}: ${lower(said)}`.zh`${launched}：${said}` : launched];
}

/** A sentence as a part of another one. */
const lower = (text: Text): Text => ({ en: text.en.charAt(0).toLowerCase() + text.en.slice(1), zh: text.zh });

function slotsContents(project: Project, subject: HostfileSubject, entry: HostEntry): Text {
  const rest = subject.text.slice(entry.restSpan.start, entry.restSpan.end).trim();
  const hosts = hostsOf(subject);
  const placements = placementsOf(subject);
  const all = placements.every((p) => (p.hosts.find((h) => h.entry === entry)?.count ?? 0) === entry.slots);
  return paragraphs(
    en`${bold('slots')} = ${entry.slots}`.zh`${bold('slots')} = ${entry.slots}`,
    gpusWords(entry.slots),
    !all && bullets(subject.jobs.flatMap((job) => jobWords(project, job, placements.find((p) => p.job === job), entry))),
    hosts && en`${count(totalSlots(hosts), 'slot', 'slots')} on ${count(hosts.length, 'host', 'hosts')} in all.`.zh`${hosts.length} 台主机共 ${totalSlots(hosts)} 个 slot。`,
    rest !== '' && en`The launcher drops what follows the digits: ${code(rest)}.`.zh`启动器会丢弃数字之后的内容：${code(rest)}。`,
  );
}

function gpusWords(slots: number): Text {
  if (slots === 0) return en`The launcher starts no ranks on this host.`.zh`启动器不在该主机上启动 rank。`;
  if (slots === 1) return en`The launcher starts one rank on this host, on GPU 0, unless a flag says otherwise.`.zh`除非另有参数，启动器在该主机上启动 1 个 rank，使用 GPU 0。`;
  return en`The launcher starts ${slots} ranks on this host, one on each of GPUs 0–${slots - 1}, unless a flag says otherwise.`.zh`除非另有参数，启动器在该主机上启动 ${slots} 个 rank，GPU 0–${slots - 1} 各一个。`;
}
