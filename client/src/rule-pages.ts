import { extensions, Uri, workspace, type Diagnostic } from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { lang } from './settings';

export const extensionId = 'shardlint.shardlint';

const folder = (): Uri => Uri.joinPath(extensions.getExtension(extensionId)!.extensionUri, 'docs', 'rules');

/** The page of a rule that lies in the extension, in the language of the messages. */
export const rulePage = (rule: string): Uri => Uri.joinPath(folder(), ...(lang() === 'zh-cn' ? ['zh-cn'] : []), `${rule}.md`);

/** The page about a concept, in the language of the messages. */
const conceptPage = (id: string): Uri => Uri.joinPath(extensions.getExtension(extensionId)!.extensionUri, 'docs', 'concepts', lang(), `${id}.md`);

/** The page of a rule, or of a concept named `concepts/ID`; undefined where there is none. */
export async function pageOf(name: string): Promise<Uri | undefined> {
  // The name comes from links in hovers too: nothing but a page of ours is opened.
  const match = /^(concepts\/)?([a-z][a-z0-9-]*)$/.exec(name);
  if (!match) return undefined;
  const page = match[1] ? conceptPage(match[2]!) : rulePage(match[2]!);
  return workspace.fs.stat(page).then(() => page, () => undefined);
}

/** Names of all rules that have a page. */
export async function rulesWithPages(): Promise<readonly string[]> {
  const entries = await workspace.fs.readDirectory(folder());
  return entries.flatMap(([name]) => (/^[a-z][a-z0-9-]*\.md$/.test(name) ? [name.slice(0, -3)] : [])).sort();
}

/** The name of the rule that a diagnostic of ours is about. */
export function ruleOf(diagnostic: Diagnostic): string | undefined {
  if (diagnostic.source !== 'shardlint') return undefined;
  const code = typeof diagnostic.code === 'object' ? diagnostic.code.value : diagnostic.code;
  return typeof code === 'string' ? code : undefined;
}

function link(diagnostics: readonly Diagnostic[]): void {
  for (const diagnostic of diagnostics) {
    const rule = ruleOf(diagnostic);
    if (rule !== undefined) diagnostic.code = { value: rule, target: rulePage(rule) };
  }
}

/** Makes the rule's name in a finding lead to the page that came with the extension: no network is needed to read it. */
export const rulePageMiddleware = (): Middleware => ({
  handleDiagnostics: (uri, diagnostics, next) => {
    link(diagnostics);
    next(uri, diagnostics);
  },
  provideDiagnostics: async (document, previousResultId, token, next) => {
    const report = await next(document, previousResultId, token);
    if (report && 'items' in report) link(report.items);
    return report;
  },
  provideWorkspaceDiagnostics: (resultIds, token, reporter, next) =>
    next(resultIds, token, (chunk) => {
      for (const item of chunk?.items ?? []) if ('items' in item) link(item.items);
      reporter(chunk);
    }),
});
