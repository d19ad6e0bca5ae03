import { Disposable, languages, LanguageStatusSeverity, window, workspace, type LanguageStatusItem, type TextDocument } from 'vscode';
import { en } from '../../server/src/core/text/say';
import { statusChanged, statusRequest, type Status } from './protocol';
import { documentSelector, schemes } from './recognise';
import type { Session } from './session';
import { say } from './settings';

/** How long after the last key press the status of an edited file is asked for, in ms. */
const editDelay = 400;

const severities = {
  info: LanguageStatusSeverity.Information,
  warning: LanguageStatusSeverity.Warning,
  error: LanguageStatusSeverity.Error,
} as const;

/** What a document was taken for; null where the server does not run or leaves the file alone. */
export async function statusOf(session: Session, document: TextDocument): Promise<Status | null> {
  if (!session.client || !schemes.includes(document.uri.scheme)) return null;
  return session.client.sendRequest<Status | null>(statusRequest, { uri: session.client.code2ProtocolConverter.asUri(document.uri) });
}

/** The language status item: what the file in the active editor was taken for and why. */
export function showStatus(session: Session): Disposable {
  let item: LanguageStatusItem | undefined;
  let timer: NodeJS.Timeout | undefined;
  let listening: Disposable | undefined;
  // Only the newest question is answered.
  let asked = 0;

  function show(text: string, detail: string | undefined, severity: LanguageStatusSeverity, command: LanguageStatusItem['command']): void {
    item ??= languages.createLanguageStatusItem('shardlint.status', documentSelector);
    item.name = 'Shardlint';
    Object.assign(item, { text, detail, severity, command });
  }

  function hide(): void {
    item?.dispose();
    item = undefined;
  }

  async function refresh(): Promise<void> {
    const turn = ++asked;
    if (session.state === 'failed') {
      const command = { command: 'shardlint.restartServer', title: say(en`Restart`.zh`重启`) };
      return show('Shardlint', say(en`the server does not run`.zh`服务器未运行`), LanguageStatusSeverity.Error, command);
    }
    const document = window.activeTextEditor?.document;
    const status = document && (await statusOf(session, document).catch(() => null));
    if (turn !== asked) return;
    if (!status) return hide();
    const command = { command: 'shardlint.explainFile', title: say(en`Explain`.zh`说明`) };
    show(status.title, status.detail, severities[status.severity ?? 'info'], command);
  }

  function refreshSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), editDelay);
  }

  function onState(): void {
    listening?.dispose();
    listening = session.client?.onNotification(statusChanged, () => refreshSoon());
    void refresh();
  }

  const subscriptions = Disposable.from(
    session.onDidChangeState(onState),
    window.onDidChangeActiveTextEditor(() => void refresh()),
    workspace.onDidChangeTextDocument((event) => {
      if (session.client && event.document === window.activeTextEditor?.document) refreshSoon();
    }),
  );
  return new Disposable(() => {
    clearTimeout(timer);
    asked++;
    subscriptions.dispose();
    listening?.dispose();
    hide();
  });
}
