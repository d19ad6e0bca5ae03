import { z } from 'zod';
import type { ConstructorRow, DeepSpeedFile, DeepSpeedRow, textsFile } from '../../schemas/option';

type Texts = z.output<typeof textsFile>;
type Schema = z.ZodType;

/*
 * What DeepSpeed's newest release takes, for editors that know JSON Schema alone. It says no where the tool says no and
 * nowhere else: keys that nothing looks at take anything, and only show what they are meant to be.
 */

const auto = z.literal('auto');
const intText = z.string().regex(/^\s*[+-]?\d+(_\d+)*(\.0+)?\s*$/);
const floatText = z.string().regex(/^\s*[+-]?((\d+(_\d+)*)?\.?\d+(_\d+)*\.?([eE][+-]?\d+(_\d+)*)?|[iI][nN][fF]([iI][nN][iI][tT][yY])?|[nN][aA][nN])\s*$/);
const boolText = z.string().regex(/^(1|0|[tT]|[fF]|[yY]|[nN]|[tT][rR][uU][eE]|[fF][aA][lL][sS][eE]|[yY][eE][sS]|[nN][oO]|[oO][nN]|[oO][fF][fF])$/);

const bounded = (number: z.ZodNumber, { minimum, maximum }: DeepSpeedRow): z.ZodNumber => {
  const low = minimum === undefined ? number : number.min(minimum);
  return maximum === undefined ? low : low.max(maximum);
};
// z.int() is bounded to safe integers; a config's integers are not.
const integer = (): z.ZodNumber => z.number().multipleOf(1);
const literals = (values: readonly (string | number)[]): Schema => z.literal(values as [string | number, ...(string | number)[]]);
/** A union without unions in it. */
function either(...schemas: readonly Schema[]): Schema {
  const flat = schemas.flatMap((s): readonly Schema[] => (s instanceof z.ZodUnion ? (s.options as readonly Schema[]) : [s]));
  return flat.length === 1 ? flat[0]! : z.union(flat as [Schema, Schema]);
}

/** A string of the enum in any case, the usual spellings first. */
const anyCase = (values: readonly (string | number)[]): Schema => {
  const letter = (c: string): string => (/[a-z]/i.test(c) ? `[${c.toLowerCase()}${c.toUpperCase()}]` : c);
  const words = values.map((v) => [...String(v)].map(letter).join(''));
  return either(literals(values), z.string().regex(new RegExp(`^(${words.join('|')})$`)));
};

/** What the key is meant to be, where the tool takes anything: shown by editors, and never an error. */
function meant(row: DeepSpeedRow): Schema {
  if (row.enum && row.coercion !== 'str') return either(literals(row.enum), z.any());
  const known = row.types.flatMap((t): Schema[] => (t === 'integer' || t === 'number' ? [z.number()] : t === 'boolean' ? [z.boolean()] : t === 'string' ? [z.string()] : []));
  return known.length > 0 ? either(...known, z.any()) : z.any();
}

function taken(row: DeepSpeedRow, members: Schema | undefined): Schema {
  const values = row.enum ?? [];
  const object = (members ?? z.looseObject({})) as Schema;
  switch (row.coercion) {
    case 'any': return members && row.types.includes('object') ? either(members, z.any()) : meant(row);
    case 'int': return either(bounded(integer(), row), z.boolean(), intText);
    case 'int-not-bool': return either(integer(), intText);
    case 'int-not-str': return either(integer(), z.boolean(), ...(values.length > 0 ? [literals(values)] : []));
    case 'castable-int': return either(z.number(), z.boolean(), intText);
    case 'float': return either(bounded(z.number(), row), z.boolean(), floatText);
    case 'float-not-bool': return either(bounded(z.number(), row), floatText);
    case 'number': return either(bounded(z.number(), row), z.boolean());
    case 'bool': return either(z.boolean(), z.literal([0, 1]), boolText);
    case 'switch': return either(z.boolean(), integer());
    case 'bool-number': return either(z.boolean(), z.literal([0, 1]));
    case 'str': return row.enum ? either(literals(row.enum), z.string()) : z.string();
    case 'positive': return either(z.number().gt(0), z.literal(true));
    case 'enum': return literals(values);
    case 'word': return anyCase(values);
    case 'int-enum': return either(literals(values), z.boolean(), intText);
    case 'str-list': case 'strings': return either(z.array(z.string()), z.string(), ...(row.coercion === 'strings' ? [z.looseObject({})] : []));
    case 'list': return z.array(z.any());
    case 'enum-list': return z.array(literals(values));
    case 'positive-ints': return z.array(either(integer().gt(0), z.literal(true))).min(1);
    case 'object': return object;
    case 'object-or-bool': return either(object, z.boolean());
    case 'null': return z.null();
    // Whatever else is taken, these are what is meant.
    case 'number-or-empty': case 'truthy': return meant(row);
    case 'object-or-empty': case 'container': return either(object, z.any());
    // "auto" alone, which is dropped.
    case 'never': return auto;
  }
}

