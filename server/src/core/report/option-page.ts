import { defaultOf, deepspeedVersion, option, optionsIn, removed, section, type Option, type RemovedKey, type UnknownKeys } from '../catalog/deepspeed';
import { variable, type EnvVariable } from '../catalog/env';
import { en, joinTexts, same, type Text } from '../text/say';
import { named, valueText, type Page, type Section } from './page';

const list = (values: readonly (string | number)[]): string => values.join(', ');
const some = <T>(value: T | undefined, make: (value: T) => Text | readonly Text[]): readonly Text[] => {
  if (value === undefined) return [];
  const made = make(value);
  return 'en' in made ? [made] : made;
};

const unknownKeyWords: Record<UnknownKeys, Text> = {
  refuse: en`Keys that it does not know stop the run.`.zh`遇到未知的键会报错退出。`,
  ignore: en`Keys that it does not know are ignored.`.zh`未知的键会被忽略。`,
  keyword: en`Keys are keyword arguments of the class: a wrong one stops the run with a TypeError.`.zh`其中的键是该类的关键字参数，写错会以 TypeError 退出。`,
  free: en`Its keys are free.`.zh`其中的键可自由命名。`,
};

/** What the catalogue says about a path of a DeepSpeed config; undefined when it has none such. */
export function optionPage(path: string): Page | undefined {
  const found = option(path);
  if (found) return pageOf(path, found);
  const gone = removed(path);
  if (gone) return removedPage(gone);
  const inside = optionsIn(path);
  return path !== '' && inside.length > 0 ? { kind: 'option', name: path, lead: undefined, facts: typeFact(['object']), sections: keysSection(path, inside) } : undefined;
}

const typeFact = (types: readonly string[]): Text[] => [named(en`Type`.zh`类型`, joinTexts(types.map(same), en`${' or '}`.zh` 或 `))];

function pageOf(path: string, row: Option): Page {
  const inside = optionsIn(path);
  return {
    kind: 'option',
    name: row.path,
    lead: row.meaning,
    facts: [
      ...typeFact([...row.types, ...(row.nullable ? ['null'] : [])]),
      ...(row.required ? [en`Required`.zh`必填`] : row.default === undefined ? [] : [named(en`Default`.zh`默认值`, valueText(defaultOf(row)))]),
      ...some(row.enum, (values) => named(en`Values`.zh`取值`, list(values))),
      ...some(row.minimum, (n) => named(en`At least`.zh`最小值`, n)),
      ...some(row.maximum, (n) => named(en`At most`.zh`最大值`, n)),
      ...some(row.aliases, (names) => named(en`Also written`.zh`别名`, list(names))),
      ...some(row.since, (v) => named(en`Since DeepSpeed`.zh`起始 DeepSpeed 版本`, v)),
      ...some(row.auto?.trainer, (from) => en`"auto" under the Transformers Trainer: ${from}`.zh`Transformers Trainer 下的 "auto"：${from}`),
      ...some(row.auto?.accelerate, (from) => en`"auto" under accelerate: ${from}`.zh`accelerate 下的 "auto"：${from}`),
      ...some(row.appliesWhen, (when) => en`Has an effect at ZeRO stage ${list(when.stages)}`.zh`在 ZeRO stage ${list(when.stages)} 下生效`),
      ...(row.dead ? [en`DeepSpeed reads it and does nothing with it.`.zh`DeepSpeed 会读取它，但不起任何作用。`] : []),
      ...some(row.deprecated, deprecation),
      en`As of DeepSpeed ${deepspeedVersion}`.zh`依据 DeepSpeed ${deepspeedVersion}`,
    ],
    sections: [...(row.changed ? [changes(row.changed)] : []), ...keysSection(path, inside)],
  };
}

function deprecation({ replacedBy, behaviour }: NonNullable<Option['deprecated']>): Text {
  const now = { taken: en`it still works`.zh`仍可使用`, alias: en`it still works`.zh`仍可使用`, ignored: en`it has no effect`.zh`已不起作用`, refused: en`it stops the run`.zh`会报错退出` }[behaviour];
  return replacedBy === undefined ? en`Deprecated: ${now}`.zh`已弃用：${now}` : en`Deprecated: ${now}; now ${replacedBy}`.zh`已弃用：${now}；改用 ${replacedBy}`;
}

const changes = (rows: NonNullable<Option['changed']>): Section => ({
  heading: en`Changes`.zh`变更`,
  list: rows.map(({ since, from, to, what }) =>
    joinTexts([same(since), ...(from === undefined && to === undefined ? [] : [en`default ${valueText(from)} → ${valueText(to)}`.zh`默认值 ${valueText(from)} → ${valueText(to)}`]), ...(what ? [what] : [])], en`${': '}`.zh`：`),
  ),
});

function keysSection(path: string, inside: readonly Option[]): readonly Section[] {
  if (inside.length === 0) return [];
  const unknown = section(path)?.unknownKeys;
  return [{ heading: en`Keys`.zh`键`, ...(unknown ? { text: unknownKeyWords[unknown] } : {}), list: inside.map((o) => same(o.path)) }];
}

const removedPage = ({ path, since, until, replacedBy, behaviour }: RemovedKey): Page => ({
  kind: 'option',
  name: path,
  lead: until === undefined ? en`No DeepSpeed release reads this key.`.zh`没有任何 DeepSpeed 版本读取此键。` : en`Read up to DeepSpeed ${until}.`.zh`最后读取它的 DeepSpeed 版本为 ${until}。`,
  facts: [
    ...some(since, (v) => named(en`Since DeepSpeed`.zh`起始 DeepSpeed 版本`, v)),
    behaviour === 'refused' ? en`Now it stops the run.`.zh`现在会报错退出。` : en`Now it has no effect.`.zh`现在不起作用。`,
    ...some(replacedBy, (now) => named(en`Use instead`.zh`改用`, now)),
  ],
  sections: [],
});

/** What the catalogue says about an environment variable. */
export function variablePage(name: string): Page | undefined {
  const row = variable(name);
  return row && pageOfVariable(row);
}

function pageOfVariable(row: EnvVariable): Page {
  return {
    kind: 'variable',
    name: row.name,
    lead: row.meaning,
    facts: [
      named(en`Read by`.zh`读取者`, row.readBy),
      named(en`Type`.zh`类型`, row.type),
      ...some(row.default, (v) => named(en`Default`.zh`默认值`, v)),
      ...some(row.values, (v) => named(en`Values`.zh`取值`, list(v))),
      ...some(row.allowed, (v) => named(en`Allowed`.zh`允许`, v)),
      ...some(row.since, (v) => named(en`Since`.zh`起始版本`, v)),
      ...some(row.deprecatedSince, (v) => named(en`Deprecated since`.zh`弃用于`, v)),
      ...some(row.removedIn, (v) => named(en`No longer read`.zh`不再读取`, v)),
      ...some(row.replacedBy, (v) => named(en`Use instead`.zh`改用`, v)),
      ...(row.undocumented ? [en`Not documented by its vendor`.zh`厂商文档未收录`] : []),
    ],
    sections: [
      ...(row.dangerNote ? [{ heading: en`When it is set`.zh`设置后的影响`, text: row.dangerNote }] : []),
      ...(row.effects ? [{ heading: en`What a value does`.zh`各取值的作用`, list: Object.entries(row.effects).map(([value, words]) => named(same(`${row.name}=${value}`), words)) }] : []),
    ],
  };
}
