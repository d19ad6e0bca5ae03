import type { Location, LocationLink } from 'vscode-languageserver';
import { definition as definitionAt, references as referencesOf } from '../../core/features';
import { canonical } from '../../core/text/uri';
import { locationOf, offsetOf, rangeOf, sourceOf } from '../convert';
import type { Guard } from '../server';
import type { Session } from '../session';

/** `textDocument/definition` */
export function definition(session: Session, guard: Guard): void {
  session.connection.onDefinition(
    guard('textDocument/definition', null, async ({ textDocument, position }, token): Promise<Location[] | LocationLink[] | null> => {
      const uri = canonical(textDocument.uri);
      const project = await session.projectFor(token);
      const source = sourceOf(project, uri);
      const found = source && definitionAt(project, uri, offsetOf(source, position));
      if (!source || !found) return null;
      const locations = found.targets.map((place) => locationOf(session, project, place));
      if (!session.client.definitionLinks) return locations;
      return locations.map((l) => ({ originSelectionRange: rangeOf(source, found.origin), targetUri: l.uri, targetRange: l.range, targetSelectionRange: l.range }));
    }),
  );
}

/** `textDocument/references`: the places in scripts that name the file. */
export function references(session: Session, guard: Guard): void {
  session.connection.onReferences(
    guard('textDocument/references', null, async ({ textDocument }, token): Promise<Location[] | null> => {
      const project = await session.projectFor(token);
      return referencesOf(project, canonical(textDocument.uri)).map((place) => locationOf(session, project, place));
    }),
  );
}
