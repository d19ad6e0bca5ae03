import assert from 'node:assert/strict';
import { complete, definition, hints, hover, links, resolveCompletion, status, symbols, type CompletionItem } from '../../server/src/core/features';
import type { Project } from '../../server/src/core/job/project';
import { applyEdits } from '../../server/src/core/text/edit';
import { parseFixture } from '../support/fixture';
import { fileOf, projectFrom, uriOf } from '../support/project';

export interface At {
  readonly project: Project;
  readonly file: string;
  readonly uri: string;
  readonly offset: number;
  readonly text: string;
}

/** A fixture with `|` at the cursor. */
export function at(source: string, on?: string): At {
  const fixture = parseFixture(source, { cursor: true, ...(on ? { on } : {}) });
  assert.ok(fixture.cursor, 'the fixture has no cursor');
  const { file, offset } = fixture.cursor;
  return { project: projectFrom(fixture), file, uri: uriOf(file), offset, text: fixture.files.get(file)! };
}

/** A fixture without a cursor, seen from one of its files. */
export function projectOn(source: string, on?: string): Project {
  return projectFrom(parseFixture(source, on ? { on } : {}));
}

/** The hover in both languages; fails where there is none. */
export function hoverAt(source: string, on?: string): { readonly en: string; readonly zh: string; readonly word: string } {
  const { project, uri, offset, text } = at(source, on);
  const found = hover(project, uri, offset);
  assert.ok(found, 'no hover');
  return { ...found.contents, word: text.slice(found.span.start, found.span.end) };
}

export const noHover = (source: string, on?: string): boolean => {
  const { project, uri, offset } = at(source, on);
  return hover(project, uri, offset) === undefined;
};

export function itemsAt(source: string, on?: string): readonly CompletionItem[] {
  const { project, uri, offset } = at(source, on);
  return [...complete(project, uri, offset)].sort((a, b) => (a.sortText < b.sortText ? -1 : a.sortText > b.sortText ? 1 : 0));
}

export const labels = (items: readonly CompletionItem[]): readonly string[] => items.map((i) => i.label);

/** The text after accepting an item, its snippet stops replaced by their own text. */
export function accepted(source: string, label: string, on?: string): string {
  const { project, uri, offset, text } = at(source, on);
  const item = complete(project, uri, offset).find((i) => i.label === label);
  assert.ok(item, `no item ${label}`);
  const newText = item.snippet ? filled(item.edit.newText) : item.edit.newText;
  return applyEdits(text, [{ span: item.edit.span, newText }, ...(item.additional ?? [])]);
}

const filled = (snippet: string): string =>
  snippet
    .replaceAll(/\$\{\d+\|((?:\\.|[^|\\])*)\|\}/g, (_, all: string) => all.split(/(?<!\\),/)[0]!)
    .replaceAll(/\$\{\d+:((?:\\.|[^}\\])*)\}/g, '$1')
    .replaceAll(/(?<!\\)\$\d+/g, '')
    .replaceAll(/\\([\\$},|])/g, '$1');

export function definitionAt(source: string): readonly string[] | undefined {
  const { project, uri, offset } = at(source);
  const found = definition(project, uri, offset);
  return found?.targets.map((t) => show(project, t.uri, t.span.start, t.span.end));
}

/** `train.sh:3 NAME=value`. */
export function show(project: Project, uri: string, start: number, end: number): string {
  const source = project.file(uri);
  assert.ok(typeof source === 'object', uri);
  return `${fileOf(uri)}:${source.lines.positionAt(start).line + 1}${end > start ? ` ${source.text.slice(start, end)}` : ''}`;
}

export { complete, definition, hints, hover, links, resolveCompletion, status, symbols };
