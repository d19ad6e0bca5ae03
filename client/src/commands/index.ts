import { commands, type Disposable } from 'vscode';
import type { Session } from '../session';
import { explainFile } from './explain-file';
import { fixAll } from './fix-all';
import { openSettings } from './open-settings';
import { restartServer } from './restart-server';
import { showDocumentation } from './show-documentation';
import { showEffectiveSettings } from './show-effective-settings';
import { showOutput } from './show-output';

const all = { explainFile, fixAll, openSettings, restartServer, showDocumentation, showEffectiveSettings, showOutput };

export const registerCommands = (session: Session): Disposable[] =>
  Object.entries(all).map(([name, run]) => commands.registerCommand(`shardlint.${name}`, (argument?: unknown) => run(session, argument)));
