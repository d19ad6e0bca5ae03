/*
 * The command line and the language server in one bundle, since they share nearly all of their code. Each is loaded by its
 * own small file in dist/ (scripts/build.mjs), and only then runs.
 */
export const cli = (): Promise<unknown> => import('./cli');
export const server = (): Promise<unknown> => import('./server.node');
