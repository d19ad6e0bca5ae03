import type { ClientCapabilities, InitializeParams } from 'vscode-languageserver';
import type { Lang } from '../core/text/say';

/** What the client said when it started the server. */
export interface ClientOptions {
  readonly lang: Lang;
  readonly inlayHints: boolean;
  readonly workspaceDiagnostics: boolean;
  /** The client has the commands of our own extension. */
  readonly commands: boolean;
  /** It asks for diagnostics; else they are pushed. */
  readonly pullsDiagnostics: boolean;
  readonly refreshesDiagnostics: boolean;
  readonly refreshesHints: boolean;
  readonly relatedInformation: boolean;
  readonly codeDescription: boolean;
  /** Edits can name a document's version, and make files. */
  readonly documentChanges: boolean;
  readonly createsFiles: boolean;
  readonly snippets: boolean;
  readonly markdown: boolean;
  readonly definitionLinks: boolean;
  readonly hierarchicalSymbols: boolean;
  readonly watchesFiles: boolean;
  readonly workspaceFolders: boolean;
}

export function clientOptions({ capabilities: c, initializationOptions, locale }: InitializeParams): ClientOptions {
  const own = (typeof initializationOptions === 'object' && initializationOptions !== null ? initializationOptions : {}) as Record<string, unknown>;
  const workspaceEdit = c.workspace?.workspaceEdit;
  return {
    lang: langOf(own['lang'], locale),
    inlayHints: own['inlayHints'] !== false,
    workspaceDiagnostics: own['workspaceDiagnostics'] !== false,
    commands: own['commands'] === true,
    pullsDiagnostics: c.textDocument?.diagnostic !== undefined,
    refreshesDiagnostics: c.workspace?.diagnostics?.refreshSupport === true,
    refreshesHints: c.workspace?.inlayHint?.refreshSupport === true,
    ...diagnosticDetails(c),
    documentChanges: workspaceEdit?.documentChanges === true,
    createsFiles: workspaceEdit?.documentChanges === true && workspaceEdit.resourceOperations?.includes('create') === true,
    snippets: c.textDocument?.completion?.completionItem?.snippetSupport === true,
    markdown: c.textDocument?.hover?.contentFormat?.includes('markdown') ?? false,
    definitionLinks: c.textDocument?.definition?.linkSupport === true,
    hierarchicalSymbols: c.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    watchesFiles: c.workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    workspaceFolders: c.workspace?.workspaceFolders === true,
  };
}

const langOf = (chosen: unknown, locale: string | undefined): Lang =>
  chosen === 'en' || chosen === 'zh-cn' ? chosen : /^zh([-_](cn|hans|sg)\b.*)?$/i.test(locale ?? '') ? 'zh-cn' : 'en';

/** What clients that push and clients that pull may each be told beside a diagnostic's message. */
function diagnosticDetails(c: ClientCapabilities): Pick<ClientOptions, 'relatedInformation' | 'codeDescription'> {
  const { diagnostic, publishDiagnostics } = c.textDocument ?? {};
  return {
    relatedInformation: diagnostic?.relatedInformation === true || publishDiagnostics?.relatedInformation === true,
    codeDescription: diagnostic?.codeDescriptionSupport === true || publishDiagnostics?.codeDescriptionSupport === true,
  };
}
