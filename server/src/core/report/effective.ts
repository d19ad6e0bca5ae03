import { severitySetting } from '../engine/lint';
import type { FileReference, Job } from '../job/job';
import type { Project } from '../job/project';
import { isFilePlace, type Fact, type FilePlace, type Place } from '../model/fact';
import type { Reader } from '../model/reader';
import { readerName } from '../model/reader';
import { kindName } from '../model/recognise';
import type { Settings } from '../model/settings';
import { rules } from '../rules/index.generated';
import { en, joinTexts, render, same, type Lang, type Text } from '../text/say';
import { rangeOf, type Range } from './place';
import type { Report } from './report';
import { placeText } from './text';
import { oneLine } from './visible';
import { relativePath } from '../text/uri';

/** What holds for one file, and where each part of it was read: `shardlint config FILE`. */
export interface Effective {
  readonly project: Project;
  readonly uri: string;
  readonly base: string;
  readonly lang: Lang;
  readonly source: Report['source'];
}

interface Entry {
  readonly name: string;
  readonly value: unknown;
  /** Undefined: nobody set it. */
  readonly at: FilePlace | undefined;
}

function settingEntries(settings: Settings, uri: string): readonly Entry[] {
  const entry = (name: string, fact: Fact<unknown> | undefined): Entry[] => (fact ? [{ name, value: fact.value, at: isFilePlace(fact.at) ? fact.at : undefined }] : []);
  return [
    ...Object.entries(settings.versions).flatMap(([tool, fact]) => entry(`versions.${tool}`, fact)),
    ...entry('reader', settings.reader),
    ...entry('model', settings.model),
    ...Object.entries(settings.hardware).flatMap(([key, fact]) => entry(`hardware.${key}`, fact)),
    ...settings.files.map((f): Entry => ({ name: `files[${JSON.stringify(f.pattern)}]`, value: f.kind, at: f.at })),
    ...settings.ignore.map((g, i): Entry => ({ name: `ignore[${i}]`, value: { file: g.file, rule: g.rule, ...(g.path !== undefined ? { path: g.path } : {}), reason: g.reason }, at: g.at })),
    ...rules.map((r): Entry => {
      const set = severitySetting(r.name, uri, settings);
      return { name: `rules.${r.name}`, value: set?.value ?? r.severity, at: set && isFilePlace(set.at) ? set.at : undefined };
    }),
  ];
}

interface Known {
  readonly reader: Fact<Reader> | undefined;
  readonly worldSizes: readonly Fact<number>[];
}

/** As the rules are told it. */
function known({ project, uri }: Effective): Known {
  const config = project.config(uri);
  if (config) return { reader: config.reader, worldSizes: config.worldSizes };
  const given = project.input.given?.gpus;
  const jobs = project.jobsOf(uri);
  return { reader: undefined, worldSizes: given !== undefined ? [{ value: given, at: { given: '--gpus' } }] : jobs.flatMap((j) => (j.dataParallel ? [j.dataParallel] : [])) };
}

export function effectiveText(of: Effective): string {
  const { project, uri, lang } = of;
  const say = (t: Text): string => oneLine(render(t, lang));
  const at = (place: Place): string => (isFilePlace(place) ? placeText(place, of) : place.given);
  const document = project.document(uri);
  const settings = project.input.settings(uri);
  const entries = settingEntries(settings, uri);
  const set = entries.filter((e) => e.at !== undefined);
  const rest = entries.length - set.length;
  const width = Math.max(0, ...set.map((e) => e.name.length));
  const { reader, worldSizes } = known(of);

  const kind = document
    ? en`${kindName[document.kind]}: ${document.detection.reason}${document.detection.at ? same(` (${at(document.detection.at)})`) : ''}`.zh`${kindName[document.kind]}：${document.detection.reason}${document.detection.at ? same(`（${at(document.detection.at)}）`) : ''}`
    : en`not recognised`.zh`无法识别`;
  const readerText = reader ? en`${readerName(reader.value)} (${at(reader.at)})`.zh`${readerName(reader.value)}（${at(reader.at)}）` : undefined;
  const sizes = worldSizes.map((f) => en`${f.value} (${at(f.at)}${f.how ? en`; ${f.how}`.zh`；${f.how}` : ''})`.zh`${f.value}（${at(f.at)}${f.how ? en`; ${f.how}`.zh`；${f.how}` : ''}）`);
  const unknown = en`not known`.zh`未知`;
  const settingsName = settings.uri === undefined ? en`none; every value is a default`.zh`无，全部为默认值` : same(relativePath(of.base, settings.uri));

  return [
    `${oneLine(relativePath(of.base, uri))}`,
    `  ${say(en`is: ${kind}`.zh`类型：${kind}`)}`,
    ...(document?.kind === 'deepspeed' ? [`  ${say(en`loaded by: ${readerText ?? unknown}`.zh`由谁加载：${readerText ?? unknown}`)}`] : []),
    `  ${say(en`data-parallel ranks: ${sizes.length > 0 ? joinTexts(sizes, ', ') : unknown}`.zh`数据并行 rank 数：${sizes.length > 0 ? joinTexts(sizes, '、') : unknown}`)}`,
    '',
    say(en`settings: ${settingsName}`.zh`设置：${settingsName}`),
    ...set.map((e) => `  ${e.name.padEnd(width)}  ${oneLine(typeof e.value === 'string' ? e.value : JSON.stringify(e.value))}  ${at(e.at!)}`),
    `  ${say(set.length > 0 ? en`${rest} rules at their default severity (default)`.zh`${rest} 条规则为默认级别（默认）` : en`${rest} rules at their default severity`.zh`${rest} 条规则为默认级别`)}`,
    '',
    ...jobLines(of, say, at),
  ].join('\n').trimEnd() + '\n';
}

