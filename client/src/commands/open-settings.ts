import { Uri, window, workspace, type WorkspaceFolder } from 'vscode';
import { en } from '../../../server/src/core/text/say';
import { say } from '../settings';

const template = () => `{
  // ${say(en`rule name → "error", "warning", "info", "hint" or "off"`.zh`规则名 → "error"、"warning"、"info"、"hint" 或 "off"`)}
  "rules": {}
}
`;

const exists = (uri: Uri): Thenable<boolean> => workspace.fs.stat(uri).then(() => true, () => false);

/** Opens the nearest shardlint.json upward from the file in the active editor; makes one in its workspace folder if there is none. */
export async function openSettings(): Promise<void> {
  const active = window.activeTextEditor?.document.uri;
  const folder = (active && workspace.getWorkspaceFolder(active)) ?? (await pickFolder());
  if (!folder) return void window.showInformationMessage(say(en`Settings live in a folder: open one first.`.zh`设置保存在文件夹中：请先打开一个文件夹。`));
  const file = (await nearest(active, folder)) ?? Uri.joinPath(folder.uri, 'shardlint.json');
  if (!(await exists(file))) await workspace.fs.writeFile(file, new TextEncoder().encode(template()));
  await window.showTextDocument(file);
}

const pickFolder = async (): Promise<WorkspaceFolder | undefined> =>
  (workspace.workspaceFolders?.length ?? 0) > 1 ? window.showWorkspaceFolderPick() : workspace.workspaceFolders?.[0];

async function nearest(from: Uri | undefined, folder: WorkspaceFolder): Promise<Uri | undefined> {
  const top = folder.uri.path.replace(/\/$/, '');
  let at = from && from.scheme === folder.uri.scheme && from.path.startsWith(`${top}/`) ? Uri.joinPath(from, '..') : folder.uri;
  for (;;) {
    const file = Uri.joinPath(at, 'shardlint.json');
    if (await exists(file)) return file;
    if (at.path.length <= top.length) return undefined;
    at = Uri.joinPath(at, '..');
  }
}
