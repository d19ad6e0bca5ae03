import type { ExtensionContext } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import * as extension from './extension';

export function activate(context: ExtensionContext): void {
  const module = context.asAbsolutePath('dist/server.js');
  extension.activate(context, {
    createClient: (options) => new LanguageClient('shardlint', 'Shardlint', { module, transport: TransportKind.ipc }, options),
  });
}

export const deactivate = extension.deactivate;
