import { window, workspace } from 'vscode';
import { en } from '../../../server/src/core/text/say';
import { effectiveSettingsRequest } from '../protocol';
import type { Session } from '../session';
import { say } from '../settings';

/** Opens the settings in force for the file in the active editor, each with the place it comes from. */
export async function showEffectiveSettings(session: Session): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (!document) return void window.showInformationMessage(say(en`No file is open.`.zh`没有打开的文件。`));
  await session.start();
  const { client } = session;
  if (!client) return void window.showErrorMessage(say(en`The Shardlint server does not run.`.zh`Shardlint 服务器未运行。`));
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  const answer = await client.sendRequest<{ text: string } | null>(effectiveSettingsRequest, { uri });
  if (!answer) return void window.showInformationMessage(say(en`No settings apply to this file.`.zh`没有适用于此文件的设置。`));
  await window.showTextDocument(await workspace.openTextDocument({ language: 'jsonc', content: answer.text }));
}
