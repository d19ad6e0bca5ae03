import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, finding, open, positionOf } from '../support';

suite('language features', () => {
  suiteTeardown(closeAll);

  test('a key has a hover', async () => {
    const document = await open('ds_config.json');
    await finding(document.uri, 'offload-param-below-stage-3');
    const at = positionOf(document, 'train_micro_batch_size_per_gpu', 3);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, at);
    const text = hovers.flatMap((h) => h.contents).map((c) => (typeof c === 'string' ? c : c.value)).join('\n');
    assert.match(text, /train_micro_batch_size_per_gpu/);
  });

  test('keys are completed', async () => {
    const document = await open('ds_config.json');
    const at = positionOf(document, '"bf16"', 1);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, at);
    const labels = list.items.map((i) => (typeof i.label === 'string' ? i.label : i.label.label));
    assert.ok(labels.some((l) => l.replaceAll('"', '') === 'gradient_clipping' || l.replaceAll('"', '') === 'gradient_accumulation_steps'), labels.join(' '));
  });

  test('snippets are offered in a hostfile', async () => {
    const document = await open('hostfile');
    const list = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, new vscode.Position(2, 0));
    assert.ok(list.items.some((i) => i.kind === vscode.CompletionItemKind.Snippet), 'no snippet');
  });
});
