import { readSettings } from '../../server/src/core/engine/settings';
import { mappingOf } from '../../server/src/core/engine/mapping';
import { Project } from '../../server/src/core/job/project';
import { SourceText, type FileState } from '../../server/src/core/model/document';
import type { Reader } from '../../server/src/core/model/reader';
import { noSettings, type Settings } from '../../server/src/core/model/settings';
import type { Fixture } from './fixture';

export const root = 'file:///project';
export const uriOf = (file: string): string => `${root}/${file}`;
export const fileOf = (uri: string): string => uri.slice(root.length + 1);

/** A project that holds exactly these files: everything else is known to be missing. */
export function projectOf(texts: ReadonlyMap<string, string>, options: Readonly<Record<string, string>> = {}): Project {
  return complete(new Map([...texts].map(([f, t]) => [uriOf(f), new SourceText(uriOf(f), t)])), options);
}

export const projectFrom = (fixture: Fixture): Project => projectOf(fixture.files, fixture.options);

export function complete(files: ReadonlyMap<string, FileState>, options: Readonly<Record<string, string>> = {}): Project {
  const all = new Map(files);
  const source = all.get(uriOf('shardlint.json'));
  const settings: Settings = source instanceof SourceText ? readSettings(source) : noSettings;
  for (;;) {
    const project = new Project({
      files: all,
      settings: () => settings,
      root: () => root,
      mapping: (uri) => mappingOf(settings, uri),
      given: { reader: options['reader'] as Reader | undefined, gpus: options['gpus'] === undefined ? undefined : Number(options['gpus']) },
    });
    if (project.wanted.length === 0) return project;
    for (const uri of project.wanted) if (!all.has(uri)) all.set(uri, 'missing');
  }
}