function jobLines(of: Effective, say: (t: Text) => string, at: (place: Place) => string): readonly string[] {
  const jobs = of.project.jobsOf(of.uri);
  if (jobs.length === 0) return [say(en`jobs: no launch command found names this file`.zh`任务：没有找到引用此文件的启动命令`)];
  const number = (name: Text, fact: Fact<number> | undefined): string[] =>
    fact ? [`    ${say(name)}: ${fact.value}  ${at(fact.at)}${fact.how ? `  ${say(fact.how)}` : ''}`] : [];
  const file = (name: Text, ref: FileReference | undefined): string[] =>
    ref ? [`    ${say(name)}: ${oneLine(ref.uri === undefined ? ref.path : relativePath(of.base, ref.uri))} (${say(stateName[ref.state])})${ref.at ? `  ${at(ref.at)}` : ''}`] : [];
  return [
    say(en`jobs:`.zh`任务：`),
    ...jobs.flatMap((job) => [
      `  ${at({ uri: job.launch.uri, span: job.launch.launcherSpan })}  ${job.chain.map((l) => l.launcher).join(' → ')}${job.launch.target ? `  ${oneLine(job.launch.target.value ?? job.launch.target.raw)}` : ''}`,
      ...file(en`config`.zh`配置`, job.config),
      ...file(same('hostfile'), job.hostfile),
      ...job.envFiles.flatMap((f) => file(same('.deepspeed_env'), f)),
      ...number(en`nodes`.zh`节点`, job.nodes),
      ...number(en`processes per node`.zh`每节点进程数`, job.gpusPerNode),
      ...number(en`ranks`.zh`rank 总数`, job.worldSize),
      ...number(en`data-parallel ranks`.zh`数据并行 rank 数`, job.dataParallel),
    ]),
  ];
}

const stateName: Record<FileReference['state'], Text> = { found: en`found`.zh`已找到`, missing: en`missing`.zh`不存在`, unknown: en`not looked for`.zh`未查找` };

export function effectiveJson(of: Effective): object {
  const { project, uri, lang } = of;
  const file = (u: string): string => relativePath(of.base, u);
  const place = (p: FilePlace): { file: string; range: Range } => ({ file: file(p.uri), range: rangeOf(of.source(p.uri), p.span) });
  const fact = (f: Fact<unknown> | undefined): object | null =>
    f ? { value: f.value, at: isFilePlace(f.at) ? place(f.at) : f.at, ...(f.how ? { how: render(f.how, lang) } : {}), ...(f.from && f.from.length > 0 ? { from: f.from.map(fact) } : {}) } : null;
  const reference = (r: FileReference | undefined): object | null =>
    r ? { path: r.path, state: r.state, file: r.uri === undefined ? null : file(r.uri), at: r.at ? place(r.at) : null } : null;
  const document = project.document(uri);
  const settings = project.input.settings(uri);
  const { reader, worldSizes } = known(of);
  return {
    version: 1,
    file: file(uri),
    kind: document?.kind ?? null,
    ...(document ? { by: document.detection.by, reason: render(document.detection.reason, lang), at: document.detection.at ? place(document.detection.at) : null } : {}),
    reader: fact(reader),
    worldSizes: worldSizes.map(fact),
    settings: {
      file: settings.uri === undefined ? null : file(settings.uri),
      values: settingEntries(settings, uri).map((e) => ({ name: e.name, value: e.value, origin: e.at ? place(e.at) : 'default' })),
    },
    jobs: project.jobsOf(uri).map((job: Job) => ({
      at: place({ uri: job.launch.uri, span: job.launch.launcherSpan }),
      launchers: job.chain.map((l) => l.launcher),
      config: reference(job.config),
      hostfile: reference(job.hostfile),
      envFiles: job.envFiles.map(reference),
      nodes: fact(job.nodes),
      gpusPerNode: fact(job.gpusPerNode),
      worldSize: fact(job.worldSize),
      modelParallel: fact(job.modelParallel),
      dataParallel: fact(job.dataParallel),
      reader: fact(job.reader),
    })),
  };
}