/** An option with what editors show of it. */
function property(row: DeepSpeedRow, texts: Texts, members: Schema | undefined): Schema {
  const base = taken(row, members);
  const alternatives: Schema[] = [];
  if (row.nullable) alternatives.push(z.null());
  if ((row.auto || row.dropsAuto) && row.coercion !== 'any' && row.coercion !== 'never') alternatives.push(auto);
  const plain = row.checkedWhen ? meant(row) : alternatives.length > 0 ? either(base, ...alternatives) : base;
  const deprecated = row.deprecated?.replacedBy ? `Deprecated: use ${row.deprecated.replacedBy}.` : row.deprecated ? 'Deprecated.' : undefined;
  const dead = row.dead ? 'DeepSpeed uses it for nothing.' : undefined;
  const description = [texts[row.path]?.en, deprecated, dead].filter(Boolean).join(' ');
  return plain.meta({
    title: row.path.split('.').pop()!,
    ...(description ? { description } : {}),
    ...(row.default === undefined || row.default === null ? {} : { default: row.default }),
    ...(row.deprecated ? { deprecated: true } : {}),
  });
}

interface Branch {
  row: DeepSpeedRow | undefined;
  readonly children: Map<string, Branch>;
}

function tree(options: readonly DeepSpeedRow[]): Branch {
  const root: Branch = { row: undefined, children: new Map() };
  for (const row of options) {
    let at = root;
    for (const name of row.path.split('.')) {
      let next = at.children.get(name);
      if (!next) at.children.set(name, (next = { row: undefined, children: new Map() }));
      at = next;
    }
    at.row = row;
  }
  return root;
}

/** The JSON Schema (draft 7) of a DeepSpeed config. */
export function deepspeedConfigSchema(file: DeepSpeedFile, texts: Texts): string {
  const kinds = new Map(file.sections.map((s) => [s.path, s.unknownKeys]));
  // The keywords of every class that an optimizer or scheduler name leads to.
  const keywords = (section: string, classes: readonly ConstructorRow[]): Record<string, Schema> =>
    Object.fromEntries(
      [...new Set(classes.flatMap((c) => Object.keys(c.params)))].map((name) => [
        name,
        z.any().meta({ title: name, ...(texts[`${section}.${name}`] ? { description: texts[`${section}.${name}`]!.en } : {}) }),
      ]),
    );
  const params: Readonly<Record<string, Record<string, Schema>>> = {
    'optimizer.params': keywords('optimizer.params', [...file.optimizers, ...file.torchOptimizers]),
    'scheduler.params': keywords('scheduler.params', [...file.schedulers, ...file.torchSchedulers]),
  };

  function members(branch: Branch, path: string): Schema | undefined {
    if (params[path]) return z.looseObject(params[path]);
    if (branch.children.size === 0) return undefined;
    const strict = kinds.get(path) === 'refuse';
    const shape: Record<string, Schema> = {};
    let rest: Schema | undefined;
    for (const [name, child] of branch.children) {
      const childPath = path === '' ? name : `${path}.${name}`;
      const inner = members(child, childPath);
      if (name === '*') rest = branch.row?.types.includes('array') ? undefined : (inner ?? z.any());
      // A key that stops the run passes only where it is dropped.
      else if (child.row?.deprecated?.behaviour === 'refused' && strict) shape[name] = property({ ...child.row, coercion: 'never' }, texts, undefined).optional();
      else if (child.row) for (const key of [name, ...(child.row.aliases ?? []).map((a) => a.split('.').pop()!)]) shape[key] = property(child.row, texts, inner).optional();
      else if (inner) shape[name] = inner.optional();
    }
    for (const key of branch.row?.needs ?? []) if (shape[key]) shape[key] = (shape[key] as z.ZodOptional<Schema>).unwrap();
    if (strict) return z.object(shape).catchall(auto);
    return rest ? z.object(shape).catchall(rest) : z.looseObject(shape);
  }

  const root = tree(file.options);
  // `bfloat16` holds what bf16 holds, and is only looked at without it.
  const schema = members(root, '')!.meta({ title: 'DeepSpeed config', description: `Configuration file of DeepSpeed ${file.version}.` });
  return `${JSON.stringify(z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }), undefined, 1)}\n`;
}
