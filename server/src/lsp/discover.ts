import { URI } from 'vscode-uri';
import { mappingOf } from '../core/engine/mapping';
import { SourceText } from '../core/model/document';
import { isRecognisableName, isScriptName, recognise } from '../core/model/recognise';
import { directory, resolvePath } from '../core/text/uri';
import type { Entry, Host } from '../host/host';
import { ignoreLayer, isIgnored, isSkippedFolder, type IgnoreLayer } from '../host/ignore';
import { isSettingsName, type Workspace } from '../host/load';
import { pool } from '../host/pool';

/** Bounds on what a workspace can cost: folders listed, files looked into, and files kept. */
const mostFolders = 5000;
const mostCandidates = 10_000;
const mostFiles = 2000;
/** Other people's JSON over this size, in bytes, is not looked into: no config is that long. */
const configSize = 256 * 1024;
const atOnce = 32;

interface Candidate {
  readonly uri: string;
  /** It is ours by its name, or by the user's word. */
  readonly certain: boolean;
}

/**
 * The files of some folders that are ours, by the same rules as `shardlint check`: by name and by content, without what
 * .gitignore leaves out. The folders are walked once, and again after files came or went; a file is looked into again after
 * it changed.
 */
export class Discovery {
  private walked: Promise<readonly Candidate[]> | undefined;
  private readonly verdicts = new Map<string, boolean>();
  /** What holds in the folders that were entered. */
  private readonly layers = new Map<string, readonly IgnoreLayer[]>();
  private readonly limited = pool(atOnce);

  constructor(
    private readonly host: Host,
    private readonly folders: readonly string[],
    /** Knows the settings that hold for a file. */
    private readonly workspace: Workspace,
  ) {}

  async files(): Promise<readonly string[]> {
    const candidates = await (this.walked ??= this.walk());
    const ours = await Promise.all(candidates.map((c) => c.certain || this.isOurs(c.uri)));
    return candidates.filter((_, i) => ours[i]).slice(0, mostFiles).map((c) => c.uri);
  }

  /** Files or folders changed, came, or went. `listing`: what the folders hold may be different. */
  didChange(uris: readonly string[], listing: boolean): void {
    for (const uri of uris) for (const known of this.verdicts.keys()) if (known === uri || known.startsWith(`${uri}/`)) this.verdicts.delete(known);
    if (listing || uris.some((u) => isSettingsName(u) || isIgnoreFile(u))) this.walked = undefined;
  }

  /** Whether a folder was entered, or a file looked into. */
  knows = (uri: string): boolean => this.layers.has(uri) || this.verdicts.has(uri);

  /** Whether a file, named by a launch perhaps, lies where nothing is reported: outside the folders, or ignored. */
  leavesOut(uri: string): boolean {
    const layers = this.layers.get(directory(uri));
    return layers === undefined || isIgnored(layers, URI.parse(uri).path, false);
  }

  private async isOurs(uri: string): Promise<boolean> {
    let verdict = this.verdicts.get(uri);
    if (verdict === undefined) {
      const state = await this.limited(() => this.host.read(uri, configSize));
      verdict = state instanceof SourceText && recognise(uri, state.text) !== undefined;
      this.verdicts.set(uri, verdict);
    }
    return verdict;
  }

  private async walk(): Promise<readonly Candidate[]> {
    this.layers.clear();
    const found: Candidate[] = [];
    let wave: Folder[] = await Promise.all(this.folders.map(async (uri) => ({ uri, path: URI.parse(uri).path, layers: await this.layersAbove(uri) })));
    let listed = 0;
    while (wave.length > 0 && listed < mostFolders && found.length < mostCandidates) {
      const now = wave.splice(0, atOnce);
      listed += now.length;
      for (const { folders, files } of await Promise.all(now.map((folder) => this.enter(folder)))) {
        wave = wave.concat(folders);
        found.push(...files);
      }
    }
    return found;
  }

  private async enter(folder: Folder): Promise<{ readonly folders: readonly Folder[]; readonly files: readonly Candidate[] }> {
    const entries = await this.limited(() => this.host.list(folder.uri));
    const own = await this.layerIn(folder.path, entries);
    const layers = own ? [...folder.layers, own] : folder.layers;
    this.layers.set(folder.uri, layers);
    const paths = entries.map((e) => (folder.path.endsWith('/') ? folder.path : `${folder.path}/`) + e.name);
    const kept = entries.map((e, i) => ({ ...e, path: paths[i]! })).filter((e) => !(e.folder && isSkippedFolder(e.name)) && !isIgnored(layers, e.path, e.folder));
    const files = kept.filter((e) => !e.folder);
    const settings = files.length > 0 ? await this.workspace.settings(files[0]!.uri) : undefined;
    return {
      folders: kept.filter((e) => e.folder).map(({ uri, path }) => ({ uri, path, layers })),
      files: files.flatMap(({ uri, name }) => {
        const mapped = settings && settings.files.length > 0 ? mappingOf(settings, uri) : undefined;
        if (mapped === 'none') return [];
        const certain = mapped !== undefined || isSettingsName(uri) || (!isScriptName(uri) && recognise(uri, '') !== undefined);
        return certain || isRecognisableName(uri) || !name.includes('.') ? [{ uri, certain }] : [];
      }),
    };
  }

  private async layerIn(path: string, entries: readonly Entry[]): Promise<IgnoreLayer | undefined> {
    const file = entries.find((e) => e.name === '.gitignore' && !e.folder);
    const state = file && (await this.limited(() => this.host.read(file.uri)));
    return state instanceof SourceText ? ignoreLayer(path, state.text, this.host.ignoresCase ?? false) : undefined;
  }

  /** What the folders above have to say, up to the repository; nothing where they leave the folder itself out. */
  private async layersAbove(start: string): Promise<readonly IgnoreLayer[]> {
    const layers: IgnoreLayer[] = [];
    if (await this.holdsRepository(start)) return layers;
    for (let folder = directory(start), below = start; folder !== below; [folder, below] = [directory(folder), folder]) {
      const entries = await this.limited(() => this.host.list(folder));
      const path = URI.parse(folder).path;
      const layer = await this.layerIn(path, entries);
      if (layer) layers.unshift(layer);
      if (entries.some((e) => e.name === '.git')) return isIgnored(layers, URI.parse(start).path, true) ? [] : layers;
    }
    return [];
  }

  private async holdsRepository(folder: string): Promise<boolean> {
    return (await this.limited(() => this.host.list(folder))).some((e) => e.name === '.git');
  }
}

interface Folder {
  readonly uri: string;
  readonly path: string;
  readonly layers: readonly IgnoreLayer[];
}

const isIgnoreFile = (uri: string): boolean => uri === resolvePath(directory(uri), '.gitignore');
