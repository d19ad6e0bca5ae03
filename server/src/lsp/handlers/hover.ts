import type { Hover } from 'vscode-languageserver';
import { hover as hoverAt } from '../../core/features';
import { canonical } from '../../core/text/uri';
import { markdown, offsetOf, rangeOf, sourceOf } from '../convert';
import type { Guard } from '../server';
import type { Session } from '../session';

/** `textDocument/hover` */
export function hover(session: Session, guard: Guard): void {
  session.connection.onHover(
    guard('textDocument/hover', null, async ({ textDocument, position }, token): Promise<Hover | null> => {
      const uri = canonical(textDocument.uri);
      const project = await session.projectFor(token);
      const source = sourceOf(project, uri);
      const found = source && hoverAt(project, uri, offsetOf(source, position));
      return source && found ? { contents: markdown(session, found.contents), range: rangeOf(source, found.span) } : null;
    }),
  );
}
