import { defaultOf, type Option, type OptionContext } from '../catalog/deepspeed';
import { concept, conceptUrl, type ConceptId } from '../catalog/concepts';
import { atLeast } from '../catalog/version';
import { en, joinTexts, same, type Text } from '../text/say';
import { code, inline, list } from './markdown';

const typeNames: Record<Option['types'][number], Text> = {
  integer: en`integer`.zh`整数`,
  number: en`number`.zh`数值`,
  boolean: en`boolean`.zh`布尔值`,
  string: en`string`.zh`字符串`,
  array: en`list`.zh`列表`,
  object: en`object`.zh`对象`,
  any: en`any value`.zh`任意值`,
};

export const or = en`${' or '}`.zh`${' 或 '}`;

function typeWords(types: Option['types']): Text {
  if (types.length === 1 && types[0] === 'boolean') return en`true or false`.zh`true 或 false`;
  return joinTexts(types.map((t) => typeNames[t]), or);
}

/** A default as JSON writes it; undefined where there is none to show. */
export function defaultWords(option: Option, version?: string): Text | undefined {
  const value = defaultOf(option, version);
  if (option.required) return en`required`.zh`必填`;
  if (value === undefined) return undefined;
  if (value === null) return option.deprecated || option.types.includes('object') ? undefined : en`no default`.zh`无默认值`;
  if (typeof value === 'object' && Object.keys(value).length === 0) return undefined;
  return en`default ${code(JSON.stringify(value))}`.zh`默认 ${code(JSON.stringify(value))}`;
}

const listed = (values: readonly (string | number)[]): Text => list(values.map((v) => code(typeof v === 'string' ? `"${v}"` : v)));

function range({ minimum, maximum }: Option): Text | undefined {
  if (minimum !== undefined && maximum !== undefined) return en`${minimum} to ${maximum}`.zh`${minimum} 到 ${maximum}`;
  if (minimum !== undefined) return en`at least ${minimum}`.zh`不小于 ${minimum}`;
  return maximum === undefined ? undefined : en`at most ${maximum}`.zh`不大于 ${maximum}`;
}

/** Type, default, allowed values, age: one line. */
export function optionFacts(option: Option, version?: string): Text | undefined {
  return inline([
    typeWords(option.types),
    defaultWords(option, version),
    option.enum && option.enum.length <= 14 ? en`one of ${listed(option.enum)}`.zh`可取 ${listed(option.enum)}` : undefined,
    range(option),
    option.since ? en`since DeepSpeed ${option.since}`.zh`自 DeepSpeed ${option.since} 起` : undefined,
  ]);
}

/** What became of the option: deprecated, without effect, a default that changed at a release. */
export function optionNotes(option: Option, version?: string): readonly Text[] {
  const notes: Text[] = [];
  const { deprecated, changed = [], dead, aliases } = option;
  if (deprecated) {
    const now = {
      taken: en`it still works, with a warning`.zh`仍然有效，但会有警告`,
      alias: en`it still works`.zh`仍然有效`,
      ignored: en`it has no effect`.zh`已不起作用`,
      refused: en`it stops the run`.zh`会停止运行`,
    }[deprecated.behaviour];
    const since = deprecated.since ? en` since ${deprecated.since}`.zh`（自 ${deprecated.since} 起）` : same('');
    notes.push(deprecated.replacedBy ? en`**Deprecated**${since}: ${now}. Use ${code(deprecated.replacedBy)}.`.zh`**已弃用**${since}：${now}。请改用 ${code(deprecated.replacedBy)}。` : en`**Deprecated**${since}: ${now}.`.zh`**已弃用**${since}：${now}。`);
  }
  if (dead && !deprecated) notes.push(en`DeepSpeed reads this key and does nothing with it.`.zh`DeepSpeed 会读取该键，但不起任何作用。`);
  for (const { since, from, to, what } of changed.filter((c) => recent(c.since, version))) {
    if (what) notes.push(en`Since ${since}: ${what}`.zh`自 ${since} 起：${what}`);
    else if (from !== undefined || to !== undefined) notes.push(en`Default ${code(JSON.stringify(to ?? null))} since ${since}, ${code(JSON.stringify(from ?? null))} before.`.zh`自 ${since} 起默认 ${code(JSON.stringify(to ?? null))}，之前为 ${code(JSON.stringify(from ?? null))}。`);
  }
  if (aliases && aliases.length > 0) notes.push(en`Also written ${lastKeys(aliases)}.`.zh`也可写作 ${lastKeys(aliases)}。`);
  if (version !== undefined && option.since && !atLeast(version, option.since)) notes.push(en`DeepSpeed ${version}, which this project uses, does not know it.`.zh`本项目使用的 DeepSpeed ${version} 没有该键。`);
  return notes;
}

/** What changed longer ago than this is of use only to a project that is older still. */
const recent = (since: string, version: string | undefined): boolean => atLeast(since, '0.8.0') || (version !== undefined && !atLeast(version, since));

const lastKeys = (paths: readonly string[]): Text => list(paths.map((p) => code(p.slice(p.lastIndexOf('.') + 1))));

/** The concept's first paragraph and the link to its page. */
export function conceptWords(id: ConceptId | undefined): Text | undefined {
  if (!id) return undefined;
  const { title, first } = concept(id);
  return en`${first} [More: ${title}](${conceptUrl(id, 'en')})`.zh`${first}[详见：${title}](${conceptUrl(id, 'zh-cn')})`;
}

/** What decides the keywords of an optimizer or scheduler, as far as a completion item carries it along. */
export const contextFrom = (optimizer: string | undefined, scheduler: string | undefined): OptionContext => ({
  ...(optimizer !== undefined ? { optimizer } : {}),
  ...(scheduler !== undefined ? { scheduler } : {}),
});
