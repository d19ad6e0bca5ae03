import { commands, languages, window } from 'vscode';
import { en } from '../../../server/src/core/text/say';
import { ruleOf, rulePage, rulesWithPages } from '../rule-pages';
import type { Session } from '../session';
import { say } from '../settings';

/** Opens a rule's page as a preview: of the named rule, else of one the user picks. */
export async function showDocumentation(_session: Session, rule?: unknown): Promise<void> {
  const names = await rulesWithPages();
  const name = typeof rule === 'string' ? rule : await pick(names);
  if (name === undefined) return;
  // The name comes from links in hovers too: nothing but a page of ours is opened.
  if (!names.includes(name)) return void window.showErrorMessage(say(en`There is no rule ${name}.`.zh`没有名为 ${name} 的规则。`));
  await commands.executeCommand('markdown.showPreview', rulePage(name));
}

/** Rules of the findings at the cursor come first. */
function pick(names: readonly string[]): Thenable<string | undefined> {
  const editor = window.activeTextEditor;
  const here = editor ? languages.getDiagnostics(editor.document.uri).filter((d) => d.range.intersection(editor.selection)).map(ruleOf) : [];
  const first = names.filter((name) => here.includes(name));
  return window.showQuickPick([...first, ...names.filter((name) => !first.includes(name))], { placeHolder: say(en`Rule`.zh`规则`) });
}
