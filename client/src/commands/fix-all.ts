import { commands } from 'vscode';

/** Applies every safe fix in the active editor; the editor asks the server for them. */
export async function fixAll(): Promise<void> {
  await commands.executeCommand('editor.action.codeAction', { kind: 'source.fixAll.shardlint', apply: 'first' });
}
