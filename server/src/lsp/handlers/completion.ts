import { CompletionItemKind, InsertTextFormat, type CompletionItem } from 'vscode-languageserver';
import { complete, resolveCompletion, type CompletionData, type CompletionItem as Item, type CompletionKind } from '../../core/features';
import type { SourceText } from '../../core/model/document';
import { render } from '../../core/text/say';
import { canonical } from '../../core/text/uri';
import { markdown, offsetOf, rangeOf, sourceOf } from '../convert';
import type { Guard } from '../server';
import type { Session } from '../session';

/** Characters after which something is worth offering. */
export const triggerCharacters = ['"', ':', '-', '=', '@'];

const kinds: Record<CompletionKind, CompletionItemKind> = {
  key: CompletionItemKind.Property,
  section: CompletionItemKind.Module,
  value: CompletionItemKind.Value,
  flag: CompletionItemKind.Field,
  variable: CompletionItemKind.Variable,
  file: CompletionItemKind.File,
  host: CompletionItemKind.Reference,
};

/** `textDocument/completion` and `completionItem/resolve` */
export function completion(session: Session, guard: Guard): void {
  session.connection.onCompletion(
    guard('textDocument/completion', null, async ({ textDocument, position }, token): Promise<CompletionItem[] | null> => {
      const uri = canonical(textDocument.uri);
      const project = await session.projectFor(token);
      const source = sourceOf(project, uri);
      return source ? complete(project, uri, offsetOf(source, position)).map((item) => itemOf(session, source, item)) : null;
    }),
  );
  session.connection.onCompletionResolve((item, token) =>
    guard('completionItem/resolve', item, (): CompletionItem => {
      const documentation = isData(item.data) ? resolveCompletion(item.data) : undefined;
      return documentation ? { ...item, documentation: markdown(session, documentation) } : item;
    })(undefined, token),
  );
}

function itemOf(session: Session, source: SourceText, item: Item): CompletionItem {
  const { lang, snippets } = session.client;
  const snippet = item.snippet && snippets;
  const newText = item.snippet && !snippets ? plain(item.edit.newText) : item.edit.newText;
  return {
    label: item.label,
    kind: kinds[item.kind],
    ...(item.detail ? { detail: render(item.detail, lang) } : {}),
    sortText: item.sortText,
    ...(item.filterText !== undefined ? { filterText: item.filterText } : {}),
    insertTextFormat: snippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range: rangeOf(source, item.edit.span), newText },
    ...(item.additional ? { additionalTextEdits: item.additional.map((e) => ({ range: rangeOf(source, e.span), newText: e.newText })) } : {}),
    ...(item.data ? { data: item.data } : {}),
  };
}

/** A snippet's text with its defaults, for editors without snippets. */
const plain = (snippet: string): string => snippet.replaceAll(/\$\{\d+:([^}]*)\}|\$\{\d+\|([^,|}]*)[^}]*\}|\$\{\d+\}|\$\d+/g, '$1$2').replaceAll(/\\([$}\\])/g, '$1');

const isData = (data: unknown): data is CompletionData => typeof data === 'object' && data !== null && 'of' in data;
