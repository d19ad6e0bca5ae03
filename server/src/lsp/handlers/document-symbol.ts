import { SymbolKind, type DocumentSymbol, type SymbolInformation } from 'vscode-languageserver';
import { symbols, type SymbolKind as Kind } from '../../core/features';
import { render } from '../../core/text/say';
import { canonical } from '../../core/text/uri';
import { rangeOf, sourceOf } from '../convert';
import type { Guard } from '../server';
import type { Session } from '../session';

const kinds: Record<Kind, SymbolKind> = { host: SymbolKind.Object, launch: SymbolKind.Event, variable: SymbolKind.Variable, directive: SymbolKind.Property };

/** `textDocument/documentSymbol` */
export function documentSymbol(session: Session, guard: Guard): void {
  session.connection.onDocumentSymbol(
    guard('textDocument/documentSymbol', null, async ({ textDocument }, token): Promise<DocumentSymbol[] | SymbolInformation[] | null> => {
      const uri = canonical(textDocument.uri);
      const project = await session.projectFor(token);
      const source = sourceOf(project, uri);
      if (!source) return null;
      const found = symbols(project, uri);
      if (!session.client.hierarchicalSymbols) return found.map((s) => ({ name: s.name, kind: kinds[s.kind], location: { uri: textDocument.uri, range: rangeOf(source, s.span) } }));
      return found.map((s) => ({
        name: s.name,
        ...(s.detail ? { detail: render(s.detail, session.client.lang) } : {}),
        kind: kinds[s.kind],
        range: rangeOf(source, s.span),
        selectionRange: rangeOf(source, s.selection),
      }));
    }),
  );
}
