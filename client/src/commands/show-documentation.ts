import { commands, languages, window } from 'vscode';
import { en } from '../../../server/src/core/text/say';
import { pageOf, ruleOf, rulesWithPages } from '../rule-pages';
import type { Session } from '../session';
import { say } from '../settings';

/** Opens the page of a rule or of a concept as a preview: the named one, else of a rule that the user picks. */
export async function showDocumentation(_session: Session, page?: unknown): Promise<void> {
  const name = typeof page === 'string' ? page : await pick(await rulesWithPages());
  if (name === undefined) return;
  const uri = await pageOf(name);
  if (!uri) return void window.showErrorMessage(say(en`There is no page on ${name}.`.zh`没有关于 ${name} 的页面。`));
  await commands.executeCommand('markdown.showPreview', uri);
}

/** Rules of the findings at the cursor come first. */
function pick(names: readonly string[]): Thenable<string | undefined> {
  const editor = window.activeTextEditor;
  const here = editor ? languages.getDiagnostics(editor.document.uri).filter((d) => d.range.intersection(editor.selection)).map(ruleOf) : [];
  const first = names.filter((name) => here.includes(name));
  return window.showQuickPick([...first, ...names.filter((name) => !first.includes(name))], { placeHolder: say(en`Rule`.zh`规则`) });
}
