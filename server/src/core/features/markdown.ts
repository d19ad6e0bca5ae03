import type { Project } from '../job/project';
import { SourceText } from '../model/document';
import { isFilePlace, origins, type Fact, type FilePlace, type Place } from '../model/fact';
import { en, joinTexts, type Text } from '../text/say';
import { fileName } from '../text/uri';

/** A value from a file as Markdown code, whatever backticks and line breaks it holds. */
export function code(value: string | number | boolean): string {
  const text = String(value).replaceAll(/[\r\n]+/g, ' ');
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map((m) => m[0].length));
  const fence = '`'.repeat(longest + 1);
  const pad = text === '' || text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** Text from a file with Markdown's signs made plain. */
export const plain = (text: string): string => text.replaceAll(/[\\`*[\]<>|~]|(?<!\w)_|_(?!\w)/g, '\\$&');

export const plainText = (text: Text): Text => ({ en: plain(text.en), zh: plain(text.zh) });

/** `**name**`, with signs inside the name made plain. */
export const bold = (name: string): string => `**${plain(name)}**`;

export const paragraphs = (...parts: readonly (Text | undefined | false)[]): Text => joinTexts(parts.filter((p): p is Text => p !== undefined && p !== false && p.en !== ''), '\n\n');

/** A list, one item a line; nothing for no items. */
export const bullets = (items: readonly Text[]): Text | undefined => (items.length === 0 ? undefined : joinTexts(items.map((i) => en`- ${i}`.zh`- ${i}`), '\n'));

/** Values side by side: `a, b` and `a、b`. */
export const list = (values: readonly string[]): Text => en`${values.join(', ')}`.zh`${values.join('、')}`;

/** Short statements on one line: `integer · default 0`. */
export const inline = (items: readonly (Text | undefined)[]): Text | undefined => {
  const there = items.filter((i) => i !== undefined);
  return there.length === 0 ? undefined : joinTexts(there, ' · ');
};

/** Line of a place from 0; undefined where the file's text is not at hand. */
function lineOf(project: Project, place: FilePlace): number | undefined {
  const file = project.file(place.uri);
  return file instanceof SourceText ? file.lines.positionAt(place.span.start).line : undefined;
}

const target = (uri: string, line: number | undefined): string =>
  uri.replaceAll('(', '%28').replaceAll(')', '%29') + (line === undefined ? '' : `#L${line + 1}`);

/** `[hostfile:1](uri#L1)`; for several lines in a row `[hostfile:1–2](uri#L1)`. */
function linkTo(uri: string, from: number | undefined, to: number | undefined): string {
  const lines = from === undefined ? '' : to === undefined || to === from ? `:${from + 1}` : `:${from + 1}–${to + 1}`;
  return `[${plain(fileName(uri))}${lines}](${target(uri, from)})`;
}

/** A link to a place, labelled with its file and line. */
export const link = (project: Project, place: FilePlace): string => {
  const line = lineOf(project, place);
  return linkTo(place.uri, line, line);
};

/** A link to the start of a file under a name of its own. */
export const fileLink = (uri: string, name: string): string => `[${plain(name)}](${target(uri, undefined)})`;

/** Links to all these places, one for each file and run of lines. */
export function links(project: Project, places: readonly FilePlace[]): Text {
  const files = new Map<string, (number | undefined)[]>();
  for (const place of places) files.set(place.uri, [...(files.get(place.uri) ?? []), lineOf(project, place)]);
  const parts: string[] = [];
  for (const [uri, all] of files) {
    const lines = [...new Set(all)].filter((l) => l !== undefined).sort((a, b) => a - b);
    if (lines.length === 0) parts.push(linkTo(uri, undefined, undefined));
    for (let i = 0; i < lines.length; ) {
      let end = i;
      while (lines[end + 1] === lines[end]! + 1) end++;
      parts.push(linkTo(uri, lines[i], lines[end]));
      i = end + 1;
    }
  }
  return list(parts);
}

/** Where a fact was read, as links; the option or setting that gave it; nothing for a tool's own default. */
export function whence(project: Project, fact: Fact<unknown>): Text | undefined {
  const places = origins(fact).map((o) => o.place);
  if (places.length > 0) return links(project, places);
  return placeWords(fact.at);
}

const placeWords = (place: Place): Text | undefined => (isFilePlace(place) ? undefined : en`given as ${code(place.given)}`.zh`由 ${code(place.given)} 给出`);

/** Integers with thin groups of three digits: `500,000,000`. */
export const grouped = (n: number): string => (Number.isSafeInteger(n) ? String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',') : String(n));

/** At most `digits` after the point, none where they are zeros. */
export const rounded = (n: number, digits: number): string => String(Number(n.toFixed(digits)));

/** Decimal units: `1 GB`, `100 MB`. */
export function bytes(n: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let value = n;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${rounded(value, 2)} ${units[unit]!}`;
}

/** `1 rank`, `16 ranks`. */
export const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** `16 ranks` in both languages. */
export const ranks = (n: number): Text => en`${count(n, 'rank', 'ranks')}`.zh`${n} 个 rank`;
