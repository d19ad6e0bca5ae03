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

/** One client's documents and folders, and what is known of them. */
export class Session {
  private workspace: Workspace;
  private picture: Promise<Project> | undefined;
  /** By canonical URI, the client's own spelling. */
  private readonly spelling = new Map<string, string>();
  private readonly changed = new Emitter<void>();
  /** Fires after every change of a document, a file or the folders. */
  readonly onDidChange = this.changed.event;

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

  /** A workspace of its own, with the open texts in it: for work in the background. */
  makeWorkspace(): Workspace {
    const workspace = new Workspace(this.host, { folders: this.folderUris, language: (uri) => this.documents.get(this.clientUri(uri))?.languageId });
    for (const document of this.documents.all()) if (this.takes(document)) workspace.set(canonical(document.uri), document.getText());
    return workspace;
  }

  /** The URIs of the open documents that are looked at. */
  get open(): readonly string[] {
    return this.documents.all().filter((d) => this.takes(d)).map((d) => canonical(d.uri));
  }

  /** An open document over the limit is left alone like a file of that size. */
  takes = (document: TextDocument): boolean => !ignoredSchemes.test(document.uri) && !this.tooLarge(document);

  tooLarge = (document: TextDocument): boolean => document.getText().length > sizeLimit;

  clientUri = (uri: string): string => this.spelling.get(uri) ?? uri;

  text = (uri: string): string | undefined => this.documents.get(this.clientUri(uri))?.getText();

  version = (uri: string): number | undefined => this.documents.get(this.clientUri(uri))?.version;

  didOpenOrChange(document: TextDocument): void {
    const uri = canonical(document.uri);
    this.spelling.set(uri, document.uri);
    this.workspace.set(uri, this.takes(document) ? document.getText() : undefined);
    this.touch();
  }

  didClose(document: TextDocument): void {
    const uri = canonical(document.uri);
    this.spelling.delete(uri);
    this.workspace.set(uri, undefined);
    this.touch();
  }

  didChangeFiles(uris: readonly string[]): void {
    for (const uri of uris) this.workspace.forget(uri);
    this.touch();
  }

  private touch(): void {
    this.picture = undefined;
    this.changed.fire();
  }

  /** The files as they are now; made once for all that ask between two changes. */
  project(): Promise<Project> {
    return (this.picture ??= this.workspace.project(this.open.filter((u) => isRecognisableName(u) || isSettingsName(u) || this.hasLanguage(u))));
  }

  /** A document that the editor gave one of our languages, whatever its name. */
  private hasLanguage = (uri: string): boolean => /^(deepspeed-|shellscript$|json)/.test(this.documents.get(this.clientUri(uri))?.languageId ?? '');

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

export function stopIfCancelled(token: CancellationToken): void {
  if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
}
