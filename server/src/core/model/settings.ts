import type { DocumentKind } from './detect';
import type { Fact, FilePlace } from './fact';
import type { Finding, Severity } from './finding';
import type { Reader } from './reader';

export type Tool = 'deepspeed' | 'accelerate' | 'transformers' | 'torch' | 'megatron' | 'nccl';

/** The effective `shardlint.json` for a file. Every value carries where it was written. */
export interface Settings {
  /** The settings file; undefined when none was found. */
  readonly uri: string | undefined;
  readonly versions: { readonly [T in Tool]?: Fact<string> };
  readonly files: readonly FileMapping[];
  readonly rules: ReadonlyMap<string, Fact<Severity | 'off'>>;
  readonly overrides: readonly Override[];
  readonly ignore: readonly Ignore[];
  readonly hardware: {
    readonly gpu?: Fact<string>;
    readonly gpusPerNode?: Fact<number>;
    readonly nodes?: Fact<number>;
    readonly interconnect?: Fact<string>;
  };
  readonly model?: Fact<string>;
  readonly reader?: Fact<Reader>;
  /** What is wrong in the settings file itself. */
  readonly findings: readonly Finding[];
}

export interface FileMapping {
  readonly pattern: string;
  /** `none`: leave these files alone. */
  readonly kind: DocumentKind | 'none';
  readonly at: FilePlace;
}

export interface Override {
  readonly files: readonly string[];
  readonly rules: ReadonlyMap<string, Fact<Severity | 'off'>>;
}

export interface Ignore {
  readonly file: string;
  readonly rule: string;
  readonly path: string | undefined;
  readonly reason: string;
  readonly at: FilePlace;
}

export const noSettings: Settings = {
  uri: undefined,
  versions: {},
  files: [],
  rules: new Map(),
  overrides: [],
  ignore: [],
  hardware: {},
  findings: [],
};
