import type { DocumentLink } from 'vscode-languageserver';
import { links } from '../../core/features';
import { render } from '../../core/text/say';
import { canonical } from '../../core/text/uri';
import { rangeOf, sourceOf } from '../convert';
import type { Guard } from '../server';
import type { Session } from '../session';

/** `textDocument/documentLink` */
export function documentLink(session: Session, guard: Guard): void {
  session.connection.onDocumentLinks(
    guard('textDocument/documentLink', null, async ({ textDocument }, token): Promise<DocumentLink[] | null> => {
      const uri = canonical(textDocument.uri);
      const project = await session.projectFor(token);
      const source = sourceOf(project, uri);
      return source ? links(project, uri).map((l) => ({ range: rangeOf(source, l.span), target: session.clientUri(l.target), tooltip: render(l.tooltip, session.client.lang) })) : null;
    }),
  );
}
