import type { ServerCapabilities } from 'vscode-languageserver';
import type { ClientOptions } from '../options';
import type { Guard } from '../server';
import type { Session } from '../session';
import { codeAction, codeActionKinds } from './code-action';
import { completion, triggerCharacters } from './completion';
import { definition, references } from './definition';
import { diagnostic } from './diagnostic';
import { documentLink } from './document-link';
import { documentSymbol } from './document-symbol';
import { hover } from './hover';
import { inlayHint } from './inlay-hint';
import { publish } from './publish';
import { status } from './status';
import { watchedFiles } from './watched-files';
import { workspaceDiagnostic } from './workspace-diagnostic';

/** Each registers what it answers; one file a method. */
export const handlers: readonly ((session: Session, guard: Guard) => void)[] = [
  codeAction, completion, definition, references, diagnostic, documentLink, documentSymbol, hover, inlayHint, publish, status, watchedFiles, workspaceDiagnostic,
];

export const capabilities = (client: ClientOptions): ServerCapabilities => ({
  ...(client.pullsDiagnostics ? { diagnosticProvider: { identifier: 'shardlint', interFileDependencies: true, workspaceDiagnostics: client.workspaceDiagnostics } } : {}),
  codeActionProvider: { codeActionKinds },
  completionProvider: { triggerCharacters, resolveProvider: true },
  definitionProvider: true,
  referencesProvider: true,
  documentLinkProvider: {},
  documentSymbolProvider: true,
  hoverProvider: true,
  ...(client.inlayHints ? { inlayHintProvider: true } : {}),
  ...(client.workspaceFolders ? { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } } : {}),
});
