import { mappingOf } from '../core/engine/mapping';
import { readSettings } from '../core/engine/settings';
import { Project, type ProjectInput } from '../core/job/project';
import { SourceText, type FileState } from '../core/model/document';
import { isPinFile, pinnedVersions } from '../core/model/pins';
import { isScriptName } from '../core/model/recognise';
import { noSettings, type Settings } from '../core/model/settings';
import { parseToml } from '../core/syntax/toml';
import { directory, fileName, resolvePath } from '../core/text/uri';
import type { Entry, Host } from './host';
import { pool } from './pool';

export interface LoadOptions {
  readonly given?: ProjectInput['given'];
  /** Workspace folders; a file outside all of them belongs to its repository (the folder with `.git`), else its own folder. */
  readonly folders: readonly string[];
  /** The settings file for every file, instead of the nearest one. */
  readonly settingsFile?: string | undefined;
  language?(uri: string): string | undefined;
  /** See `ProjectInput.fallback`. */
  fallback?: ProjectInput['fallback'];
}

/** Scripts looked for beside a config: a bound on what one folder can cost. */
const maximumScripts = 200;
const maximumFolders = 8;
const maximumPinFiles = 20;
const scriptFolders = /^(scripts?|bin|examples?|launch|run|slurm|shell)$/i;
const filesAtOnce = 32;

/**
 * Reads what a project needs, and remembers it: the entry files, the scripts beside and above them, the settings, and
 * whatever the launches name. Open editors' texts are put in by `set` and weigh more than the disk. What changes on
 * disk is told by `forget`; until then files, listings and what is not there count as read.
 */
export class Workspace {
  private readonly files = new Map<string, FileState>();
  private readonly reading = new Map<string, Promise<FileState>>();
  private readonly overlay = new Map<string, FileState>();
  private readonly listings = new Map<string, Promise<readonly Entry[]>>();
  private readonly scripts = new Map<string, Promise<readonly string[]>>();
  private readonly roots = new Map<string, Promise<string>>();
  private readonly rootOf = new Map<string, string>();
  /** The settings file by folder; undefined where there is none. */
  private readonly settingsFiles = new Map<string, string | undefined>();
  /** The files that pin versions, by folder: its own first, then those of the folders above. */
  private readonly pinFiles = new Map<string, readonly (readonly string[])[]>();
  /** What the folders listed so far hold. */
  private readonly names = new Map<string, readonly string[]>();
  private readonly limited = pool(filesAtOnce);
  /** Counts what was forgotten: an answer that took longer than that is looked for again. */
  private forgotten = 0;

  constructor(
    private readonly host: Host,
    private readonly options: LoadOptions,
  ) {}

  /** The text of an open editor; `undefined` gives the file back to the disk. */
  set(uri: string, text: string | undefined): void {
    if (text === undefined) {
      this.overlay.delete(uri);
      this.forget(uri);
    } else {
      const known = this.overlay.get(uri);
      if (!(known instanceof SourceText) || known.text !== text) this.overlay.set(uri, new SourceText(uri, text));
    }
    this.lookForSettingsAgain(uri);
  }

  /** An open editor's text that is not looked at: what is on disk does not count for it either. */
  hide(uri: string, as: Exclude<FileState, SourceText>): void {
    this.overlay.set(uri, as);
    this.lookForSettingsAgain(uri);
  }

  /** The file changed on disk, came, or went; or the folder, with all that is in it. */
  forget(uri: string): void {
    const within = `${uri}/`;
    if (!this.files.has(uri)) for (const known of [...this.files.keys(), ...this.reading.keys()]) if (known.startsWith(within)) this.forgetFile(known);
    for (const folder of this.listings.keys()) if (folder.startsWith(within)) this.forgetListing(folder);
    this.forgetListing(uri);
    this.forgetFile(uri);
    // With the file its folders may be new.
    for (let folder = directory(uri); ; folder = directory(folder)) {
      this.forgetListing(folder);
      if (directory(folder) === folder) break;
    }
  }

  /** Whether a file, or one in a folder of this name, was read or looked for, or the folder was listed. */
  knows(uri: string): boolean {
    if (this.known(uri) || this.reading.has(uri) || this.listings.has(uri)) return true;
    for (const known of [...this.files.keys(), ...this.reading.keys()]) if (known.startsWith(`${uri}/`)) return true;
    return false;
  }

  /** Anything on disk may have changed. */
  forgetDisk(): void {
    for (const known of [this.files, this.reading, this.listings, this.names, this.scripts, this.roots, this.rootOf, this.settingsFiles, this.pinFiles]) known.clear();
    this.forgotten++;
  }

