import type { CancellationToken, Connection, TextDocuments } from 'vscode-languageserver';
import { Emitter, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { Project } from '../core/job/project';
import { isRecognisableName } from '../core/model/recognise';
import { canonical } from '../core/text/uri';
import { sizeLimit, type Host } from '../host/host';
import { isSettingsName, Workspace } from '../host/load';
import type { ClientOptions } from './options';

/** Texts of editors that no file stands behind, or that another one already stands for. */
const ignoredSchemes = /^(git|gitlens|output|debug|search-editor|vscode-notebook-cell|vscode-userdata|vscode-settings|walkThroughSnippet):/;

/** A folder's URI in canonical form, without a slash at its end. */
export const folderUri = (uri: string): string => canonical(uri).replace(/(?<=[^/:])\/+$/, '');

export interface FilesChange {
  readonly uris: readonly string[];
  readonly listing: boolean;
  readonly many: boolean;
}

/** One client's documents and folders, and what is known of them. */
export class Session {
  private workspace: Workspace;
  /** Whether the work in the background knows a file or folder. */
  background: ((uri: string) => boolean) | undefined;
  private picture: Promise<Project> | undefined;
  /** By canonical URI, the client's own spelling. */
  private readonly spelling = new Map<string, string>();
  private readonly changed = new Emitter<void>();
  private readonly closed = new Emitter<string>();
  private readonly filesChanged = new Emitter<FilesChange>();
  private readonly asked = new Emitter<string>();
  /** Fires with the canonical URI of a document after a question about its findings was answered, or taken back. */
  readonly onDidAskAbout = this.asked.event;
  /** Fires after every change of a document, a file or the folders. */
  readonly onDidChange = this.changed.event;
  /** Fires with the canonical URI of a document that was closed. */
  readonly onDidClose = this.closed.event;
  readonly onDidChangeFiles = this.filesChanged.event;
  /** The findings that the client was given last when it asked about a document, and the number of the change they were made after. */
  readonly answered = new Map<string, { readonly id: string; readonly at: number }>();
  private changes = 0;
  private readonly madeAt = new WeakMap<Project, number>();
  private readonly ownChange = new Map<string, number>();

  constructor(
    readonly connection: Connection,
    readonly host: Host,
    readonly client: ClientOptions,
    readonly documents: TextDocuments<TextDocument>,
    private folderUris: readonly string[],
  ) {
    this.workspace = this.makeWorkspace();
  }

  get folders(): readonly string[] {
    return this.folderUris;
  }

  setFolders(folders: readonly string[]): void {
    this.folderUris = folders;
    this.workspace = this.makeWorkspace();
    this.touch();
  }

  /** A workspace with the open texts in it. */
  makeWorkspace(): Workspace {
    const workspace = new Workspace(this.host, { folders: this.folderUris, language: this.language });
    for (const document of this.documents.all()) this.put(document, workspace);
    return workspace;
  }

  /** Puts a document's text into a workspace. One over the limit is left alone like a file of that size. */
  private put(document: TextDocument, workspace: Workspace): void {
    const uri = canonical(document.uri);
    if (this.takes(document)) workspace.set(uri, document.getText());
    else if (!ignoredSchemes.test(uri)) workspace.hide(uri, 'too-large');
  }

  /** Brings a workspace's open texts up to date. `before`: the documents that were open the last time. Answers those that are now. */
  putOpen(workspace: Workspace, before: readonly string[]): readonly string[] {
    const now = new Set<string>();
    for (const document of this.documents.all()) {
      this.put(document, workspace);
      now.add(canonical(document.uri));
    }
    for (const uri of before) if (!now.has(uri)) workspace.set(uri, undefined);
    return [...now];
  }

  /** The URIs of the open documents that are looked at. */
  get open(): readonly string[] {
    return this.documents.all().filter((d) => this.takes(d)).map((d) => canonical(d.uri));
  }

  private takes = (document: TextDocument): boolean => !ignoredSchemes.test(document.uri) && !this.tooLarge(document);

  tooLarge = (document: TextDocument): boolean => document.getText().length > sizeLimit;

  clientUri = (uri: string): string => this.spelling.get(uri) ?? uri;

  version = (uri: string): number | undefined => this.documents.get(this.clientUri(uri))?.version;

  /** The number of the last change of anything. */
  get change(): number {
    return this.changes;
  }

  /** The number of the last change of this document's own text. */
  changeOf = (uri: string): number => this.ownChange.get(uri) ?? 0;

  didOpen(): void {
    if (!this.client.watchesFiles) this.forgetDisk();
  }

  didOpenOrChange(document: TextDocument): void {
    const uri = canonical(document.uri);
    this.spelling.set(uri, document.uri);
    this.put(document, this.workspace);
    this.ownChange.set(uri, this.changes + 1);
    this.touch();
  }

  didSave(): void {
    if (!this.client.watchesFiles) this.forgetDisk();
  }

  didClose(document: TextDocument): void {
    const uri = canonical(document.uri);
    if (!ignoredSchemes.test(uri)) this.workspace.set(uri, undefined);
    this.closed.fire(uri);
    this.spelling.delete(uri);
    this.ownChange.delete(uri);
    this.touch();
  }

  /**
   * While a client shows what it was answered about a document, it passes over what is said of the same file elsewhere. When it
   * stops it asks a last time, does not say so, and drops the answer or takes the question back; so what is said elsewhere is
   * said again after every question.
   */
  didAskAbout(uri: string): void {
    this.asked.fire(uri);
  }

  /** Files or folders changed on disk. `listing`: some came or went. `many`: so many that all is read again. */
  didChangeFiles(uris: readonly string[], listing: boolean, many: boolean): void {
    if (many) this.workspace.forgetDisk();
    else for (const uri of uris) this.workspace.forget(uri);
    this.filesChanged.fire({ uris, listing, many });
    this.touch();
  }

  /** Whether a file, or one in a folder of this name, was read or looked for, here or in the background. */
  knows = (uri: string): boolean => this.workspace.knows(uri) || (this.background?.(uri) ?? false);

  /** Where nobody tells what changes on disk, the files are read again at times. */
  private forgetDisk(): void {
    this.didChangeFiles([], true, true);
  }

  private touch(): void {
    this.changes++;
    this.picture = undefined;
    this.changed.fire();
  }

  /** The files as they are now; made once for all that ask between two changes. */
  project(): Promise<Project> {
    return (this.picture ??= this.makeProject());
  }

  private async makeProject(): Promise<Project> {
    const at = this.changes;
    const project = await this.workspace.project(this.open.filter((u) => isRecognisableName(u) || isSettingsName(u) || this.hasLanguage(u)));
    this.madeAt.set(project, at);
    return project;
  }

  /** The number of the last change that a picture is sure to have seen. */
  changeSeen = (project: Project): number => this.madeAt.get(project) ?? 0;

  /** A document that the editor gave one of our languages, whatever its name. */
  private hasLanguage = (uri: string): boolean => /^(deepspeed-|shellscript$|json)/.test(this.language(uri) ?? '');

  private language = (uri: string): string | undefined => {
    const id = this.documents.get(this.clientUri(uri))?.languageId;
    // Editors other than VS Code call them by their file types.
    return id !== undefined && /^(sh|bash|zsh|ksh)$/.test(id) ? 'shellscript' : id;
  };

  /** The same picture with some texts changed, for fixes. */
  remake: Workspace['remake'] = (files) => this.workspace.remake(files);

  /** The picture for a request, unless the client no longer wants the answer. Lets what has arrived meanwhile go first. */
  async projectFor(token: CancellationToken): Promise<Project> {
    await new Promise((go) => setImmediate(go));
    stopIfCancelled(token);
    const project = await this.project();
    stopIfCancelled(token);
    return project;
  }
}

/** For work that no client can take back. */
export const never: CancellationToken = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };

export function stopIfCancelled(token: CancellationToken): void {
  if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
}
