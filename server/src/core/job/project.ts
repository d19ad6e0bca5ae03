import type { Detection } from '../model/detect';
import { SourceText, type Document, type FileState } from '../model/document';
import { fact, type Fact } from '../model/fact';
import type { Reader } from '../model/reader';
import { recognise } from '../model/recognise';
import type { Settings } from '../model/settings';
import { en } from '../text/say';
import { fileName } from '../text/uri';
import { DeepSpeedConfig } from './deepspeed-config';
import { type FileReference, filesOf, innermostOf, type Job } from './job';
import { joinJob } from './join';
import { indexFiles, similarFile, type FileIndex } from './paths';
import type { LaunchCommand } from './launch';
import { launchesOf } from './launches';
import type { EnvSubject, HostfileSubject, JobSubject, ScriptSubject } from './subjects';
import type { Variable } from './variables';
import { variablesAt, variablesOfEnv, variablesOfScript } from './variables-of';

/** Everything the core is told about the world outside a text. */
export interface ProjectInput {
  readonly files: ReadonlyMap<string, FileState>;
  settings(uri: string): Settings;
  /** Files that are known to be there, read or not. */
  readonly names?: Iterable<string> | undefined;
  /** The workspace folder or repository root that holds a file. */
  root?(uri: string): string | undefined;
  /** The editor's language id of an open file. */
  language?(uri: string): string | undefined;
  /** What a file matches in the user's `files` map. */
  mapping?(uri: string): Detection | 'none' | undefined;
  /** What a file is that neither its name nor a launch gives away: the user named it on the command line. */
  fallback?(source: SourceText): Detection | undefined;
  /** Said by the user for this run: `--reader`, `--gpus`. */
  readonly given?: { readonly reader?: Reader | undefined; readonly gpus?: number | undefined };
}

/** What is known about a launch script by itself; kept with the text that it was read from. */
interface ScriptFacts {
  readonly launches: readonly LaunchCommand[];
  readonly variables: readonly Variable[];
}
const scriptFacts = new WeakMap<SourceText, ScriptFacts>();
function factsOf(source: SourceText): ScriptFacts {
  const known = scriptFacts.get(source);
  if (known) return known;
  const launches = launchesOf(source.uri, source.script);
  const facts = { launches, variables: variablesOfScript(source.uri, source.script, launches) };
  scriptFacts.set(source, facts);
  return facts;
}

/** One immutable picture of the files: who is what, which launch names which file. Cheap to make anew after an edit. */
export class Project {
  readonly jobs: readonly Job[];
  private jobsByFile: ReadonlyMap<string, readonly Job[]> | undefined;
  private fileIndex: FileIndex | undefined;
  private get index(): FileIndex {
    return (this.fileIndex ??= indexFiles([...(this.input.names ?? []), ...[...this.input.files].flatMap(([uri, state]) => (state === 'missing' ? [] : [uri]))]));
  }

  private readonly documentsByUri = new Map<string, Document>();
  private readonly asked = new Set<string>();

  constructor(readonly input: ProjectInput) {
    const scripts = this.detectAll();
    this.jobs = scripts.flatMap((s) => this.jobsIn(s));
    this.detectNamed();
  }

  /** Files that the jobs name and nobody has looked at yet. The host reads them and makes the project anew. */
  get wanted(): readonly string[] {
    return [...this.asked];
  }

  get documents(): Iterable<Document> {
    return this.documentsByUri.values();
  }

  document(uri: string): Document | undefined {
    return this.documentsByUri.get(uri);
  }

  file = (uri: string): FileState | undefined => this.input.files.get(uri);

  /** The jobs that a file belongs to: launched in it, or naming it. */
  jobsOf(uri: string): readonly Job[] {
    if (!this.jobsByFile) {
      const byFile = new Map<string, Job[]>();
      for (const job of this.jobs) {
        const files = new Set([job.launch.uri, ...filesOf(job).flatMap((r) => (r.uri !== undefined ? [r.uri] : []))]);
        for (const file of files) byFile.get(file)?.push(job) ?? byFile.set(file, [job]);
      }
      this.jobsByFile = byFile;
    }
    return this.jobsByFile.get(uri) ?? [];
  }

  config(uri: string): DeepSpeedConfig | undefined {
    const document = this.documentsByUri.get(uri);
    if (document?.kind !== 'deepspeed') return undefined;
    const settings = this.input.settings(uri);
    const jobs = this.jobsOf(uri).filter((j) => j.config?.uri === uri);
    return new DeepSpeedConfig(document, settings, jobs, this.readerOf(jobs, settings) ?? trainerOf(document), this.worldSizesOf(jobs), settings.versions.deepspeed);
  }

  hostfile(uri: string): HostfileSubject | undefined {
    const document = this.documentsByUri.get(uri);
    if (document?.kind !== 'hostfile') return undefined;
    const jobs = this.jobsOf(uri).filter((j) => j.hostfile?.uri === uri);
    return { ...this.subject(document), hostfile: document.source.hostfile, readBy: hostfileReader(jobs) };
  }

