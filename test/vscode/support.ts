import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';

export const extensionId = 'shardlint.shardlint';

export function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension(extensionId);
  assert.ok(found, 'the extension is not installed');
  return found;
}

export const inWorkspace = (path: string): vscode.Uri => vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, path);

/** Opens a file of test/vscode/workspace in an editor. */
export async function open(path: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(inWorkspace(path));
  await vscode.window.showTextDocument(document);
  return document;
}

/** Closes every editor; unsaved changes are dropped. */
export async function closeAll(): Promise<void> {
  while (vscode.window.tabGroups.all.some((g) => g.tabs.length > 0)) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Waits for a value that is not undefined. */
export async function until<T>(what: string, probe: () => T | undefined | Thenable<T | undefined>, ms = 20_000): Promise<T> {
  for (const end = Date.now() + ms; ; await sleep(50)) {
    const value = await probe();
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error(`timed out after ${ms} ms: ${what}`);
  }
}

/** Checks for so many ms that something stays as it is. */
export async function steadily(what: string, holds: () => boolean, ms = 2000): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(100)) assert.ok(holds(), what);
}

/** Our findings in a file. */
export const findings = (uri: vscode.Uri): vscode.Diagnostic[] => vscode.languages.getDiagnostics(uri).filter((d) => d.source === 'shardlint');

/** Name of the rule that a finding is of. */
export const rule = (d: vscode.Diagnostic): string => String(typeof d.code === 'object' ? d.code.value : d.code);

/** Waits until a rule reports in a file. */
export const finding = (uri: vscode.Uri, name: string): Promise<vscode.Diagnostic> =>
  until(`a finding ${name} in ${uri.path}`, () => findings(uri).find((d) => rule(d) === name));

/** Position of the first occurrence of `text`, plus so many characters. */
export function positionOf(document: vscode.TextDocument, text: string, plus = 0): vscode.Position {
  const at = document.getText().indexOf(text);
  assert.ok(at >= 0, `${JSON.stringify(text)} is not in ${document.uri.path}`);
  return document.positionAt(at + plus);
}

export const quickFixes = (document: vscode.TextDocument, range: vscode.Range): Thenable<vscode.CodeAction[]> =>
  vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', document.uri, range, vscode.CodeActionKind.QuickFix.value);

/** Ids of the processes that run our language server. */
export function serverProcesses(): readonly string[] {
  const module = vscode.Uri.joinPath(extension().extensionUri, 'dist', 'server.js').fsPath;
  return commandLines().flatMap(([id, command]) => (command.includes(module) ? [id] : []));
}

function commandLines(): (readonly [id: string, command: string])[] {
  if (process.platform === 'linux') return readdirSync('/proc').filter((f) => /^\d+$/.test(f)).map((id) => [id, commandLine(id)]);
  const all = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return all.split('\n').map((line) => /^\s*(\d+)\s+(.*)$/.exec(line)).flatMap((m) => (m ? [[m[1]!, m[2]!] as const] : []));
}

function commandLine(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // ended meanwhile
  }
}
