import type { Document, SourceText } from '../model/document';
import { fact, type Fact } from '../model/fact';
import type { Reader } from '../model/reader';
import type { Settings } from '../model/settings';
import { en, same } from '../text/say';
import type { FileReference, Job } from './job';
import { flagOf, targetFlag, type FlagUse, type LaunchCommand } from './launch';
import { reference, workingFolders, type FileWorld } from './paths';
import type { Variable } from './variables';
import { integerOf, ranksOf } from './world';

export interface JoinInputs extends FileWorld {
  readonly settings: Settings;
  /** Set in the script before the launch, or as its prefix. */
  readonly variables: readonly Variable[];
  /** The variables of an env file, once it is found. */
  envVariables(uri: string): readonly Variable[];
}

/** Joins one outermost launch command with the files it names. */
export function joinJob(launch: LaunchCommand, script: Document, inputs: JoinInputs): Job {
  const chain: LaunchCommand[] = [];
  for (let l: LaunchCommand | undefined = launch; l; l = l.inner) chain.push(l);
  const innermost = chain[chain.length - 1]!;
  const folders = workingFolders(launch.uri, launch.command.directory, inputs.root(launch.uri));
  const resolve = (use: FlagUse | undefined): FileReference | undefined => {
    const path = use?.value?.value;
    if (!use || path === undefined || path === '' || use.valueSpan === undefined) return undefined;
    return reference(path, { uri: launch.uri, span: use.valueSpan }, folders, inputs, mentionedElsewhere(script.source, path, use, launch));
  };

  const named = configFlag(chain);
  const config = resolve(named?.use);
  const hostfileFlag = flagOf(innermost, innermost.launcher === 'accelerate' ? 'deepspeed_hostfile' : 'hostfile');
  const hostfile = resolve(hostfileFlag);
  const envFiles = innermost.launcher === 'deepspeed' ? envReferences(folders, inputs) : [];
  const program = programOf(innermost, folders, inputs);
  const relative = (r: FileReference | undefined): boolean => r?.state === 'found' && !r.path.startsWith('/');
  const folderShown = program ? relative(program) : (launch.command.directory?.startsWith('@script') ?? false) || relative(config) || relative(hostfile);
  const variables = [...inputs.variables, ...envFiles.flatMap((f) => (f.uri ? inputs.envVariables(f.uri) : []))];

  const hostSource = hostfile?.uri !== undefined ? inputs.state(hostfile.uri) : undefined;
  const readable = typeof hostSource === 'object' ? { uri: hostfile!.uri!, syntax: hostSource.hostfile } : undefined;
  const ranks = ranksOf(chain, {
    hostfile: readable,
    // A hostfile that is not there means a local run (`runner.py` only warns), so only an unread one is unknown.
    hostfileUnknown: hostfileFlag !== undefined && !readable && hostfile?.state !== 'missing',
    variables: inputs.variables,
    settings: inputs.settings,
  });
  const modelParallel = modelParallelOf(innermost);
  return {
    launch,
    chain,
    config,
    hostfile,
    envFiles,
    folderShown,
    ...ranks,
    modelParallel,
    dataParallel: dataParallelOf(ranks.worldSize, modelParallel),
    reader: named && fact(named.reader, { uri: launch.uri, span: named.use.nameSpan }, same(named.use.name)),
    variables,
  };
}

/** The flag that names the DeepSpeed config, and who will read it because of that flag. */
function configFlag(chain: readonly LaunchCommand[]): { readonly use: FlagUse; readonly reader: Reader } | undefined {
  for (const launch of chain) {
    const plugin = launch.launcher === 'accelerate' ? flagOf(launch, 'deepspeed_config_file') : undefined;
    if (plugin?.value) return { use: plugin, reader: 'accelerate' };
  }
  const innermost = chain[chain.length - 1]!;
  const plain = targetFlag(innermost, '--deepspeed_config', '--deepspeed-config');
  if (plain?.value) return { use: plain, reader: 'deepspeed' };
  // DeepSpeed's own --deepspeed is a switch; with a file behind it, it is TrainingArguments' field.
  const trainer = targetFlag(innermost, '--deepspeed');
  if (trainer?.value?.value !== undefined && /\.json[c5]?$/i.test(trainer.value.value)) return { use: trainer, reader: 'trainer' };
  return undefined;
}

