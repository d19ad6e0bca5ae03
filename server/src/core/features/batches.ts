import { fillTriangle, fits, isElastic, sequenceParallel, batchKeys, type BatchTriangle, type Filled } from '../job/batch';
import type { DeepSpeedConfig } from '../job/deepspeed-config';
import type { Job } from '../job/job';
import type { Project } from '../job/project';
import { fact, isFilePlace, type Fact } from '../model/fact';
import { en, joinTexts, type Text } from '../text/say';
import { argumentNumber } from './auto';
import { bullets, count, link, paragraphs, plainText, ranks, whence } from './markdown';

/** The three batch numbers as one launch makes them. */
export interface Batch {
  /** Undefined where the number of ranks was given by an option. */
  readonly job: Job | undefined;
  /** Data-parallel ranks. */
  readonly world: Fact<number>;
  readonly filled: Filled;
  /** Where each was written, or the flag that fills its "auto"; undefined for what DeepSpeed works out. */
  readonly given: BatchTriangle;
  /** Whether the equation holds, without which the run stops. */
  readonly fits: boolean;
}

const arguments_: Readonly<Record<string, string>> = {
  train_micro_batch_size_per_gpu: 'per_device_train_batch_size',
  gradient_accumulation_steps: 'gradient_accumulation_steps',
};

/** The batch numbers at every launch that they are certain at. */
export function batchesOf(config: DeepSpeedConfig): readonly Batch[] {
  if (config.tree.template || isElastic(config)) return [];
  return dataParallelSizes(config).flatMap(({ job, size }) => {
    const given = numbersOf(config, job);
    const filled = given && fillTriangle(given, size.value);
    return given && filled ? [{ job, world: size, filled, given, fits: fits(filled, size.value) }] : [];
  });
}

export interface Size {
  /** Undefined where the number was given by an option. */
  readonly job: Job | undefined;
  readonly size: Fact<number>;
}

/** The data-parallel sizes that the config is known to run at, each with its launch. */
export function dataParallelSizes(config: DeepSpeedConfig): readonly Size[] {
  const split = sequenceParallel(config);
  if (split === undefined) return [];
  return worldsOf(config).flatMap(({ job, size: world }) => {
    // AutoTP makes the data-parallel size the engine's business; a size that the user gave is taken at its word.
    if (config.get('tensor_parallel') && isFilePlace(world.at)) return [];
    const size = world.value / split;
    if (!Number.isInteger(size) || size < 1) return [];
    const how = en`${ranks(world.value)} / sequence_parallel_size ${split}`.zh`${ranks(world.value)} / sequence_parallel_size ${split}`;
    return [{ job, size: split === 1 ? world : fact(size, world.at, how, [world]) }];
  });
}

function worldsOf(config: DeepSpeedConfig): readonly Size[] {
  const given = config.worldSizes.find((w) => !isFilePlace(w.at) && !config.jobs.some((j) => j.dataParallel === w));
  if (given) return [{ job: config.jobs.length === 1 ? config.jobs[0] : undefined, size: given }];
  return config.jobs.flatMap((job) => (job.dataParallel ? [{ job, size: job.dataParallel }] : []));
}

function numbersOf(config: DeepSpeedConfig, job: Job | undefined): BatchTriangle | undefined {
  const reader = job ? job.reader?.value : config.reader?.value;
  const fills = reader === 'trainer' || reader === 'accelerate';
  const found = new Map<string, Fact<number>>();
  for (const key of batchKeys) {
    const node = config.get(key);
    if (!node || node.kind === 'null') continue;
    if (node.value === 'auto') {
      if (!fills) return undefined;
      // The Trainer fills train_batch_size with the product of the other two, which is what leaving it out comes to.
      if (key === 'train_batch_size') continue;
      const argument = reader === 'trainer' && job ? argumentNumber(job, arguments_[key]!) : undefined;
      if (!argument) return undefined;
      found.set(key, argument);
    } else {
      const value = node.value === true ? 1 : node.value;
      if (typeof value !== 'number' || !Number.isInteger(value) || value <= 0) return undefined;
      found.set(key, fact(value, config.place(node)));
    }
  }
  const [train, micro, steps] = batchKeys.map((k) => found.get(k));
  // The Trainer and accelerate put numbers of their own where a key is missing.
  if (fills && (!micro || !steps)) return undefined;
  return { train, micro, steps, known: true };
}

