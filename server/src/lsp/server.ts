import {
  ErrorCodes, PositionEncodingKind, ResponseError, TextDocumentSyncKind, TextDocuments, type CancellationToken, type Connection, type InitializeParams, type InitializeResult,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { version } from '../../../package.json';
import type { Host } from '../host/host';
import { capabilities, handlers } from './handlers';
import { clientOptions } from './options';
import { folderUri, Session } from './session';

/** Serves one client over a connection, reading files through the host, until the client ends it. */
export function startServer(connection: Connection, host: Host): void {
  const documents = new TextDocuments(TextDocument);
  let session: Session | undefined;

  connection.onInitialize((params): InitializeResult => {
    if (session) throw new ResponseError(ErrorCodes.InvalidRequest, 'initialize was sent before');
    session = new Session(connection, host, clientOptions(params), documents, foldersOf(params));
    // The session knows a change before the handlers hear of it.
    documents.onDidOpen(() => session!.didOpen());
    documents.onDidChangeContent(({ document }) => session!.didOpenOrChange(document));
    documents.onDidSave(() => session!.didSave());
    documents.onDidClose(({ document }) => session!.didClose(document));
    for (const register of handlers) register(session, guard(connection));
    return {
      capabilities: { positionEncoding: PositionEncodingKind.UTF16, textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true }, ...capabilities(session.client) },
      serverInfo: { name: 'shardlint', version },
    };
  });

  documents.listen(connection);
  connection.listen();
}

const foldersOf = ({ workspaceFolders, rootUri }: InitializeParams): readonly string[] => (workspaceFolders?.map((f) => f.uri) ?? (rootUri ? [rootUri] : [])).map(folderUri);

export type Guard = <P, R>(method: string, otherwise: R, handle: (params: P, token: CancellationToken) => Promise<R> | R) => (params: P, token: CancellationToken) => Promise<R>;

/** A fault in one handler is written to the client's log, and the request answered with nothing: the others go on. */
const guard =
  (connection: Connection): Guard =>
  (method, otherwise, handle) =>
  async (params, token) => {
    try {
      return await handle(params, token);
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      connection.console.error(`${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return otherwise;
    }
  };
