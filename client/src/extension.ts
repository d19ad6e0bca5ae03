import { Disposable, workspace, type ExtensionContext, type TextDocument } from 'vscode';
import { registerCommands } from './commands';
import { needsServer } from './recognise';
import { createSession, type Platform, type Session } from './session';
import { enabled } from './settings';
import { showStatus } from './status';

/** How long after the last key press an unknown document is looked at again, in ms. */
const lookAgainDelay = 500;

let session: Session | undefined;

export function activate(context: ExtensionContext, platform: Platform): void {
  const current = (session = createSession(platform));
  context.subscriptions.push(current, ...registerCommands(current), showStatus(current), startWhenNeeded(current), followSettings(current));
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}

/** Starts the server as soon as a document is open that it has something to say about, and not before. */
function startWhenNeeded(current: Session): Disposable {
  const timers = new Map<TextDocument, NodeJS.Timeout>();
  const look = (document: TextDocument): void => {
    if (current.state === 'idle' && enabled() && needsServer(document)) void current.start();
  };
  const forget = (document: TextDocument): void => {
    clearTimeout(timers.get(document));
    timers.delete(document);
  };
  workspace.textDocuments.forEach(look);
  return Disposable.from(
    workspace.onDidOpenTextDocument(look),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (current.state !== 'idle') return;
      forget(document);
      timers.set(document, setTimeout(() => look(document), lookAgainDelay));
    }),
    workspace.onDidCloseTextDocument(forget),
    new Disposable(() => timers.forEach((timer) => clearTimeout(timer))),
  );
}

/** The server is told its settings when it starts; so it starts anew when they change. */
const followSettings = (current: Session): Disposable =>
  workspace.onDidChangeConfiguration(async (event) => {
    if (!['enable', 'lang', 'inlayHints', 'workspaceDiagnostics'].some((name) => event.affectsConfiguration(`shardlint.${name}`))) return;
    if (!enabled()) return current.stop();
    if (current.state !== 'idle') return current.restart();
    if (workspace.textDocuments.some(needsServer)) await current.start();
  });
