import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { nodeHost } from '../host/node';
import { startServer } from '../lsp/server';

// How to talk is said on the command line: --node-ipc, --stdio, --socket or --pipe.
startServer(createConnection(ProposedFeatures.all), nodeHost);
