import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { nodeHost } from '../host/node';
import { startServer } from '../lsp/server';

// How to talk is said on the command line: --node-ipc, --stdio, --socket or --pipe.
const connection = createConnection(ProposedFeatures.all);
// A fault that no request waits for: told, and survived.
process.on('unhandledRejection', (error) => connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error)));
startServer(connection, nodeHost);