/** The script that is launched. */
function programOf({ target, module }: LaunchCommand, folders: readonly string[], inputs: JoinInputs): FileReference | undefined {
  return target?.value === undefined || module || !/\.(py|sh)$/.test(target.value) ? undefined : reference(target.value, undefined, folders, inputs, true);
}

/** True when the script speaks of the file in some other place: it writes or copies it, so its absence proves nothing. */
function mentionedElsewhere({ text, script }: SourceText, path: string, use: FlagUse, launch: LaunchCommand): boolean {
  const name = path.split(/[\\/]/).findLast((part) => part !== '');
  if (name === undefined) return true;
  const { assignments } = script;
  const own = [use.value!.span, launch.command.span, ...assignments.map((a) => a.span)];
  const lineAround = (at: number): string => text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at));
  const counts = (at: number): boolean => !own.some((s) => s.start <= at && at < s.end) && !/^\s*(#|(echo|printf)\b[^>|]*$)/.test(lineAround(at));
  // `sed … > $CONFIG`: what the file is written by can be a variable that holds its path.
  for (const variable of new Set(assignments.filter((a) => a.word.value?.endsWith(name)).map((a) => a.name))) {
    for (const match of text.matchAll(new RegExp(`\\$\\{?${variable}\\b`, 'g'))) if (counts(match.index)) return true;
  }
  for (let i = text.indexOf(name); i >= 0; i = text.indexOf(name, i + 1)) {
    // `hostfile` within `--hostfile` or `my_hostfile` is another word.
    if (/[\w-]/.test(text[i - 1] ?? '') || /[\w-]/.test(text[i + name.length] ?? '')) continue;
    if (counts(i)) return true;
  }
  return false;
}

/** `./.deepspeed_env` of the folder that the launcher starts in (`runner.py` reads `~` first; that one is not ours to read). */
function envReferences(folders: readonly string[], inputs: JoinInputs): readonly FileReference[] {
  const renamed = inputs.variables.filter((v) => v.name === 'DS_ENV_FILE').at(-1);
  if (renamed && renamed.value === undefined) return [];
  const found = reference(renamed?.value ?? '.deepspeed_env', renamed && { uri: renamed.uri, span: renamed.valueSpan }, folders, inputs, true);
  return found.state === 'found' || renamed ? [found] : [];
}

const splitting = /^--?(.*[-_])?(tensor|pipeline|pipe|model|context|sequence|ulysses|expert)[-_]?(model[-_]?)?parallel(ism)?[-_]?(size|degree)?$|^--?(tp|pp|cp|sp|mp)([-_](size|degree))?$|^--?(tensor|pipeline)_parallel_size$|^--?ds[-_]sequence[-_]parallel[-_]size$/;

/**
 * Product of the sizes that split one replica over ranks, from the program's own flags. Undefined when one of them is
 * not a plain number. Flags that only resemble such sizes and are 1 change nothing.
 */
function modelParallelOf(launch: LaunchCommand): Fact<number> | undefined {
  const here = { uri: launch.uri, span: launch.launcherSpan };
  const sizes: Fact<number>[] = [];
  for (const use of launch.targetFlags.filter((f) => splitting.test(f.name))) {
    const size = integerOf(use, launch.uri);
    if (!size) return undefined;
    if (size.value !== 1 && !/^--(tensor|pipeline|context)-model-parallel-size$|^--(tensor|pipeline)-model-parallel-size$|^--context-parallel-size$|^--ds-sequence-parallel-size$/.test(use.name)) return undefined;
    if (size.value > 1) sizes.push(size);
  }
  const total = sizes.reduce((p, s) => p * s.value, 1);
  return fact(total, sizes[0]?.at ?? here, sizes.length > 0 ? same(sizes.map((s) => s.how!.en).join(' · ')) : en`nothing splits the model`.zh`未切分模型`, sizes);
}

function dataParallelOf(world: Fact<number> | undefined, split: Fact<number> | undefined): Fact<number> | undefined {
  if (!world || !split) return undefined;
  if (split.value === 1) return world;
  if (world.value % split.value !== 0) return undefined;
  return fact(world.value / split.value, world.at, en`${world.value} ranks / ${split.value} per replica`.zh`${world.value} 个 rank / 每副本 ${split.value} 个`, [world, split]);
}
