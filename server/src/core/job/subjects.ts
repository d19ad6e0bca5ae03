import type { DocumentKind } from '../model/detect';
import type { Document, FileState } from '../model/document';
import type { Fact } from '../model/fact';
import type { Reader } from '../model/reader';
import type { Settings } from '../model/settings';
import type { EnvSyntax } from '../syntax/env';
import type { HostfileSyntax } from '../syntax/hostfile';
import type { ScriptSyntax } from '../syntax/script';
import type { Node, Tree } from '../syntax/tree';
import type { DeepSpeedConfig } from './deepspeed-config';
import type { FileReference, Job } from './job';
import type { LaunchCommand } from './launch';
import type { Variable } from './variables';

interface Subject {
  readonly document: Document;
  readonly uri: string;
  readonly text: string;
  readonly settings: Settings;
  /** The jobs that name this file or are launched in it. */
  readonly jobs: readonly Job[];
}

export interface HostfileSubject extends Subject {
  readonly hostfile: HostfileSyntax;
  /** Colossal-AI and MPI read other formats than DeepSpeed; undefined when nobody is known to read it. */
  readonly readBy: Fact<'deepspeed' | 'accelerate' | 'mpi' | 'colossalai'> | undefined;
}

export interface EnvSubject extends Subject {
  readonly env: EnvSyntax;
  readonly variables: readonly Variable[];
}

export interface ScriptSubject extends Subject {
  readonly script: ScriptSyntax;
  readonly launches: readonly LaunchCommand[];
  readonly variables: readonly Variable[];
}

export interface VariableSubject extends Subject {
  readonly variable: Variable;
  /** All variables set in the same file, this one included. */
  readonly beside: readonly Variable[];
}

export interface JobSubject {
  readonly job: Job;
  readonly settings: Settings;
  /** What the host found there; undefined when nobody looked. */
  file(uri: string): FileState | undefined;
  /** A file that a reference which leads nowhere was meant for. */
  similar(reference: FileReference): string | undefined;
  /** The config as DeepSpeed's view of it, where it was found and is one. */
  readonly config: DeepSpeedConfig | undefined;
  readonly hostfile: HostfileSubject | undefined;
}

/** What a rule's `on` says its `check` is given. */
export interface Subjects {
  deepspeed: DeepSpeedConfig;
  hostfile: HostfileSubject;
  env: EnvSubject;
  script: ScriptSubject;
  /** One setting of an environment variable, in an env file or a script. */
  variable: VariableSubject;
  job: JobSubject;
  /** Reported by the engine itself; the rule file holds its docs and severity. */
  engine: never;
}
export type SubjectKind = keyof Subjects;

/** A DeepSpeed JSON config with what the rest of the project says about it. */
export type { DeepSpeedConfig };
export type { DocumentKind, Node, Reader, Tree };
