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

/** What a file was taken for and why, who launches and reads it, how many ranks, which DeepSpeed. Plain text. */
export function status(project: Project, uri: string): Status | undefined {
  const document = project.document(uri);
  if (!document) return undefined;
  const details: (Text | undefined)[] = [en`${kindName[document.kind]}: ${document.detection.reason}.`.zh`${kindName[document.kind]}：${document.detection.reason}。`];
  const jobs = project.jobsOf(uri);
  if (document.kind === 'script') details.push(...jobs.map((job) => launchWords(project, job)));
  else details.push(namedBy(project, jobs));
  if (document.kind === 'deepspeed') details.push(...configWords(project, uri));
  const settings = project.input.settings(uri);
  if (settings.uri !== undefined) details.push(en`Settings: ${fileName(settings.uri)}.`.zh`设置：${fileName(settings.uri)}。`);
  return { kind: document.kind, title: kindName[document.kind], details: details.filter((d) => d !== undefined) };
}

const place = (project: Project, job: Job): string => {
  const state = project.file(job.launch.uri);
  const line = typeof state === 'object' ? `:${state.lines.positionAt(job.launch.launcherSpan.start).line + 1}` : '';
  return `${shownPath(job.launch.uri, project.input.root?.(job.launch.uri)).replace(/^.*\//, '')}${line}`;
};

function namedBy(project: Project, jobs: readonly Job[]): Text {
  if (jobs.length === 0) return en`No launch command names it.`.zh`没有启动命令引用它。`;
  const shown = jobs.slice(0, 5).map((j) => place(project, j));
  const more = jobs.length > shown.length ? ', …' : '';
  return en`Launched by ${shown.join(', ')}${more}.`.zh`启动于 ${shown.join('、')}${more}。`;
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
  return en`${place(project, job)}: ${chain}, ${list}.`.zh`${place(project, job)}：${chain}，${list}。`;
}

function configWords(project: Project, uri: string): readonly Text[] {
  const config = project.config(uri);
  if (!config) return [];
  const { reader, version } = config;
  const sizes = [...new Set(dataParallelSizes(config).map((s) => s.size.value))];
  return [
    reader ? en`Read by ${readerName(reader.value)}.`.zh`由 ${readerName(reader.value)} 读取。` : en`Who reads it is not known.`.zh`读取者未知。`,
    ...(sizes.length > 0 ? [en`Data-parallel size: ${sizes.join(', ')}.`.zh`数据并行大小：${sizes.join('、')}。`] : []),
    version
      ? en`DeepSpeed ${version.value} (${isFilePlace(version.at) ? fileName(version.at.uri) : version.at.given}).`.zh`DeepSpeed ${version.value}（${isFilePlace(version.at) ? fileName(version.at.uri) : version.at.given}）。`
      : en`DeepSpeed version not given; ${deepspeedVersion} is assumed.`.zh`未给出 DeepSpeed 版本，按 ${deepspeedVersion} 处理。`,
  ];
}
