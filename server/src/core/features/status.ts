import { deepspeedVersion } from '../catalog/deepspeed';
import type { Job } from '../job/job';
import type { Project } from '../job/project';
import { isFilePlace } from '../model/fact';
import { readerName } from '../model/reader';
import { kindName } from '../model/recognise';
import { en, joinTexts, type Text } from '../text/say';
import { fileName, shownPath } from '../text/uri';
import { dataParallelSizes } from './batches';
import { ranks } from './markdown';
import type { Status } from './types';

/** What a file was taken for and why, who launches and reads it, how many ranks, which DeepSpeed: plain words, best first. */
export function status(project: Project, uri: string): Status | undefined {
  const document = project.document(uri);
  if (!document) return undefined;
  const jobs = project.jobsOf(uri);
  const details: Text[] = document.kind === 'script' ? jobs.map((job) => launchWords(project, job)) : [];
  if (document.kind === 'deepspeed') details.push(...configWords(project, uri));
  const launched = document.kind === 'script' || jobs.length === 0 ? [] : [namedBy(project, jobs)];
  // A launch that names the file says all that its name or content would.
  const why = document.detection.by === 'named' ? launched : [document.detection.reason, ...launched];
  const settings = project.input.settings(uri).uri;
  return {
    kind: document.kind,
    title: kindName[document.kind],
    details: [...why, ...details, ...(settings === undefined ? [] : [en`settings: ${fileName(settings)}`.zh`设置：${fileName(settings)}`])],
  };
}

const place = (project: Project, job: Job): string => {
  const state = project.file(job.launch.uri);
  const line = typeof state === 'object' ? `:${state.lines.positionAt(job.launch.launcherSpan.start).line + 1}` : '';
  return `${shownPath(job.launch.uri, project.input.root?.(job.launch.uri)).replace(/^.*\//, '')}${line}`;
};

function namedBy(project: Project, jobs: readonly Job[]): Text {
  const shown = jobs.slice(0, 5).map((j) => place(project, j));
  const more = jobs.length > shown.length ? ', …' : '';
  return en`named by ${shown.join(', ')}${more}`.zh`由 ${shown.join('、')}${more} 引用`;
}

/** `train.sh:12: deepspeed, 16 ranks (2 hosts × slots=8); config ds_config.json`. */
function launchWords(project: Project, job: Job): Text {
  const chain = job.chain.map((l) => l.launcher).join(' → ');
  const world = job.worldSize;
  const parts: Text[] = [];
  if (world) parts.push(world.how ? en`${ranks(world.value)} (${world.how})`.zh`${ranks(world.value)}（${world.how}）` : ranks(world.value));
  else parts.push(en`number of ranks not known`.zh`rank 数未知`);
  if (job.config) parts.push(job.config.state === 'missing' ? en`config ${job.config.path} not found`.zh`未找到配置 ${job.config.path}` : en`config ${job.config.path}`.zh`配置 ${job.config.path}`);
  if (job.hostfile) parts.push(job.hostfile.state === 'missing' ? en`hostfile ${job.hostfile.path} not found`.zh`未找到 hostfile ${job.hostfile.path}` : en`hostfile ${job.hostfile.path}`.zh`hostfile ${job.hostfile.path}`);
  const list = joinTexts(parts, en`${', '}`.zh`，`);
  return en`${place(project, job)}: ${chain}, ${list}`.zh`${place(project, job)}：${chain}，${list}`;
}

function configWords(project: Project, uri: string): readonly Text[] {
  const config = project.config(uri);
  if (!config) return [];
  const { reader, version } = config;
  const sizes = [...new Set(dataParallelSizes(config).map((s) => s.size.value))];
  return [
    ...(reader ? [en`read by ${readerName(reader.value)}`.zh`由 ${readerName(reader.value)} 读取`] : []),
    ...(sizes.length > 0 ? [en`${sizes.join(' or ')} data-parallel ${sizes.length === 1 && sizes[0] === 1 ? 'rank' : 'ranks'}`.zh`数据并行 ${sizes.join(' 或 ')} 个 rank`] : []),
    version
      ? en`DeepSpeed ${version.value} (${isFilePlace(version.at) ? fileName(version.at.uri) : version.at.given})`.zh`DeepSpeed ${version.value}（${isFilePlace(version.at) ? fileName(version.at.uri) : version.at.given}）`
      : en`DeepSpeed ${deepspeedVersion} assumed`.zh`假定 DeepSpeed ${deepspeedVersion}`,
  ];
}
