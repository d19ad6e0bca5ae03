import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, extension, finding, inWorkspace, open, serverProcesses, until } from '../support';

const activeTab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;

suite('commands', () => {
  teardown(closeAll);

  test('every declared command is there', async () => {
    const declared = (extension().packageJSON as { contributes: { commands: { command: string }[] } }).contributes.commands.map((c) => c.command);
    const known = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(declared.filter((c) => !known.has(c)), []);
    assert.ok(declared.length <= 8);
  });

  test('documentation opens as a preview', async () => {
    await vscode.commands.executeCommand('shardlint.showDocumentation', 'offload-param-below-stage-3');
    const tab = await until('a tab', activeTab);
    assert.ok(tab.input instanceof vscode.TabInputWebview, tab.label);
    assert.match(tab.label, /offload-param-below-stage-3/);
  });

  test('documentation opens nothing but our own pages', async () => {
    void vscode.commands.executeCommand('shardlint.showDocumentation', '../../package');
    await new Promise((done) => setTimeout(done, 500));
    assert.equal(activeTab(), undefined);
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  test('the settings in force are shown', async () => {
    await finding((await open('ds_config.json')).uri, 'offload-param-below-stage-3');
    await vscode.commands.executeCommand('shardlint.showEffectiveSettings');
    assert.equal(vscode.window.activeTextEditor?.document.languageId, 'jsonc');
  });

  test('the settings file is made, opened, and completed by its schema', async () => {
    await open('ds_config.json');
    await vscode.commands.executeCommand('shardlint.openSettings');
    const document = vscode.window.activeTextEditor!.document;
    try {
      assert.equal(document.uri.toString(), inWorkspace('shardlint.json').toString());
      assert.equal(document.languageId, 'jsonc');
      const labels = await until('completions from the schema', async () => {
        const at = document.positionAt(document.getText().indexOf('"rules"'));
        const list = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, at);
        const found = list.items.map((i) => String(typeof i.label === 'string' ? i.label : i.label.label));
        return found.includes('versions') ? found : undefined;
      });
      assert.ok(labels.includes('ignore'));
    } finally {
      await vscode.workspace.fs.delete(inWorkspace('shardlint.json'));
    }
  });

  test('a restart brings a new server with the same findings', async () => {
    const document = await open('ds_config.json');
    await finding(document.uri, 'offload-param-below-stage-3');
    const before = serverProcesses();
    await vscode.commands.executeCommand('shardlint.restartServer');
    const after = await until('one other server', () => {
      const now = serverProcesses();
      return now.length === 1 && now[0] !== before[0] ? now : undefined;
    });
    assert.equal(after.length, 1);
    await finding(document.uri, 'offload-param-below-stage-3');
  });
});
