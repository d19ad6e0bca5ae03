import { commands, window } from 'vscode';
import { en } from '../../../server/src/core/text/say';
import { fileName } from '../../../server/src/core/text/uri';
import type { Session } from '../session';
import { enabled, say } from '../settings';
import { statusOf } from '../status';

/** Says what the file in the active editor was taken for and why, or why it is left alone. */
export async function explainFile(session: Session): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (!document) return void window.showInformationMessage(say(en`No file is open.`.zh`没有打开的文件。`));
  const name = fileName(document.uri.toString());
  const settings = say(en`Open settings`.zh`打开设置`);
  const answer = await window.showInformationMessage(await explanation(session, name, await statusOf(session, document)), settings);
  if (answer === settings) await commands.executeCommand('shardlint.openSettings');
}

async function explanation(session: Session, name: string, status: Awaited<ReturnType<typeof statusOf>>): Promise<string> {
  if (status) return say(en`${name}: ${status.title} (${status.detail})`.zh`${name}：${status.title}（${status.detail}）`);
  if (!enabled()) return say(en`Shardlint is switched off by the setting shardlint.enable.`.zh`设置 shardlint.enable 已关闭 Shardlint。`);
  if (session.state === 'failed') return say(en`The Shardlint server does not run; its output says why.`.zh`Shardlint 服务器未运行，原因见其输出。`);
  return say(
    en`${name} is left alone: neither its name nor its content is one of a training config, and no open launch script names it. The entry "files" in shardlint.json says otherwise.`
      .zh`${name} 未被检查：其文件名与内容均不像训练配置，也没有已打开的启动脚本引用它。可在 shardlint.json 的 "files" 中指定。`,
  );
}
