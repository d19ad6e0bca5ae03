export * from '../../server/src/lsp/protocol';
