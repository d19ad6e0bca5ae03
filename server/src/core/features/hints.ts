import { innermostOf } from '../job/job';
import type { DeepSpeedConfig } from '../job/deepspeed-config';
import type { Project } from '../job/project';
import type { HostfileSubject, ScriptSubject } from '../job/subjects';
import type { Node } from '../syntax/tree';
import { contains, type Span } from '../text/span';
import { en, joinTexts, type Text } from '../text/say';
import { argumentNumber } from './auto';
import { allKnown, batchesOf, equation, rankWords, type Batch } from './batches';
import { hostsOf, totalSlots } from './host-ranks';
import { count, paragraphs, ranks } from './markdown';
import type { Hint } from './types';

/** Computed numbers for the end of a line, from certain facts only. `range`: only those in it. */
export function hints(project: Project, uri: string, range?: Span): readonly Hint[] {
  const found = allHints(project, uri);
  return range ? found.filter((h) => contains(range, { start: h.offset, end: h.offset })) : found;
}

function allHints(project: Project, uri: string): readonly Hint[] {
  const config = project.config(uri);
  if (config) return batchHints(config);
  const hostfile = project.hostfile(uri);
  if (hostfile) return hostfileHints(hostfile);
  const script = project.script(uri);
  return script ? worldHints(project, script) : [];
}

/** `⟨16 ranks⟩` behind the launcher that starts them. */
function worldHints(project: Project, subject: ScriptSubject): readonly Hint[] {
  return subject.jobs.flatMap((job) => {
    const world = job.worldSize;
    const launch = innermostOf(job);
    if (!world || job.launch.uri !== subject.uri) return [];
    return [{ offset: launch.launcherSpan.end, label: en`⟨${ranks(world.value)}⟩`.zh`⟨${ranks(world.value)}⟩`, tooltip: rankWords(project, world, undefined) }];
  });
}

/** `⟨16 slots on 2 hosts⟩` behind the last host. */
function hostfileHints(subject: HostfileSubject): readonly Hint[] {
  const hosts = hostsOf(subject);
  const last = hosts?.[hosts.length - 1];
  if (!hosts || !last || hosts.length < 2) return [];
  return [{ offset: last.slotsSpan.end, label: en`⟨${count(totalSlots(hosts), 'slot', 'slots')} on ${hosts.length} hosts⟩`.zh`⟨${hosts.length} 台主机共 ${totalSlots(hosts)} 个 slot⟩`, tooltip: undefined }];
}

/** More launches than these are not told apart in one line. */
const most = 3;

/** The whole batch behind the key that it follows from, and the number that DeepSpeed works out. */
function batchHints(config: DeepSpeedConfig): readonly Hint[] {
  const known = batchesOf(config);
  const batches = distinct(known.filter((b) => b.fits));
  if (!allKnown(config, known) || batches.length === 0 || batches.length > most) return [];
  const train = config.get('train_batch_size');
  const micro = config.get('train_micro_batch_size_per_gpu');
  const steps = config.get('gradient_accumulation_steps');
  const tooltip = paragraphs(...batches.map(equation));
  const hint = (node: Node, label: Text): Hint => ({ offset: node.memberSpan.end, label, tooltip });
  const each = (words: (b: Batch) => Text): Text => joinTexts(batches.map(words), ' · ');
  const written = (node: Node | undefined): node is Node => node !== undefined && node.kind !== 'null';

  const whole = each((b) => en`= ${b.filled.train} at ${ranks(b.world.value)}`.zh`= ${b.filled.train}，${ranks(b.world.value)}`);
  const found: Hint[] = [];
  if (written(train)) {
    if (train.value === 'auto') found.push(hint(train, whole));
    else {
      const inferred = each((b) => inferredWords(b, !written(micro), !written(steps)));
      if (inferred.en !== '') found.push(hint(train, inferred));
    }
  } else if (written(micro)) found.push(hint(micro, each((b) => en`train_batch_size = ${b.filled.train} at ${ranks(b.world.value)}`.zh`train_batch_size = ${b.filled.train}，${ranks(b.world.value)}`)));
  return [...argumentHints(config), ...found];
}

/** `gradient_accumulation_steps = 1 at 16 ranks`. */
function inferredWords({ filled, world }: Batch, micro: boolean, steps: boolean): Text {
  const parts = [...(micro ? [`train_micro_batch_size_per_gpu = ${filled.micro}`] : []), ...(steps ? [`gradient_accumulation_steps = ${filled.steps}`] : [])];
  if (parts.length === 0) return en``.zh``;
  const list = parts.join(', ');
  return en`${list} at ${ranks(world.value)}`.zh`${list}，${ranks(world.value)}`;
}

/** Behind an "auto" batch number the argument that fills it, where all launches agree. */
function argumentHints(config: DeepSpeedConfig): readonly Hint[] {
  const keys = [
    ['train_micro_batch_size_per_gpu', 'per_device_train_batch_size'],
    ['gradient_accumulation_steps', 'gradient_accumulation_steps'],
  ] as const;
  return keys.flatMap(([key, name]) => {
    const node = config.get(key);
    if (node?.value !== 'auto' || config.reader?.value !== 'trainer' || config.jobs.length === 0) return [];
    const values = config.jobs.map((job) => argumentNumber(job, name)?.value);
    const first = values[0];
    if (first === undefined || values.some((v) => v !== first)) return [];
    const label = en`= ${first} (--${name})`.zh`= ${first}（--${name}）`;
    return node.memberSpan.end > node.span.start ? [{ offset: node.span.end, label, tooltip: undefined }] : [];
  });
}

const distinct = (batches: readonly Batch[]): readonly Batch[] =>
  batches.filter((b, i) => batches.findIndex((o) => o.world.value === b.world.value && o.filled.train === b.filled.train && o.filled.micro === b.filled.micro && o.filled.steps === b.filled.steps) === i);
