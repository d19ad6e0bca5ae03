/** One sentence for people, in both languages side by side. Code never compares these. */
export interface Text {
  readonly en: string;
  readonly zh: string;
}

/** `en`: English. `zh-cn`: Simplified Chinese. */
export type Lang = 'en' | 'zh-cn';

interface Half {
  /** The same sentence in Simplified Chinese. */
  zh(strings: TemplateStringsArray, ...values: readonly Part[]): Text;
}
type Part = string | number | boolean | Text;

const join = (strings: TemplateStringsArray, values: readonly Part[], lang: 'en' | 'zh'): string =>
  strings.reduce((all, s, i) => all + s + (i < values.length ? one(values[i]!, lang) : ''), '');
const one = (value: Part, lang: 'en' | 'zh'): string => (typeof value === 'object' ? value[lang] : String(value));

/**
 * `` en`hosts: ${n}`.zh`主机数：${n}` ``. A Text may be put into a Text; each half takes its own language's half.
 */
export function en(strings: TemplateStringsArray, ...values: readonly Part[]): Half {
  const english = join(strings, values, 'en');
  return { zh: (s, ...v) => ({ en: english, zh: join(s, v, 'zh') }) };
}

/** Words that are the same in both languages: names, numbers, paths, a tool's own error words. */
export const same = (value: string | number): Text => ({ en: String(value), zh: String(value) });

export const joinTexts = (texts: readonly Text[], separator: Text | string): Text => {
  const sep = typeof separator === 'string' ? same(separator) : separator;
  return { en: texts.map((t) => t.en).join(sep.en), zh: texts.map((t) => t.zh).join(sep.zh) };
};

export const render = (text: Text, lang: Lang): string => (lang === 'zh-cn' ? text.zh : text.en);
