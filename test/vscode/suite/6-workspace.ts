import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, finding, findings, inWorkspace, open, rule, until } from '../support';

const bad = '{ "train_micro_batch_size_per_gpu": 4, "fp16": { "enabled": true }, "bf16": { "enabled": true } }\n';
const clean = '{ "train_micro_batch_size_per_gpu": 4 }\n';
const write = (uri: vscode.Uri, text: string): Thenable<void> => vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));

suite('files that nobody opened', () => {
  const uri = inWorkspace('unopened/ds_config.json');
  // VS Code in a browser saves by itself after a second, and would put the edit on the disk.
  const autoSave = (value: string | undefined): Thenable<void> => vscode.workspace.getConfiguration('files').update('autoSave', value, vscode.ConfigurationTarget.Workspace);
  suiteSetup(async () => {
    await autoSave('off');
    await finding((await open('ds_config.json')).uri, 'offload-param-below-stage-3');
  });
  suiteTeardown(async () => {
    await closeAll();
    await autoSave(undefined);
    await vscode.workspace.fs.delete(inWorkspace('unopened'), { recursive: true, useTrash: false }).then(undefined, () => undefined);
  });
  const none = (): Promise<true> => until('no findings', () => findings(uri).length === 0 || undefined);

  test('their findings come, change and go with what is on disk', async () => {
    await write(uri, bad);
    await finding(uri, 'fp16-and-bf16');
    await write(uri, clean);
    await none();
    await write(uri, bad);
    await finding(uri, 'fp16-and-bf16');
    await vscode.workspace.fs.delete(inWorkspace('unopened'), { recursive: true, useTrash: false });
    await none();
  });

  test('a document closed without saving has the findings of its file again', async () => {
    await write(uri, bad);
    await finding(uri, 'fp16-and-bf16');
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, 1, 0), clean));
    await none();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await finding(uri, 'fp16-and-bf16');
    assert.deepEqual(findings(uri).map(rule), ['fp16-and-bf16']);
  });
});
