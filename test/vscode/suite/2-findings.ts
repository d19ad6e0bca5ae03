import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, extension, finding, findings, open, positionOf, quickFixes, rule, until } from '../support';

const name = 'offload-param-below-stage-3';

suite('findings and fixes', () => {
  let document: vscode.TextDocument;
  setup(async () => {
    document = await open('ds_config.json');
  });
  teardown(closeAll);

  test('a finding has its place, severity and rule', async () => {
    const found = await finding(document.uri, name);
    assert.equal(document.getText(found.range), '"offload_param"');
    assert.equal(found.severity, vscode.DiagnosticSeverity.Warning);
    assert.match(found.message, /stage is 2/);
  });

  test("a finding's rule leads to the page that came with the extension", async () => {
    const { code } = await finding(document.uri, name);
    assert.ok(typeof code === 'object');
    assert.equal(code.target.toString(), vscode.Uri.joinPath(extension().extensionUri, `docs/rules/${name}.md`).toString());
    assert.ok((await vscode.workspace.fs.stat(code.target)).size > 0);
  });

  test('a quick fix removes the finding', async () => {
    const found = await finding(document.uri, name);
    const fix = (await quickFixes(document, found.range)).find((a) => a.title === 'Remove offload_param');
    assert.ok(fix?.edit, 'no quick fix with an edit');
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    assert.doesNotMatch(document.getText(), /offload_param/);
    assert.equal(JSON.parse(document.getText()).zero_optimization.overlap_comm, true);
    await until('the finding to go', () => !findings(document.uri).some((d) => rule(d) === name) || undefined);
  });

  test('the command for all safe fixes applies them', async () => {
    await finding(document.uri, name);
    await vscode.commands.executeCommand('shardlint.fixAll');
    await until('the fix', () => !document.getText().includes('offload_param') || undefined);
    assert.equal(JSON.parse(document.getText()).zero_optimization.stage, 2);
  });

  test('fixes are applied on save where the user says so', async () => {
    const settings = vscode.workspace.getConfiguration('editor', document);
    await settings.update('codeActionsOnSave', { 'source.fixAll.shardlint': 'explicit' }, vscode.ConfigurationTarget.Workspace);
    const before = document.getText();
    try {
      await finding(document.uri, name);
      const editor = vscode.window.activeTextEditor!;
      await editor.edit((edit) => edit.insert(document.positionAt(document.getText().length), '\n'));
      await document.save();
      assert.doesNotMatch(document.getText(), /offload_param/);
    } finally {
      await settings.update('codeActionsOnSave', undefined, vscode.ConfigurationTarget.Workspace);
      await vscode.workspace.fs.writeFile(document.uri, new TextEncoder().encode(before));
    }
  });

  test('an edit brings a finding, and taking it back clears it', async () => {
    const found = await finding(document.uri, name);
    const editor = vscode.window.activeTextEditor!;
    const stage = positionOf(document, '"stage": 2', '"stage": '.length);
    await editor.edit((edit) => edit.replace(new vscode.Range(stage, stage.translate(0, 1)), '3'));
    await until('the finding to go', () => !findings(document.uri).some((d) => rule(d) === name) || undefined);
    await editor.edit((edit) => edit.replace(new vscode.Range(stage, stage.translate(0, 1)), '2'));
    assert.deepEqual((await finding(document.uri, name)).range, found.range);
  });
});
