import { conceptOfLauncherFlag, conceptOfProgramFlag } from '../catalog/concepts';
import { launcherOptions, sbatchOptions, type LauncherOption } from '../catalog/launchers';
import type { FileReference, Job } from '../job/job';
import type { LaunchCommand } from '../job/launch';
import type { Project } from '../job/project';
import type { ScriptSubject } from '../job/subjects';
import type { Assignment } from '../syntax/script';
import { touches } from '../text/span';
import { en, same, type Text } from '../text/say';
import { argumentDefaultOf, keysOfArgument } from './auto';
import { rankWords } from './batches';
import { variableContents } from './hover-env';
import { bold, bullets, code, count, fileLink, inline, link, paragraphs } from './markdown';
import { conceptWords } from './option-words';
import { assignmentBehind, assignmentsOf, expansionAt, flagAt, jobOf, launcherAt, valueSpanOf, type FlagAt } from './script-at';
import type { Hover } from './types';

/** Launchers, their flags, the program's known flags, variables and `#SBATCH` lines of a script. */
export function hoverScript(project: Project, uri: string, offset: number): Hover | undefined {
  const subject = project.script(uri);
  if (!subject) return undefined;
  return expansionHover(project, subject, offset) ?? flagHover(project, subject, offset) ?? launcherHover(project, subject, offset) ?? assignmentHover(subject, offset) ?? directiveHover(subject, offset);
}

/** A shell variable where it is used: its value there, and where it was assigned. */
function expansionHover(project: Project, subject: ScriptSubject, offset: number): Hover | undefined {
  const at = expansionAt(subject.text, offset);
  if (!at || subject.script.comments.some((c) => touches(c.span, offset))) return undefined;
  const behind = assignmentBehind(subject.script, at.name, offset);
  const known = behind ? [behind] : assignmentsOf(subject.script, at.name);
  if (known.length === 0) return undefined;
  const value = behind?.word.value;
  const head = value === undefined ? same(bold(at.name)) : en`${bold(at.name)} = ${code(value)}`.zh`${bold(at.name)} = ${code(value)}`;
  const lines = known.map((a) => en`set at ${link(project, { uri: subject.uri, span: a.span })}: ${code(written(subject, a))}`.zh`在 ${link(project, { uri: subject.uri, span: a.span })} 设置：${code(written(subject, a))}`);
  const unsure = value === undefined && en`Its value here is only known at run time.`.zh`此处的值只有运行时才能确定。`;
  return { span: at.span, contents: paragraphs(head, unsure, bullets(lines)) };
}

const written = (subject: ScriptSubject, a: Assignment): string => subject.text.slice(a.span.start, Math.min(a.span.end, a.span.start + 120));

function flagHover(project: Project, subject: ScriptSubject, offset: number): Hover | undefined {
  const at = flagAt(subject, offset);
  if (!at) return undefined;
  const span = at.on === 'name' ? at.flag.nameSpan : valueSpanOf(at.flag)!;
  const contents = at.own ? ownFlag(project, subject, at) : programFlag(project, subject, at);
  return contents && { span, contents };
}

const valueOf = (at: FlagAt): string | undefined => at.flag.value?.value;

const flagHead = (at: FlagAt, name: string): Text => {
  const value = valueOf(at);
  return value === undefined ? same(bold(name)) : en`${bold(name)} = ${code(value)}`.zh`${bold(name)} = ${code(value)}`;
};

function ownFlag(project: Project, subject: ScriptSubject, at: FlagAt): Text | undefined {
  const { option } = at.flag;
  if (!option) return undefined;
  const name = option.spellings.includes(at.flag.name) ? at.flag.name : option.spellings[0]!;
  const job = jobOf(subject, at.launch);
  return paragraphs(flagHead(at, name), ...launcherOptionWords(option, at.launch.launcher), origin(project, subject, at), referenceWords(project, job, at), conceptWords(conceptOfLauncherFlag(option.dest)));
}