/** `**128** = 8 per GPU × 1 step × 16 ranks`, and where each number comes from. */
export function batchWords(project: Project, config: DeepSpeedConfig): Text | undefined {
  const batches = batchesOf(config);
  return batches.length === 0 ? undefined : paragraphs(...batches.map((b) => oneBatch(project, b, config.jobs.length > 1)));
}

/** The equation in words; with the number that it should come to where it does not hold. */
export function equation({ filled: { train, micro, steps }, world, fits: holds }: Batch): Text {
  const w = world.value;
  const sides = en`${micro} per GPU × ${count(steps, 'step', 'steps')} × ${ranks(w)}`.zh`每卡 ${micro} × ${steps} 步 × ${ranks(w)}`;
  if (holds) return en`**${train}** = ${sides}`.zh`**${train}** = ${sides}`;
  return en`**${train}** ≠ ${sides} = ${micro * steps * w}: the run stops`.zh`**${train}** ≠ ${sides} = ${micro * steps * w}：运行会停止`;
}

function oneBatch(project: Project, batch: Batch, several: boolean): Text {
  const { given, filled, world, job } = batch;
  const head = several && job ? en`${link(project, { uri: job.launch.uri, span: job.launch.launcherSpan })}: ${equation(batch)}`.zh`${link(project, { uri: job.launch.uri, span: job.launch.launcherSpan })}：${equation(batch)}` : equation(batch);
  const lines = [
    part(project, en`${filled.micro} per GPU`.zh`每卡 ${filled.micro}`, given.micro),
    part(project, en`${count(filled.steps, 'step', 'steps')}`.zh`${filled.steps} 步`, given.steps),
    rankWords(project, world, job),
  ];
  if (given.train) lines.unshift(part(project, en`${filled.train} in all`.zh`总计 ${filled.train}`, given.train));
  return paragraphs(head, bullets(lines));
}

function part(project: Project, what: Text, from: Fact<number> | undefined): Text {
  if (!from) return en`${what}: worked out by DeepSpeed`.zh`${what}：由 DeepSpeed 推算`;
  const place = whence(project, from);
  const how = from.how;
  if (how && place) return en`${what}: ${how} (${place})`.zh`${what}：${how}（${place}）`;
  return en`${what}: ${place ?? how ?? ''}`.zh`${what}：${place ?? how ?? ''}`;
}

/** `16 ranks: 2 hosts × slots=8, hostfile:1–2 (train.sh:12)`; `16 ranks = 2 nodes × 8 processes: 2 hosts (hostfile:1–2), --num_gpus 8 (train.sh:12)`. */
export function rankWords(project: Project, world: Fact<number>, job: Job | undefined): Text {
  const factors = world.how && factorWords(project, world);
  if (factors) return en`${ranks(world.value)} = ${world.how!}: ${factors}`.zh`${ranks(world.value)} = ${world.how!}：${factors}`;
  const place = whence(project, world);
  const launch = job && link(project, { uri: job.launch.uri, span: job.launch.launcherSpan });
  const named = launch !== undefined && !place?.en.includes(launch) ? launch : undefined;
  const how = world.how ? plainText(world.how) : place ? undefined : en`as given`.zh`按给定值`;
  const said = how && place ? en`${how}, ${place}`.zh`${how}，${place}` : (how ?? place)!;
  return named ? en`${ranks(world.value)}: ${said} (${named})`.zh`${ranks(world.value)}：${said}（${named}）` : en`${ranks(world.value)}: ${said}`.zh`${ranks(world.value)}：${said}`;
}

/** True where the numbers are certain at every launch of the config. */
export const allKnown = (config: DeepSpeedConfig, batches: readonly Batch[]): boolean => batches.length > 0 && (batches.some((b) => !b.job) || batches.length >= config.jobs.length);

/** A product's factors, each with the place that it was read at; undefined for other numbers. */
function factorWords(project: Project, world: Fact<number>): Text | undefined {
  const [a, b, more] = world.from ?? [];
  if (!a?.how || !b?.how || more || typeof a.value !== 'number' || typeof b.value !== 'number' || a.value * b.value !== world.value) return undefined;
  const words = [a, b].map((f) => ({ how: plainText(f.how!), place: whence(project, f) }));
  const [first, second] = words as [(typeof words)[0], (typeof words)[0]];
  if (first.place && first.place.en === second.place?.en) return en`${first.how}, ${second.how} (${first.place})`.zh`${first.how}、${second.how}（${first.place}）`;
  return joinTexts(words.map(({ how, place }) => (place ? en`${how} (${place})`.zh`${how}（${place}）` : how)), en`, `.zh`、`);
}
