import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { mappingOf } from '../core/engine/mapping';
import { Project } from '../core/job/project';
import { SourceText, type FileState } from '../core/model/document';
import type { Reader } from '../core/model/reader';
import { isRecognisableName, recognise, recogniseAsked } from '../core/model/recognise';
import type { Skipped } from '../core/report/report';
import { en, type Text } from '../core/text/say';
import { looksBinary, sizeLimit } from '../host/host';
import { isSettingsName, settingsIn, Workspace } from '../host/load';
import { nodeHost } from '../host/node';
import { findFiles, uriOf, type FoundFile } from './find-files';
import { UsageError } from './io';

export interface SessionOptions {
  readonly cwd: string;
  readonly paths: readonly string[];
  /** A text that stands for what is on disk at the one path. */
  readonly stdin?: Uint8Array | undefined;
  readonly config?: string | undefined;
  readonly reader?: Reader | undefined;
  readonly gpus?: number | undefined;
}

/** Everything read that one run needs. */
export interface Session {
  readonly workspace: Workspace;
  readonly project: Project;
  /** What is linted: the recognised files, and the settings files that hold for them. */
  readonly targets: readonly string[];
  readonly skipped: readonly Skipped[];
}

const reasons: Record<Exclude<FileState, SourceText>, Text> = {
  missing: en`cannot be read`.zh`无法读取`,
  unreadable: en`cannot be read`.zh`无法读取`,
  'too-large': en`over ${sizeLimit / 1024 / 1024} MB`.zh`超过 ${sizeLimit / 1024 / 1024} MB`,
  binary: en`binary`.zh`二进制文件`,
};
const notRecognised = en`not recognised`.zh`无法识别`;
const leftAlone = en`left alone by the settings' "files"`.zh`设置中的 "files" 将其排除`;

/** Finds and reads the files. Throws UsageError for paths that lead nowhere. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const asked = new Set<string>();
  const settingsFile = settingsPath(options);
  const workspace = new Workspace(nodeHost, {
    folders: workspaceFolders(options),
    given: { reader: options.reader, gpus: options.gpus },
    settingsFile,
    fallback: (source) => (asked.has(source.uri) ? recogniseAsked(source.text) : undefined),
  });
  if (settingsFile !== undefined) await checkSettings(workspace, settingsFile, options.config!);
  const skipped: Skipped[] = [];
  const files = options.stdin ? [putStdin(workspace, options, skipped)].filter((f) => f !== undefined) : await find(workspace, options, skipped);
  for (const file of files) if (file.asked) asked.add(file.uri);

  const readable: FoundFile[] = [];
  const entries: string[] = [];
  const kept = await Promise.all(files.map((file) => look(workspace, file, skipped)));
  for (const [i, file] of files.entries()) {
    if (kept[i] !== 'unread') readable.push(file);
    if (kept[i] === 'entry') entries.push(file.uri);
  }
  const project = await workspace.project(entries);
  const effective = (uri: string): boolean => project.input.settings(uri).uri === uri;
  const targets = new Set<string>();
  for (const { uri, asked: named } of readable) {
    if (project.document(uri) !== undefined || effective(uri)) targets.add(uri);
    else if (named) skipped.push({ uri, reason: project.input.mapping?.(uri) === 'none' ? leftAlone : notRecognised });
  }
  // A text from a pipe is all that its sender wants to hear about.
  if (!options.stdin)
    for (const uri of [...targets]) {
      const settings = project.input.settings(uri).uri;
      if (settings !== undefined) targets.add(settings);
    }
  skipped.sort((a, b) => (a.uri < b.uri ? -1 : 1));
  return { workspace, project, targets: [...targets], skipped };
}

/** Reads a file. Other people's JSON is not kept in memory; a launch that names one has it read again. */
async function look(workspace: Workspace, file: FoundFile, skipped: Skipped[]): Promise<'entry' | 'other' | 'unread'> {
  const state = await workspace.state(file.uri);
  if (!(state instanceof SourceText)) {
    // A link or file that went while we looked was asked for by nobody.
    if (file.asked || (state !== 'missing' && isRecognisableName(file.uri))) skipped.push({ uri: file.uri, reason: reasons[state] });
    return 'unread';
  }
  if (file.asked || isSettingsName(file.uri)) return 'entry';
  const mapped = mappingOf(await workspace.settings(file.uri), file.uri);
  if (mapped !== 'none' && (mapped ?? recognise(file.uri, state.text))) return 'entry';
  workspace.drop(file.uri);
  return 'other';
}

async function find(workspace: Workspace, options: SessionOptions, skipped: Skipped[]): Promise<readonly FoundFile[]> {
  const { files, missing, unlisted } = await findFiles(options.paths, {
    cwd: options.cwd,
    repository: async (folder) => repositoryOf(folder),
    mapped: async (uri) => {
      const settings = await workspace.settings(uri);
      return settings.files.length > 0 && typeof mappingOf(settings, uri) === 'object';
    },
  });
  if (missing.length > 0) throw new UsageError(missingPaths(missing));
  for (const uri of unlisted) skipped.push({ uri, reason: en`this folder cannot be listed`.zh`无法列出此文件夹` });
  return files;
}

const missingPaths = (paths: readonly string[]): Text => en`No such file or folder: ${paths.join(', ')}.`.zh`文件或文件夹不存在：${paths.join('、')}。`;

/** The size and kind of a text from a pipe is judged as if it lay on disk. */
function putStdin(workspace: Workspace, options: SessionOptions, skipped: Skipped[]): FoundFile | undefined {
  const uri = uriOf(resolve(options.cwd, options.paths[0]!));
  const bytes = options.stdin!;
  const state = bytes.length > sizeLimit ? 'too-large' : looksBinary(bytes) ? 'binary' : undefined;
  if (state) {
    skipped.push({ uri, reason: reasons[state] });
    return undefined;
  }
  workspace.set(uri, Buffer.from(bytes).toString('utf8'));
  return { uri, asked: true };
}

function settingsPath(options: SessionOptions): string | undefined {
  if (options.config === undefined) return undefined;
  const path = resolve(options.cwd, options.config);
  if (!existsSync(path)) throw new UsageError(en`--config: ${missingPaths([options.config])}`.zh`--config：${missingPaths([options.config])}`);
  if (!/\.(jsonc?|toml)$/i.test(path)) throw new UsageError(en`--config takes a .json or .toml file, and got ${options.config}.`.zh`--config 需要 .json 或 .toml 文件，但写了 ${options.config}。`);
  return uriOf(path);
}

async function checkSettings(workspace: Workspace, uri: string, name: string): Promise<void> {
  const state = await workspace.state(uri);
  if (!(state instanceof SourceText)) throw new UsageError(en`--config: ${name} ${reasons[state]}.`.zh`--config：${name} ${reasons[state]}。`);
  if (!settingsIn(state)) throw new UsageError(en`--config: ${name} has no [tool.shardlint].`.zh`--config：${name} 中没有 [tool.shardlint]。`);
}

/**
 * The folders that bound the search for settings and scripts: the working directory's repository, else the working
 * directory; for an argument outside of that, its own repository or itself.
 */
function workspaceFolders({ cwd, paths }: SessionOptions): readonly string[] {
  const home = repositoryOf(cwd) ?? cwd;
  const outside = paths.map((p) => resolve(cwd, p)).filter((p) => p !== home && !p.startsWith(join(home, '/')));
  return [home, ...outside.map((p) => repositoryOf(p) ?? p)].map(uriOf);
}

function repositoryOf(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
