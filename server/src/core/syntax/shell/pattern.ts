/** One step of a glob: a character for itself, any one, any number. */
export type Step = { readonly char: string } | 'one' | 'any';

/** Whether all of `text` from `from` to `to` fits; each pair of positions is tried once. */
export function fits(steps: readonly Step[], text: string, from: number, to: number): boolean {
  let step = 0;
  let at = from;
  let star = -1;
  let resume = from;
  while (at < to) {
    const s = steps[step];
    if (s !== undefined && s !== 'any' && (s === 'one' || s.char === text[at])) {
      step++;
      at++;
    } else if (s === 'any') {
      star = step++;
      resume = at;
    } else if (star >= 0) {
      step = star + 1;
      at = ++resume;
    } else return false;
  }
  while (steps[step] === 'any') step++;
  return step === steps.length;
}

const longest = 2_048;

/** `${X#p}` and its kin; undefined where it would take too long. */
export function remove(operator: '#' | '##' | '%' | '%%', text: string, steps: readonly Step[]): string | undefined {
  if (text.length > longest) return undefined;
  const prefix = operator[0] === '#';
  const shortest = operator.length === 1;
  for (let i = 0; i <= text.length; i++) {
    const length = shortest ? i : text.length - i;
    const [from, to] = prefix ? [0, length] : [text.length - length, text.length];
    if (fits(steps, text, from, to)) return prefix ? text.slice(to) : text.slice(0, from);
  }
  return text;
}

/** `${X/a/b}` for a pattern without glob signs. */
export function replace(operator: '/' | '//' | '/#' | '/%', text: string, pattern: string, by: string): string {
  if (pattern === '') return operator === '/#' ? by + text : operator === '/%' ? text + by : text;
  switch (operator) {
    case '//':
      return text.replaceAll(pattern, () => by);
    case '/':
      return text.replace(pattern, () => by);
    case '/#':
      return text.startsWith(pattern) ? by + text.slice(pattern.length) : text;
    case '/%':
      return text.endsWith(pattern) ? text.slice(0, -pattern.length) + by : text;
  }
}
