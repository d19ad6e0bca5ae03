import { en, render, same, type Lang, type Text } from '../text/say';

/** What `explain` prints: docs of a rule, an option or an environment variable. */
export interface Page {
  readonly kind: 'rule' | 'option' | 'variable';
  readonly name: string;
  readonly lead: Text | undefined;
  /** Short statements: severity, type, default. */
  readonly facts: readonly Text[];
  readonly sections: readonly Section[];
}

export interface Section {
  readonly heading: Text;
  readonly text?: Text;
  /** Shown as it is. */
  readonly code?: string;
  readonly list?: readonly Text[];
}

export const named = (name: Text, value: Text | string | number): Text => en`${name}: ${value}`.zh`${name}：${value}`;

/** Markdown; `lead` and facts are sentences of their own, sections have headings of the second level. */
export function pageMarkdown(page: Page, lang: Lang): string {
  const say = (t: Text): string => render(t, lang);
  const facts = page.facts.length === 1 ? [say(page.facts[0]!), ''] : page.facts.length > 1 ? [...page.facts.map((f) => `- ${say(f)}`), ''] : [];
  const lines = [`# ${page.kind === 'rule' ? page.name : `\`${page.name}\``}`, '', ...(page.lead ? [say(page.lead), ''] : []), ...facts];
  for (const { heading, text, code, list } of page.sections) {
    lines.push(`## ${say(heading)}`, '');
    if (text) lines.push(say(text), '');
    if (code !== undefined) lines.push('```text', code, '```', '');
    if (list) lines.push(...list.map((l) => `- ${say(l)}`), '');
  }
  return lines.join('\n');
}

/** For a terminal: the same without signs of markup. */
export function pageText(page: Page, lang: Lang, width: number): string {
  const say = (t: Text): string => render(t, lang);
  const indented = (text: string): string => text.split('\n').map((l) => (l === '' ? '' : `    ${l}`)).join('\n');
  const lines = [page.name, ''];
  if (page.lead) lines.push(wrap(say(page.lead), width), '');
  lines.push(...page.facts.map((f) => `  ${say(f)}`), ...(page.facts.length > 0 ? [''] : []));
  for (const { heading, text, code, list } of page.sections) {
    lines.push(say(heading));
    if (text) lines.push(wrap(say(text), width, '  '));
    if (code !== undefined) lines.push('', indented(code));
    if (list) lines.push(...list.map((l) => wrap(`- ${say(l)}`, width, '  ').replaceAll(/\n {2}/g, '\n    ')));
    lines.push('');
  }
  return lines.join('\n').trimEnd() + '\n';
}

/** Breaks at blanks; text without any, as in Chinese, is left to the terminal. */
export function wrap(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/ +/)) {
    if (line.length > indent.length && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent;
    }
    line += (line.length > indent.length ? ' ' : '') + word;
  }
  return [...lines, line].join('\n');
}

/** A value as JSON writes it, for people. */
export const valueText = (value: unknown): Text => same(JSON.stringify(value) ?? 'null');