  env(uri: string): EnvSubject | undefined {
    const document = this.documentsByUri.get(uri);
    if (document?.kind !== 'env') return undefined;
    return { ...this.subject(document), env: document.source.env, variables: variablesOfEnv(uri, document.source.env) };
  }

  script(uri: string): ScriptSubject | undefined {
    const document = this.documentsByUri.get(uri);
    if (document?.kind !== 'script') return undefined;
    return { ...this.subject(document), script: document.source.script, ...factsOf(document.source) };
  }

  jobSubject(job: Job): JobSubject {
    return {
      job,
      settings: this.input.settings(job.launch.uri),
      file: this.file,
      similar: (reference) => similarFile(reference, this.index),
      config: job.config?.uri !== undefined ? this.config(job.config.uri) : undefined,
      hostfile: job.hostfile?.uri !== undefined ? this.hostfile(job.hostfile.uri) : undefined,
    };
  }

  private subject(document: Document) {
    const uri = document.uri;
    return { document, uri, text: document.source.text, settings: this.input.settings(uri), jobs: this.jobsOf(uri) };
  }

  private detectAll(): readonly Document[] {
    const scripts: Document[] = [];
    for (const [uri, state] of this.input.files) {
      if (!(state instanceof SourceText)) continue;
      const mapped = this.input.mapping?.(uri);
      if (mapped === 'none') continue;
      const detection = mapped ?? recognise(uri, state.text, this.input.language?.(uri)) ?? this.input.fallback?.(state);
      if (!detection) continue;
      const document: Document = { uri, source: state, kind: detection.kind, detection };
      this.documentsByUri.set(uri, document);
      if (detection.kind === 'script') scripts.push(document);
    }
    return scripts;
  }

  private jobsIn(script: Document): readonly Job[] {
    const { launches, variables } = factsOf(script.source);
    return launches.map((launch) =>
      joinJob(launch, script, {
        settings: this.input.settings(script.uri),
        variables: variablesAt(launch, variables, script.source.script),
        envVariables: (uri) => {
          const state = this.input.files.get(uri);
          return state instanceof SourceText ? variablesOfEnv(uri, state.env) : [];
        },
        state: (uri) => {
          const state = this.input.files.get(uri);
          if (state === undefined) this.asked.add(uri);
          return state;
        },
        root: (uri) => this.input.root?.(uri),
      }),
    );
  }

  /** A file that a launch names is what the launch takes it for, whatever its name; only the user's `files` map weighs more. */
  private detectNamed(): void {
    const name = (ref: FileReference | undefined, kind: Detection['kind'], job: Job): void => {
      const state = ref?.uri !== undefined ? this.input.files.get(ref.uri) : undefined;
      if (!ref?.uri || !(state instanceof SourceText) || this.input.mapping?.(ref.uri)) return;
      const script = fileName(job.launch.uri);
      const detection: Detection = { kind, by: 'named', reason: en`${script} names it: ${ref.path}`.zh`${script} 引用了它：${ref.path}`, ...(ref.at ? { at: ref.at } : {}) };
      this.documentsByUri.set(ref.uri, { uri: ref.uri, source: state, kind, detection });
    };
    for (const job of this.jobs) {
      name(job.config, 'deepspeed', job);
      name(job.hostfile, 'hostfile', job);
      for (const env of job.envFiles) name(env, 'env', job);
    }
  }

  private readerOf(jobs: readonly Job[], settings: Settings): Fact<Reader> | undefined {
    if (this.input.given?.reader) return fact(this.input.given.reader, { given: '--reader' });
    if (settings.reader) return settings.reader;
    const facts = jobs.map((j) => j.reader);
    const first = facts[0];
    return first && facts.every((f) => f?.value === first.value) ? first : undefined;
  }

  private worldSizesOf(jobs: readonly Job[]): readonly Fact<number>[] {
    if (this.input.given?.gpus !== undefined) return [fact(this.input.given.gpus, { given: '--gpus' })];
    return jobs.flatMap((j) => (j.dataParallel ? [j.dataParallel] : []));
  }
}

/** The Trainer, where some "auto" in the file is one that it alone fills. */
function trainerOf({ uri, source }: Document): Fact<Reader> | undefined {
  for (const path of ['optimizer.params.betas', 'optimizer.params.eps']) {
    const node = source.json.nodes.get(path);
    if (node?.value === 'auto') return fact('trainer', { uri, span: node.span }, en`only the Trainer fills this "auto"`.zh`只有 Trainer 会填充此 "auto"`);
  }
  return undefined;
}

function hostfileReader(jobs: readonly Job[]): HostfileSubject['readBy'] {
  for (const job of jobs) {
    const launch = innermostOf(job);
    if (!job.hostfile?.at) continue;
    const tool = launch.launcher === 'deepspeed' ? 'deepspeed' : launch.launcher === 'accelerate' ? 'accelerate' : launch.launcher === 'mpirun' ? 'mpi' : undefined;
    if (tool) return fact(tool, job.hostfile.at);
  }
  return undefined;
}

