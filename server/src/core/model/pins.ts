import { en } from '../text/say';
import { fileName } from '../text/uri';
import type { SourceText } from './document';
import { fact, type Fact } from './fact';
import type { Tool } from './settings';

/** The releases that a project's own files pin its tools to. */
export type Versions = { readonly [T in Tool]?: Fact<string> };

/** How the package index names them. */
const packages: Readonly<Record<string, Tool>> = {
  deepspeed: 'deepspeed',
  accelerate: 'accelerate',
  transformers: 'transformers',
  torch: 'torch',
  'nvidia-nccl-cu11': 'nccl',
  'nvidia-nccl-cu12': 'nccl',
  'nvidia-nccl-cu13': 'nccl',
};
const name = `(${Object.keys(packages).join('|')})`;
const release = String.raw`v?(\d+(?:\.\d+)+)`;

/** `deepspeed==0.16.9` in a list, a Dockerfile's `pip install`, or a conda file's `deepspeed=0.16.9`. */
const listed = new RegExp(String.raw`(?<![\w.-])${name}(?:\[[^\]\n]*\])?[ \t]*={1,3}[ \t]*${release}(?![\w.*-])`, 'gi');
/** `deepspeed = "0.16.9"` of Poetry: exact, as it has no caret. */
const assigned = new RegExp(String.raw`^[ \t]*["']?${name}["']?[ \t]*=[ \t]*["'](?:==)?[ \t]*${release}["']`, 'gim');
/** A package of a lock file. */
const locked = new RegExp(String.raw`^name = "${name}"\r?\nversion = "${release}[^"\n]*"`, 'gm');

const lockFile = /^(poetry|uv|pdm)\.lock$/;
const listFile = /^(requirements|constraints)[\w.-]*\.(txt|in)$|^(setup\.(py|cfg)|environment[\w.-]*\.ya?ml|(Dockerfile|Containerfile)([.-][\w.-]+)?|[\w.-]+\.(Dockerfile|def))$/i;

/** Files that pin versions, by name. */
export const isPinFile = (uri: string): boolean => {
  const file = fileName(uri);
  return lockFile.test(file) || file === 'pyproject.toml' || listFile.test(file) || /\/requirements\/[^/]+\.(txt|in)$/.test(uri);
};

/** The versions that one file pins. A tool that it pins twice differently is left out; ranges are no pins. */
export function pinsIn(source: SourceText): Versions {
  const file = fileName(source.uri);
  const patterns = lockFile.test(file) ? [locked] : file === 'pyproject.toml' ? [listed, assigned] : [listed];
  const found = new Map<Tool, Fact<string> | undefined>();
  for (const pattern of patterns) {
    for (const match of source.text.matchAll(pattern)) {
      const [whole, called, version] = match as unknown as [string, string, string];
      if (!lockFile.test(file) && commented(source.text, match.index)) continue;
      const tool = packages[called.toLowerCase()]!;
      const start = match.index + whole.lastIndexOf(version);
      const pin = fact(version, { uri: source.uri, span: { start, end: start + version.length } }, en`pinned in ${file}`.zh`${file} 中固定的版本`);
      found.set(tool, found.has(tool) && found.get(tool)?.value !== version ? undefined : (found.get(tool) ?? pin));
    }
  }
  return Object.fromEntries([...found].filter(([, pin]) => pin !== undefined));
}

const commented = (text: string, offset: number): boolean => text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).includes('#');

/**
 * The versions that hold for a folder: the nearest folder that pins a tool counts, and in it a lock file before the others.
 * Where two files of that folder differ, nothing is known.
 */
export function pinnedVersions(folders: readonly (readonly SourceText[])[]): Versions {
  const versions = new Map<Tool, Fact<string> | undefined>();
  for (const files of folders) {
    const here = new Map<Tool, Fact<string> | undefined>();
    const locks = files.filter((f) => lockFile.test(fileName(f.uri)));
    for (const group of [locks, files.filter((f) => !locks.includes(f))]) {
      const seen = new Map<Tool, Fact<string> | undefined>();
      for (const file of group) {
        for (const [tool, pin] of Object.entries(pinsIn(file)) as [Tool, Fact<string>][])
          seen.set(tool, seen.has(tool) && seen.get(tool)?.value !== pin.value ? undefined : (seen.get(tool) ?? pin));
      }
      for (const [tool, pin] of seen) if (!here.has(tool)) here.set(tool, pin);
    }
    for (const [tool, pin] of here) if (!versions.has(tool)) versions.set(tool, pin);
  }
  return Object.fromEntries([...versions].filter(([, pin]) => pin !== undefined));
}
