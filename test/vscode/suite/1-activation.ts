import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, extension, finding, inWorkspace, open, serverProcesses, steadily, until } from '../support';

// Runs first: the server is started by the first recognised file and then stays. (The extension itself may be active from the
// start: VS Code opens its own settings.json, which is JSON.)
suite('activation', () => {
  suiteTeardown(closeAll);

  test('JSON and shell scripts of other kinds do not start the server', async () => {
    await open('notes.json');
    await open('plain.sh');
    await until('activation', () => extension().isActive || undefined);
    await steadily('the server was started', () => serverProcesses().length === 0);
  });

  test('a text that becomes a config while it is typed starts the server', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: '{}\n' });
    const editor = await vscode.window.showTextDocument(document);
    await steadily('the server was started', () => serverProcesses().length === 0, 1000);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 1), '"train_micro_batch_size_per_gpu": 4, "zero_optimization": { "stage": 3 }'));
    await until('one server', () => serverProcesses().length === 1 || undefined);
  });

  test('one server serves all files', async () => {
    const document = await open('ds_config.json');
    await finding(document.uri, 'offload-param-below-stage-3');
    await open('train.sh');
    await open('hostfile');
    await steadily('another server was started', () => serverProcesses().length === 1, 1000);
  });

  test('files get their language by name', async () => {
    const languages = {
      hostfile: 'deepspeed-hostfile', my_hostfile: 'deepspeed-hostfile', 'hostfile.txt': 'deepspeed-hostfile', hostfile_8nodes: 'deepspeed-hostfile',
      'hostfile-16': 'deepspeed-hostfile', 'cluster.hostfile': 'deepspeed-hostfile', 'hostfile_utils.py': 'python', 'hostfile_notes.md': 'markdown',
      '.deepspeed_env': 'deepspeed-env', '.deepspeed_env.cluster': 'deepspeed-env',
      'ds_config.json': 'json', 'shardlint.json': 'jsonc', 'train.sh': 'shellscript', 'train.sbatch': 'shellscript', 'train.slurm': 'shellscript',
    };
    const actual = await Promise.all(
      Object.keys(languages).map(async (name) => [name, (await vscode.workspace.openTextDocument(inWorkspace(`names/${name}`).with({ scheme: 'untitled' }))).languageId]),
    );
    assert.deepEqual(Object.fromEntries(actual), languages);
  });
});