/** What the table of a launcher says of an option. */
export function launcherOptionWords(option: LauncherOption, launcher: string): readonly (Text | undefined)[] {
  const values = option.choices ?? option.values;
  return [
    option.meaning,
    inline([
      en`flag of ${launcher}`.zh`${launcher} 的参数`,
      option.takes === 'none' ? en`switch`.zh`开关` : same(option.type),
      option.default === undefined || option.default === null || (option.takes === 'none' && option.default === false) ? undefined : en`default ${code(option.default)}`.zh`默认 ${code(option.default)}`,
      values ? en`one of ${values.map(code).join(', ')}`.zh`可取 ${values.map(code).join('、')}` : undefined,
      option.env ? en`default from ${code(option.env)}`.zh`默认取自 ${code(option.env)}` : undefined,
      option.since ? en`since ${option.since}`.zh`自 ${option.since} 起` : undefined,
    ]),
    option.spellings.length > 1 ? en`Also ${option.spellings.map(code).join(', ')}.`.zh`写法：${option.spellings.map(code).join('、')}。` : undefined,
    option.deprecated === undefined ? undefined : en`**Deprecated**: use ${code(option.deprecated)}.`.zh`**已弃用**：请改用 ${code(option.deprecated)}。`,
  ];
}

/** The assignments that a flag's value came through. */
function origin(project: Project, subject: ScriptSubject, at: FlagAt): Text | undefined {
  const from = at.flag.value?.from ?? [];
  return bullets(from.map((a) => en`${code(a.name)}: ${link(project, { uri: subject.uri, span: a.span })}`.zh`${code(a.name)}：${link(project, { uri: subject.uri, span: a.span })}`));
}

/** The file that a flag names, and whether it is there. */
function referenceWords(project: Project, job: Job | undefined, at: FlagAt): Text | undefined {
  const span = valueSpanOf(at.flag);
  const files = job ? [job.config, job.hostfile, ...job.envFiles] : [];
  const reference = files.find((f) => f?.at && span && f.at.span.start === span.start && f.at.span.end === span.end);
  return reference && fileWords(project, reference);
}

function fileWords(project: Project, reference: FileReference): Text | undefined {
  if (reference.uri !== undefined) {
    const hostfile = project.hostfile(reference.uri);
    const hosts = hostfile?.hostfile.lines.filter((l) => l.entry).length;
    const more = hosts === undefined ? same('') : en` (${count(hosts, 'host', 'hosts')})`.zh`（${hosts} 台主机）`;
    return en`${fileLink(reference.uri, reference.path)}${more}`.zh`${fileLink(reference.uri, reference.path)}${more}`;
  }
  return reference.state === 'missing' ? en`${code(reference.path)} is not there.`.zh`${code(reference.path)} 不存在。` : undefined;
}

/** Flags of training programs that have to do with DeepSpeed. */
const programWords: Readonly<Record<string, Text>> = {
  deepspeed: en`The DeepSpeed config of the Transformers Trainer. In programs that use DeepSpeed's own argument parser it is a switch without a value.`
    .zh`Transformers Trainer 的 DeepSpeed 配置文件。在使用 DeepSpeed 自带参数解析的程序中，它是不带值的开关。`,
  deepspeed_config: en`The DeepSpeed config, read by DeepSpeed itself.`.zh`DeepSpeed 配置文件，由 DeepSpeed 自身读取。`,
  local_rank: en`The rank within the node; the deepspeed launcher passes it to the program unless --no_local_rank is given.`.zh`节点内的 rank；除非给出 --no_local_rank，deepspeed 启动器会把它传给程序。`,
  gradient_checkpointing: en`Recomputes activations in the backward pass.`.zh`在反向传播时重新计算激活。`,
  tf32: en`Lets FP32 matrix products run as TF32.`.zh`允许 FP32 矩阵乘法使用 TF32。`,
};

function programFlag(project: Project, subject: ScriptSubject, at: FlagAt): Text | undefined {
  const plainName = at.flag.name.replace(/^--?/, '').replaceAll('-', '_');
  const job = jobOf(subject, at.launch);
  const reader = job?.reader?.value;
  const keys = keysOfArgument(at.flag.name);
  const byTrainer = reader === 'trainer' ? keys : [];
  const words = programWords[plainName];
  const concept = conceptOfProgramFlag(at.flag.name);
  if (!words && keys.length === 0 && !concept) return undefined;
  const fallback = reader === 'trainer' ? argumentDefaultOf(at.flag.name) : undefined;
  return paragraphs(
    flagHead(at, at.flag.name),
    words,
    inline([
      en`flag of the program, not of ${at.launch.launcher}`.zh`程序的参数，不是 ${at.launch.launcher} 的参数`,
      fallback === undefined ? undefined : en`default ${code(fallback)} in TrainingArguments`.zh`TrainingArguments 中默认 ${code(fallback)}`,
    ]),
    origin(project, subject, at),
    referenceWords(project, job, at),
    bullets(keyLines(project, job, byTrainer)),
    conceptWords(concept),
  );
}

