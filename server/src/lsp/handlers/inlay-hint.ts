import type { InlayHint } from 'vscode-languageserver';
import { hints } from '../../core/features';
import { render } from '../../core/text/say';
import { canonical } from '../../core/text/uri';
import { markdown, sourceOf, spanOf } from '../convert';
import type { Guard } from '../server';
import type { Session } from '../session';

/** `textDocument/inlayHint` */
export function inlayHint(session: Session, guard: Guard): void {
  if (!session.client.inlayHints) return;
  session.connection.languages.inlayHint.on(
    guard('textDocument/inlayHint', null, async ({ textDocument, range }, token): Promise<InlayHint[] | null> => {
      const uri = canonical(textDocument.uri);
      const project = await session.projectFor(token);
      const source = sourceOf(project, uri);
      if (!source) return null;
      return hints(project, uri, spanOf(source, range)).map((h) => ({
        position: source.lines.positionAt(h.offset),
        label: render(h.label, session.client.lang),
        paddingLeft: true,
        ...(h.tooltip ? { tooltip: markdown(session, h.tooltip) } : {}),
      }));
    }),
  );
}