  private forgetListing(folder: string): void {
    this.forgotten++;
    this.listings.delete(folder);
    this.names.delete(folder);
  }

  private forgetFile(uri: string): void {
    this.files.delete(uri);
    this.reading.delete(uri);
    this.scripts.clear();
    if (isPinFile(uri)) this.pinFiles.clear();
    this.lookForSettingsAgain(uri);
  }

  private lookForSettingsAgain(changed: string): void {
    if (!isSettingsName(changed)) return;
    this.settingsFiles.clear();
    this.forgotten++;
  }

  /** The project around these files, with everything read that it asked for. */
  async project(entries: readonly string[]): Promise<Project> {
    const wanted = new Set(entries);
    const around = await Promise.all([...new Set(entries.map(directory))].map((folder) => this.prepare(folder)));
    for (const script of around.flat()) wanted.add(script);
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
    return new Project(this.input(files));
  }

  /** What is at a URI, once read. */
  state(uri: string): Promise<FileState> {
    const known = this.overlay.get(uri) ?? this.files.get(uri);
    if (known !== undefined) return Promise.resolve(known);
    let reading = this.reading.get(uri);
    if (!reading) {
      reading = this.limited(() => this.host.read(uri)).then((state) => {
        // Told to be stale while it was read: the next one to ask reads it again.
        if (this.reading.get(uri) === reading) {
          this.reading.delete(uri);
          this.files.set(uri, state);
        }
        return state;
      });
      this.reading.set(uri, reading);
    }
    return reading;
  }

  /** Makes room: the text is read again when something asks for it. */
  drop(uri: string): void {
    this.files.delete(uri);
  }

  /** The settings that hold for a file. */
  async settings(uri: string): Promise<Settings> {
    const folder = directory(uri);
    await this.findSettings(folder);
    const file = this.settingsFiles.get(folder);
    return settingsOr(file === undefined ? undefined : await this.state(file));
  }

  /** The nearest folder that bounds a file's project. */
  root(uri: string): Promise<string> {
    return this.rootOfFolder(directory(uri));
  }

  private rootOfFolder(own: string): Promise<string> {
    let root = this.roots.get(own);
    if (!root) {
      root = this.findRoot(own).then((found) => (this.rootOf.set(own, found), found));
      this.roots.set(own, root);
    }
    return root;
  }

  private async findRoot(own: string): Promise<string> {
    const folder = this.options.folders.filter((f) => inside(own, f)).sort((a, b) => b.length - a.length)[0];
    return folder ?? (await this.repository(own)) ?? own;
  }

  private async repository(start: string): Promise<string | undefined> {
    for (let folder = start; ; folder = directory(folder)) {
      if ((await this.list(folder)).some((e) => e.name === '.git')) return folder;
      if (directory(folder) === folder) return undefined;
    }
  }

  private list(folder: string): Promise<readonly Entry[]> {
    let listing = this.listings.get(folder);
    if (!listing) {
      listing = this.limited(() => this.host.list(folder)).then((entries) => {
        if (this.listings.get(folder) === listing) this.names.set(folder, entries.flatMap((e) => (e.folder ? [] : [e.uri])));
        return entries;
      });
      this.listings.set(folder, listing);
    }
    return listing;
  }

  /** Finds out what a folder's files depend on; answers the scripts that are likely to name them. */
  private async prepare(folder: string): Promise<readonly string[]> {
    await this.findSettings(folder);
    await this.findPins(folder);
    let scripts = this.scripts.get(folder);
    if (!scripts) this.scripts.set(folder, (scripts = this.scriptsAround(folder)));
    return scripts;
  }

  /** shardlint.json, or pyproject.toml with a [tool.shardlint], in the nearest folder upward. */
  private async findSettings(start: string): Promise<void> {
    while (!this.settingsFiles.has(start)) {
      const { forgotten } = this;
      const found = await this.settingsFileFor(start);
      if (forgotten === this.forgotten) this.settingsFiles.set(start, found);
    }
  }

  private async settingsFileFor(start: string): Promise<string | undefined> {
    const root = await this.rootOfFolder(start);
    if (this.options.settingsFile !== undefined) {
      await this.state(this.options.settingsFile);
      return this.options.settingsFile;
    }
    for (let folder = start; ; folder = directory(folder)) {
      for (const name of settingsNames) {
        const uri = resolvePath(folder, name);
        const state = await this.state(uri);
        if (state instanceof SourceText && settingsIn(state)) return uri;
      }
      if (folder === root || directory(folder) === folder || !inside(folder, root)) return undefined;
    }
  }