/** The config keys that an argument fills, as they stand in the job's config. */
function keyLines(project: Project, job: Job | undefined, keys: readonly string[]): readonly Text[] {
  const config = job?.config?.uri === undefined ? undefined : project.config(job.config.uri);
  if (!config) return [];
  return keys.flatMap((key) => {
    const node = config.get(key);
    if (!node) return [];
    const where = link(project, { uri: config.uri, span: node.memberSpan });
    if (node.value === 'auto') return [en`fills ${code(key)}: ${code('"auto"')} in ${where}`.zh`填入 ${where} 中的 ${code(key)}: ${code('"auto"')}`];
    if (key === 'scheduler.params.total_num_steps') return [];
    return [en`compared with ${code(key)} = ${code(node.raw.slice(0, 60))} in ${where}`.zh`与 ${where} 中的 ${code(key)} = ${code(node.raw.slice(0, 60))} 比较`];
  });
}

function launcherHover(project: Project, subject: ScriptSubject, offset: number): Hover | undefined {
  const launch = launcherAt(subject, offset);
  if (!launch) return undefined;
  const job = jobOf(subject, launch);
  return { span: launch.launcherSpan, contents: launcherContents(project, launch, job) };
}

function launcherContents(project: Project, launch: LaunchCommand, job: Job | undefined): Text {
  const innermost = job?.chain[job.chain.length - 1] === launch || job?.chain[job.chain.length - 1]?.launcherSpan.start === launch.launcherSpan.start;
  const files = job ? [job.config, job.hostfile, ...job.envFiles].flatMap((f) => (f?.uri !== undefined ? [en`reads ${fileLink(f.uri, f.path)}`.zh`读取 ${fileLink(f.uri, f.path)}`] : [])) : [];
  const world = innermost ? job?.worldSize : undefined;
  const dp = innermost && job?.dataParallel && world && job.dataParallel.value !== world.value ? job.dataParallel : undefined;
  return paragraphs(
    same(bold(launch.launcher)),
    bullets([
      ...(world ? [rankWords(project, world, undefined)] : []),
      ...(dp ? [en`data-parallel size ${dp.value}: ${dp.how ?? ''}`.zh`数据并行大小 ${dp.value}：${dp.how ?? ''}`] : []),
      ...files,
    ]),
    conceptWords('launchers'),
  );
}

/** `NAME=value`: an environment variable that the catalogue knows. */
function assignmentHover(subject: ScriptSubject, offset: number): Hover | undefined {
  const found = subject.script.assignments.find((a) => touches(a.nameSpan, offset) || touches(a.word.span, offset));
  if (!found) return undefined;
  const onName = touches(found.nameSpan, offset);
  const value = found.word.value;
  const contents = variableContents(found.name, value, onName);
  if (contents) return { span: onName ? found.nameSpan : found.word.span, contents };
  return onName && value !== undefined ? { span: found.nameSpan, contents: en`${bold(found.name)} = ${code(value)}`.zh`${bold(found.name)} = ${code(value)}` } : undefined;
}

function directiveHover(subject: ScriptSubject, offset: number): Hover | undefined {
  const found = [...subject.script.directives, ...subject.script.lateDirectives].find((d) => touches(d.nameSpan, offset) || (d.valueSpan && touches(d.valueSpan, offset)));
  const option = found && sbatchOptions().find(found.name);
  if (!found || !option) return undefined;
  const late = subject.script.lateDirectives.includes(found);
  const span = touches(found.nameSpan, offset) || !found.valueSpan ? found.nameSpan : found.valueSpan;
  return {
    span,
    contents: paragraphs(
      found.value === undefined ? same(bold(found.name)) : en`${bold(found.name)} = ${code(found.value)}`.zh`${bold(found.name)} = ${code(found.value)}`,
      late && en`Stands after the first command, where Slurm does not read it.`.zh`位于第一条命令之后，Slurm 不会读取。`,
      ...launcherOptionWords(option, 'sbatch'),
    ),
  };
}

/** For completion: the option of a launcher by its `dest`. */
export const launcherOption = (launcher: string, dest: string): LauncherOption | undefined => {
  const names = ['deepspeed', 'torchrun', 'torch.distributed.launch', 'accelerate', 'srun', 'mpirun'] as const;
  const name = names.find((n) => n === launcher);
  return name && launcherOptions(name).options.find((o) => o.dest === dest);
};
