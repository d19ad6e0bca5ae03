/*
 * Snippet texts of the LSP: `$1`, `${1:x}`, `${1|a,b|}`.
 */

/** Characters that mean something in a snippet, made plain. */
export const escapeSnippet = (text: string): string => text.replaceAll(/[\\$}]/g, '\\$&');

const escapeChoice = (text: string): string => text.replaceAll(/[\\$},|]/g, '\\$&');

export const stop = (n: number, text = ''): string => (text === '' ? `$${n}` : `\${${n}:${escapeSnippet(text)}}`);

export const choice = (n: number, values: readonly string[]): string => (values.length === 1 ? stop(n, values[0]) : `\${${n}|${values.map(escapeChoice).join(',')}|}`);

/** Indents the lines after the first. */
export const block = (members: readonly string[]): string => (members.length === 1 ? `{ ${members[0]!} }` : `{\n${members.map((m) => `  ${m}`).join(',\n')}\n}`);