  /** Requirements, lock files and the like, in the folder and those above it up to the root. */
  private async findPins(start: string): Promise<void> {
    if (this.pinFiles.has(start)) return;
    const { forgotten } = this;
    const found: (readonly string[])[] = [];
    for (const folder of await this.upward(start)) {
      const entries = await this.list(folder);
      const within = await Promise.all(entries.filter((e) => e.folder && e.name === 'requirements').map((e) => this.list(e.uri)));
      const files = [...entries, ...within.flat()].filter((e) => !e.folder && isPinFile(e.uri));
      found.push(files.slice(0, maximumPinFiles).map((e) => e.uri));
    }
    await Promise.all(found.flat().map((uri) => this.state(uri)));
    if (forgotten !== this.forgotten) return this.findPins(start);
    this.pinFiles.set(start, found);
  }

  /** The folder and those above it, up to the root. */
  private async upward(start: string): Promise<readonly string[]> {
    const root = await this.rootOfFolder(start);
    const folders: string[] = [];
    for (let folder = start; folders.length < maximumFolders; folder = directory(folder)) {
      folders.push(folder);
      if (folder === root || directory(folder) === folder || !inside(folder, root)) break;
    }
    return folders;
  }

  /** Launch scripts that are likely to name a folder's files: there, in the folders above up to the root, and `scripts/` in each. */
  private async scriptsAround(start: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const folder of await this.upward(start)) {
      const entries = await this.list(folder);
      const within = entries.filter((e) => e.folder && scriptFolders.test(e.name));
      const more = await Promise.all(within.map((e) => this.list(e.uri)));
      for (const e of [...entries, ...more.flat()]) if (!e.folder && isScriptName(e.uri) && found.length < maximumScripts) found.push(e.uri);
    }
    return found;
  }

  private known(uri: string): boolean {
    return this.overlay.has(uri) || this.files.has(uri);
  }

  private build(): Project {
    return new Project(this.input());
  }

  private input(files: ReadonlyMap<string, FileState> = new Map([...this.files, ...this.overlay])): ProjectInput {
    const byFolder = new Map<string, Settings>();
    const settings = (uri: string): Settings => {
      const folder = directory(uri);
      let known = byFolder.get(folder);
      if (!known) {
        const own = settingsOr(files.get(near(this.settingsFiles, folder) ?? ''));
        const pinned = pinnedVersions((near(this.pinFiles, folder) ?? []).map((list) => list.map((f) => files.get(f)).filter((s) => s instanceof SourceText)));
        byFolder.set(folder, (known = { ...own, versions: { ...pinned, ...own.versions } }));
      }
      return known;
    };
    return {
      files,
      names: [...this.names.values()].flat(),
      settings,
      root: (uri) => this.rootOf.get(directory(uri)) ?? this.options.folders.find((f) => inside(uri, f)),
      mapping: (uri) => mappingOf(settings(uri), uri),
      given: this.options.given,
      ...(this.options.language ? { language: this.options.language } : {}),
      ...(this.options.fallback ? { fallback: this.options.fallback } : {}),
    };
  }

}

/** What is known of a folder; for one that was never an entry's, of the nearest folder above that was. */
function near<T>(known: ReadonlyMap<string, T>, start: string): T | undefined {
  for (let folder = start; ; folder = directory(folder)) {
    if (known.has(folder)) return known.get(folder);
    if (directory(folder) === folder) return undefined;
  }
}

const inside = (uri: string, folder: string): boolean => uri === folder || uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** The first one wins where a folder has both. */
const settingsNames = ['shardlint.json', 'pyproject.toml'];
export const isSettingsName = (uri: string): boolean => settingsNames.includes(fileName(uri));

const parsed = new WeakMap<SourceText, Settings | undefined>();

/** The settings in a file; undefined for a pyproject.toml that has none. */
export function settingsIn(source: SourceText): Settings | undefined {
  if (!parsed.has(source)) parsed.set(source, fileName(source.uri).endsWith('.toml') ? tomlSettings(source) : readSettings(source));
  return parsed.get(source);
}

const settingsOr = (state: FileState | undefined): Settings => (state instanceof SourceText ? settingsIn(state) : undefined) ?? noSettings;

const section = ['tool', 'shardlint'];

function tomlSettings(source: SourceText): Settings | undefined {
  // Most projects' pyproject.toml is none of our business, right or wrong.
  if (!/\bshardlint\b/.test(source.text)) return undefined;
  const tree = parseToml(source.text);
  const broken = tree.problems.length > 0 && /^[ \t]*\[\[?[ \t]*["']?tool["']?[ \t]*\.[ \t]*["']?shardlint\b/m.test(source.text);
  return tree.nodes.has(section.join('.')) || broken ? readSettings(source, tree, section) : undefined;
}
