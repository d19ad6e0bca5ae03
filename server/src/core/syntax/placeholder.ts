/**
 * Placeholders that something else fills in before the file is read: shell (`${BS}`, `$BS`, `$((A * B))`), Jinja
 * (`{{ bs }}`, `{% if %}`), ERB (`<%= bs %>`), `<batch size>`, printf and Python's `%` (`%d`, `%(bs)s`), `@BS@`, `%BS%`,
 * `__BS__`, and bare constants that a `sed` replaces (`CONFIG_MBSIZE`, as in the DeepSpeedExamples templates).
 *
 * Lengths are bounded so that no text makes the search slow.
 */
const shell = /\$\{(?:[^{}\r\n]|\$\{[^{}\r\n]{0,200}\}){1,200}\}|\$\(\([^\r\n]{0,200}?\)\)|\$\([^()\r\n]{0,200}\)|\$[A-Za-z_]\w*/y;
const units: Record<string, RegExp> = {
  $: shell,
  '{': /\{\{[^\r\n]{0,500}?\}\}/y,
  '<': /<%[^\r\n]{0,500}?%>|<[A-Za-z_][^<>"'\r\n,:{}[\]]{0,80}>/y,
  '%': /%\([A-Za-z_]\w{0,80}\)[0-9.]{0,5}[a-z]|%[0-9.]{0,5}[dsfgeir](?!\w)|%[A-Z_]{2,80}%/y,
  '@': /@[A-Za-z_]\w{0,80}@/y,
  '`': /`[^`\r\n]{1,200}`/y,
  _: /__[A-Z][A-Z0-9_]{0,80}__/y,
};

function unitAt(text: string, at: number): number | undefined {
  const unit = units[text[at]!];
  if (!unit) return undefined;
  unit.lastIndex = at;
  return unit.test(text) ? unit.lastIndex : undefined;
}

/** The end of the placeholder that stands at `at` as a whole unquoted value, glued text included (`${A}e-5`, `-$B`). */
export function placeholderAt(text: string, at: number): number | undefined {
  let end = at;
  let found = false;
  for (;;) {
    const unit = unitAt(text, end);
    if (unit !== undefined) {
      found = true;
      end = unit;
    } else if (/[\w.+*:/-]/.test(text[end] ?? '') && !startsComment(text, end)) end++;
    else break;
  }
  if (end === at || !endsValue(text, end)) return undefined;
  return found || isPlaceholderName(text.slice(at, end)) ? end : undefined;
}

/** The end of a `${…}` or `{{…}}` at `at`: hjson refuses both where a key stands. */
export const keyPlaceholderAt = (text: string, at: number): number | undefined =>
  text.startsWith('{{', at) || text.startsWith('${', at) ? unitAt(text, at) : undefined;

const startsComment = (text: string, at: number): boolean => text[at] === '/' && (text[at + 1] === '/' || text[at + 1] === '*');

function endsValue(text: string, from: number): boolean {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  const c = text[at];
  return c === undefined || /[\r\n,}\]#]/.test(c) || startsComment(text, at) || text.startsWith('{%', at);
}

/** Upper-case words that are values somebody forgot to quote, and no placeholders. */
const words = new Set(
  ('TRUE FALSE NULL NONE NAN INF INFINITY YES NO ON OFF AUTO CPU GPU CUDA NVME FP8 FP16 BF16 FP32 FLOAT16 BFLOAT16 FLOAT32 ' +
    'ADAM ADAMW SGD LAMB NCCL GLOO MPI CCL HCCL').split(' '),
);

/** `GBSIZE`, `ZERO_STAGE`, `CL_1st_MAX`, `QuantW_FORWARD`. */
export function isPlaceholderName(word: string): boolean {
  if (word.length > 80 || !/^_*[A-Z]\w+$/.test(word) || words.has(word)) return false;
  const parts = word.split('_');
  const shouted = parts.some((p) => /^[A-Z][A-Z0-9]+$/.test(p));
  return shouted && (parts.length > 1 || word === word.toUpperCase());
}

/** The same in quotes, where only a word of several parts counts, and only in a file that is a template by other signs. */
export const isQuotedName = (word: string): boolean => /[A-Za-z0-9]_[A-Za-z0-9]/.test(word) && isPlaceholderName(word);

/**
 * What a quoted string says of the file. `template`: the whole string is one placeholder, or holds a `{{…}}`. `unknown`: a
 * longer string with a variable in it (`"$HOME/nvme"`), which proves no template, yet its value is not what is written.
 */
export function placeholderIn(value: string): 'template' | 'unknown' | undefined {
  if (!/[$<%@`]|\{\{|__/.test(value)) return undefined;
  const trimmed = value.trim();
  if (unitAt(trimmed, 0) === trimmed.length) return 'template';
  const jinja = value.indexOf('{{');
  if (jinja >= 0 && value.indexOf('}}', jinja) > 0) return 'template';
  return /\$\{[^{}]+\}|\$[A-Za-z_]|\$\(|<%|<[A-Za-z_][\w -]*>|@[A-Z][A-Z0-9_]*@|%\([A-Za-z_]\w*\)[a-z]/.test(value) ? 'unknown' : undefined;
}

const statement = /\{%[-+]?\s*(\w+)[^\r\n]{0,500}?%\}/y;
const opening = /^(?:if|for|macro|call|filter|block|with|raw)$/;

/** A Jinja statement (`{% if x %}`): its end, and by how many levels it opens (1) or closes (-1) a block. */
export function statementAt(text: string, at: number): { readonly end: number; readonly opens: number } | undefined {
  statement.lastIndex = at;
  const match = statement.exec(text);
  if (!match) return undefined;
  return { end: statement.lastIndex, opens: opening.test(match[1]!) ? 1 : match[1]!.startsWith('end') ? -1 : 0 };
}
