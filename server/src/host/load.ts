import { mappingOf } from '../core/engine/mapping';
import { readSettings } from '../core/engine/settings';
import { Project, type ProjectInput } from '../core/job/project';
import { SourceText, type FileState } from '../core/model/document';
import { isScriptName } from '../core/model/recognise';
import { noSettings, type Settings } from '../core/model/settings';
import { directory, fileName, resolvePath } from '../core/text/uri';
import type { Host } from './host';

export interface LoadOptions {
  readonly given?: ProjectInput['given'];
  /** Workspace folders; a file outside all of them belongs to its repository (the folder with `.git`), else its own folder. */
  readonly folders: readonly string[];
  language?(uri: string): string | undefined;
}

/** Scripts looked for beside a config: a bound on what one folder can cost. */
const maximumScripts = 200;
const maximumFolders = 8;

/**
 * Reads what a project needs, and remembers it: the entry files, the scripts beside and above them, the settings, and
 * whatever the launches name. Open editors' texts are put in by `set` and weigh more than the disk.
 */
export class Workspace {
  private readonly files = new Map<string, FileState>();
  private readonly overlay = new Map<string, SourceText>();
  private readonly settingsOf = new Map<string, Settings>();
  private readonly rootOf = new Map<string, string>();
  private readonly listed = new Set<string>();

  constructor(
    private readonly host: Host,
    private readonly options: LoadOptions,
  ) {}

  /** The text of an open editor; `undefined` gives the file back to the disk. */
  set(uri: string, text: string | undefined): void {
    if (text === undefined) {
      this.overlay.delete(uri);
      this.forget(uri);
    } else if (this.overlay.get(uri)?.text !== text) this.overlay.set(uri, new SourceText(uri, text));
    if (isSettingsName(uri)) this.settingsOf.clear();
  }

  /** The file changed on disk. */
  forget(uri: string): void {
    this.files.delete(uri);
    this.listed.delete(directory(uri));
    if (isSettingsName(uri)) this.settingsOf.clear();
  }

  /** The project around these files, with everything read that it asked for. */
  async project(entries: readonly string[]): Promise<Project> {
    const wanted = new Set(entries);
    for (const uri of entries) {
      await this.prepare(uri);
      for (const script of await this.scriptsAround(uri)) wanted.add(script);
    }
    for (;;) {
      await Promise.all([...wanted].map((uri) => this.state(uri)));
      const project = this.build();
      const fresh = project.wanted.filter((uri) => !this.known(uri));
      if (fresh.length === 0) return project;
      for (const uri of fresh) wanted.add(uri);
    }
  }

  /** The same picture with some texts changed: for fixes, without touching the disk. */
  remake(files: ReadonlyMap<string, FileState>): Project {
    return new Project({ ...this.input(), files });
  }

  /** The nearest folder that bounds a file's project. */
  async root(uri: string): Promise<string> {
    const own = directory(uri);
    const known = this.rootOf.get(own);
    if (known !== undefined) return known;
    const folder = this.options.folders.filter((f) => uri.startsWith(f.replace(/\/?$/, '/'))).sort((a, b) => b.length - a.length)[0];
    const root = folder ?? (await this.repository(own)) ?? own;
    this.rootOf.set(own, root);
    return root;
  }

  private async repository(start: string): Promise<string | undefined> {
    for (let folder = start; ; folder = directory(folder)) {
      if ((await this.host.list(folder)).some((e) => e.name === '.git')) return folder;
      if (directory(folder) === folder) return undefined;
    }
  }

  private async prepare(uri: string): Promise<void> {
    const root = await this.root(uri);
    const own = directory(uri);
    if (!this.settingsOf.has(own)) this.settingsOf.set(own, await this.findSettings(own, root));
  }

  /** shardlint.json (or pyproject.toml with a [tool.shardlint]) in the nearest folder upward. */
  private async findSettings(start: string, root: string): Promise<Settings> {
    for (let folder = start; ; folder = directory(folder)) {
      const json = await this.state(resolvePath(folder, 'shardlint.json'));
      if (json instanceof SourceText) return readSettings(json);
      const above = directory(folder);
      if (folder === root || above === folder || !folder.startsWith(root)) return noSettings;
    }
  }

  /** Launch scripts that are likely to name the file: in its folder, the ones above up to the root, and `scripts/` in each. */
  private async scriptsAround(uri: string): Promise<readonly string[]> {
    const root = await this.root(uri);
    const found: string[] = [];
    let folder = directory(uri);
    for (let depth = 0; depth < maximumFolders; depth++) {
      const entries = await this.host.list(folder);
      const inside = entries.filter((e) => e.folder && /^(scripts?|bin|examples?|launch|run|slurm|shell)$/i.test(e.name));
      const more = await Promise.all(inside.map((e) => this.host.list(e.uri)));
      for (const e of [...entries, ...more.flat()]) if (!e.folder && isScriptName(e.uri) && found.length < maximumScripts) found.push(e.uri);
      const above = directory(folder);
      if (folder === root || above === folder || !folder.startsWith(root)) break;
      folder = above;
    }
    return found;
  }

  private known(uri: string): boolean {
    return this.overlay.has(uri) || this.files.has(uri);
  }

  private async state(uri: string): Promise<FileState> {
    const open = this.overlay.get(uri);
    if (open) return open;
    const known = this.files.get(uri);
    if (known !== undefined) return known;
    const read = await this.host.read(uri);
    this.files.set(uri, read);
    return read;
  }

  private build(): Project {
    return new Project(this.input());
  }

  private input(): ProjectInput {
    const files = new Map<string, FileState>([...this.files, ...this.overlay]);
    const settings = (uri: string): Settings => this.settingsOf.get(directory(uri)) ?? this.settingsNear(uri);
    return {
      files,
      settings,
      root: (uri) => this.rootOf.get(directory(uri)) ?? this.options.folders.find((f) => uri.startsWith(f.replace(/\/?$/, '/'))),
      mapping: (uri) => mappingOf(settings(uri), uri),
      given: this.options.given,
      ...(this.options.language ? { language: this.options.language } : {}),
    };
  }

  /** Settings of a file that was only read because another named it. */
  private settingsNear(uri: string): Settings {
    for (let folder = directory(uri); ; folder = directory(folder)) {
      const known = this.settingsOf.get(folder);
      if (known) return known;
      if (directory(folder) === folder) return noSettings;
    }
  }
}

export const isSettingsName = (uri: string): boolean => fileName(uri) === 'shardlint.json' || fileName(uri) === 'pyproject.toml';
