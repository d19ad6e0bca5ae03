import { z } from 'zod';

/*
 * The rows of the data files in this folder, as they are written by hand or by `scripts/import-reference.ts`. They are
 * checked against these shapes whenever the catalogues are generated.
 */

/** One sentence in both languages. A row without `zh` shows the English half. */
export const text = z.strictObject({ en: z.string().min(1), zh: z.string().min(1).optional() });

/** `0.19.3`: three numbers, no leading `v`. */
export const version = z.string().regex(/^\d+(\.\d+)*$/);

export const launcherOption = z.strictObject({
  /** argparse's name for the option; for getopt programs the long name with underscores. */
  dest: z.string(),
  /** Every spelling that the program takes, the usual one first. */
  spellings: z.array(z.string()).min(1),
  /** none: a switch. one: exactly one value. optional: only when attached (`-K1`). many: see `count`. rest: all that follows. */
  takes: z.enum(['none', 'one', 'optional', 'many', 'rest']),
  /** How many values each use takes; only with `many`. */
  count: z.int().min(2).optional(),
  /** What the program converts the value to before it looks at it. */
  type: z.enum(['int', 'float', 'str', 'bool']),
  /** The only values that the parser lets through. */
  choices: z.array(z.string()).optional(),
  /** The values that mean something later on; others pass the parser. */
  values: z.array(z.string()).optional(),
  /** What stands for a missing option. Absent: nothing, or decided at run time. */
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  /** The environment variable that supplies the default. */
  env: z.string().optional(),
  /** True when several uses add up; else the last one wins. */
  repeats: z.literal(true).optional(),
  /** The first release with the option; absent when it is as old as the project. */
  since: version.optional(),
  /** The option still works; what to write instead. */
  deprecated: z.string().optional(),
});

export const removedLauncherOption = z.strictObject({
  spelling: z.string(),
  since: version,
  /** The last release that takes it. */
  until: version,
  /** What to write instead; absent when there is nothing. */
  replacedBy: z.string().optional(),
});

export const launcherFile = z.strictObject({
  /** Where the rows were read. */
  source: z.string(),
  /** Whether a beginning of a long option that fits only one stands for it. */
  abbreviations: z.enum(['unique-prefix', 'none']),
  /** The file whose rows come first. */
  inherits: z.string().optional(),
  options: z.array(launcherOption),
  removed: z.array(removedLauncherOption).optional(),
});
export type LauncherFile = z.infer<typeof launcherFile>;
export type LauncherRow = z.infer<typeof launcherOption>;

/** Texts by `launcher.dest`. */
export const textsFile = z.record(z.string(), text);

/** Any JSON value. */
export const json = z.json();

/** How DeepSpeed takes a value while it builds its config; `catalog/coerce.ts` works by these names. */
export const coercion = z.enum([
  /** Nothing looks at the value. */
  'any',
  /** pydantic's lax int, float, bool and str. */
  'int', 'float', 'bool', 'str',
  /** As above, but `true` and `false` are refused before the conversion. */
  'int-not-bool', 'float-not-bool',
  /** Integers, integral floats and booleans; strings only where `enum` lists them. */
  'int-not-str',
  /** What Python's `int()` takes. */
  'castable-int',
  /** A number or boolean, within `minimum`. */
  'number',
  /** A number or `true`, above 0. */
  'positive',
  /** A boolean or an integer that is written as one (`1`, not `1.0`): it is OR-ed. */
  'switch',
  /** `true`, `false`, or a number equal to 0 or 1. */
  'bool-number',
  /** Any number or empty value: `x and x % 8`. */
  'number-or-empty',
  /** Any value that Python counts as true. */
  'truthy',
  /** One of `enum`, exactly. */
  'enum',
  /** A string that is one of `enum` in any case. */
  'word',
  /** One of `enum`, after pydantic's lax int. */
  'int-enum',
  /** A string, or a list of strings. */
  'str-list',
  /** A string, a list of strings, or an object. */
  'strings',
  /** A list. */
  'list',
  /** A list of values of `enum`. */
  'enum-list',
  /** A list, not empty, of integers above 0. */
  'positive-ints',
  /** An object, holding at least the keys in `needs`. */
  'object',
  /** An object, or a real boolean. */
  'object-or-bool',
  /** An object, or any value that Python counts as false. */
  'object-or-empty',
  /** Anything that holds members: a string, list or object. */
  'container',
  /** `null` only. */
  'null',
  /** No value that JSON can write. */
  'never',
]);

export const deepspeedOption = z.strictObject({
  /** Dots between keys; `*` stands for any key, and for any place in a list. */
  path: z.string(),
  /** What the value is meant to be, as JSON Schema names it. `any`: no saying. */
  types: z.array(z.enum(['integer', 'number', 'boolean', 'string', 'array', 'object', 'any'])),
  /** What is taken at config time. */
  coercion,
  /** True when `null` is taken, too. */
  nullable: z.literal(true).optional(),
  /** The value when the key is absent; absent when it is required or has none. */
  default: json.optional(),
  /** The values that mean something. */
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  /** True when the enum is matched in any case. */
  anyCase: z.literal(true).optional(),
  /** When a value outside the enum stops the run: building the config, or initialising the engine. Absent: never. */
  enumChecked: z.enum(['config', 'engine']).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  /** Who fills the literal "auto", and from what. */
  auto: z
    .strictObject({
      trainer: z.string().optional(),
      accelerate: z.string().optional(),
      /** accelerate fills it only when the script hands it this placeholder object. */
      onlyWith: z.enum(['DummyOptim', 'DummyScheduler']).optional(),
    })
    .optional(),
  /** True when DeepSpeed itself drops the key if its value is "auto", and so uses the default. */
  dropsAuto: z.literal(true).optional(),
  /** The first release with the key; absent when it is as old as 0.3.0. */
  since: version.optional(),
  /** The release from which on a wrong value stops the run at config time; absent: as long as there is the key. */
  checkedSince: version.optional(),
  /** The switch without which nothing is checked. */
  checkedWhen: z.string().optional(),
  /** A key beside which this one is not looked at. */
  ignoredBeside: z.string().optional(),
  /** What changed in which release. `from` and `to` are defaults. */
  changed: z.array(z.strictObject({ since: version, from: json.optional(), to: json.optional(), what: text.optional() })).optional(),
  deprecated: z
    .strictObject({
      /** The path to use instead, or a call of the program. */
      replacedBy: z.string().optional(),
      /** taken: warns, and sets the new key. alias: the same silently. ignored: has no effect. refused: stops the run. */
      behaviour: z.enum(['taken', 'alias', 'ignored', 'refused']),
      /** The release that brought that behaviour. */
      since: version.optional(),
    })
    .optional(),
  /** True when DeepSpeed reads the key and then uses it for nothing. */
  dead: z.literal(true).optional(),
  /** Where the key has an effect; elsewhere it is ignored. */
  appliesWhen: z
    .strictObject({
      /** ZeRO stages. */
      stages: z.array(z.int()),
      /** The section's own `device`. */
      device: z.literal('nvme').optional(),
      /** A key beside it that has to be on. */
      switch: z.string().optional(),
    })
    .optional(),
  /** Other paths that mean the same key; giving both stops the run. */
  aliases: z.array(z.string()).optional(),
  /** True when the section does not work without it. */
  required: z.literal(true).optional(),
  /** Keys that an object has to hold for the config to be built. */
  needs: z.array(z.string()).optional(),
});
export type DeepSpeedRow = z.infer<typeof deepspeedOption>;

/** What a section makes of keys that it does not know. */
export const unknownKeys = z.enum(['refuse', 'ignore', 'keyword', 'free']);

export const deepspeedSection = z.strictObject({
  /** '' is the top level. */
  path: z.string(),
  /** refuse: the run stops. ignore: silently. keyword: handed to a function, which stops the run. free: any name is right. */
  unknownKeys,
  /** The release from which on that holds; before, unknown keys were ignored. */
  since: version.optional(),
});

/** The constructor behind an optimizer or scheduler name, and its keyword arguments with their defaults. */
export const constructorRow = z.strictObject({
  name: z.string(),
  /** The names in the config that lead to it; absent: its own. */
  types: z.array(z.string()).optional(),
  /** Optimizers: only with (true) or only without (false) optimizer offload. */
  offload: z.boolean().optional(),
  /** `refuse`: an unknown keyword raises TypeError. */
  unknownKeys: z.enum(['refuse', 'ignore', 'free']),
  /** Keyword → default; null also where the default is None. */
  params: z.record(z.string(), json),
  /** Keywords without default. */
  required: z.array(z.string()).optional(),
});
export type ConstructorRow = z.infer<typeof constructorRow>;

export const deepspeedFile = z.strictObject({
  /** The DeepSpeed release that the rows describe. */
  version,
  source: z.string(),
  sections: z.array(deepspeedSection),
  options: z.array(deepspeedOption),
  optimizers: z.array(constructorRow),
  torchOptimizers: z.array(constructorRow),
  schedulers: z.array(constructorRow),
  torchSchedulers: z.array(constructorRow),
  /** Keys of older releases, and keys that only documentation knows. */
  removed: z.array(
    z.strictObject({
      path: z.string(),
      since: version.optional(),
      /** The last release that read it; absent: none ever did. */
      until: version.optional(),
      replacedBy: z.string().optional(),
      behaviour: z.enum(['ignored', 'refused']),
    }),
  ),
});
export type DeepSpeedFile = z.infer<typeof deepspeedFile>;

/** How the reading tool turns the characters of a variable into a value; `catalog/env-values.ts` works by these names. */
export const envParse = z.enum([
  /** C's strtoll with base 0, what follows the digits unread (`ncclLoadParam`). */
  'nccl-int',
  /** `1 T TRUE 0 F FALSE` in NCCL 2.30; strtoll before. */
  'nccl-bool',
  /** A distance name in capitals, or an old number. */
  'nccl-level',
  'nccl-debug',
  /** `[^][=]name,name`; the signs once, for the whole list. */
  'interfaces',
  /** Exact names, separated by commas. */
  'interface-names',
  'nccl-algo', 'nccl-proto',
  /** `y yes 1 t true n no 0 f false` in any case; anything else throws. */
  'torch-bool',
  /** std::stoi: leading digits. */
  'torch-int',
  /** One of `values` in any case; anything else throws. */
  'torch-enum',
  /** True for `1 ON YES TRUE` in any case, false for the rest. */
  'hf-bool',
  /** `key:value,key:value`. */
  'alloc-conf',
]);

export const envVariable = z.strictObject({
  name: z.string().regex(/^\w+$/),
  /** What it belongs to: `NCCL`, `torch`, `UCX`. */
  family: z.string(),
  /** Who reads it. `nobody`: it is written in many scripts, and no tool looks at it. */
  readBy: z.string(),
  /** What the value is: `int`, `path`, `enum`, with a unit where it has one. */
  type: z.string(),
  /** How it is read; absent where that was not read in the tool's source. */
  parse: envParse.optional(),
  /** What it may be, in a few words. */
  allowed: z.string().optional(),
  values: z.array(z.string()).optional(),
  default: z.string().optional(),
  /** The first release that reads it: a NCCL version, or `torch 2.9`. */
  since: z.string().optional(),
  deprecatedSince: z.string().optional(),
  /** The release that no longer reads it; `after X`: a later one than X. */
  removedIn: z.string().optional(),
  /** The variable to set instead. */
  replacedBy: z.string().optional(),
  /** Likely misspellings that name nothing else. */
  typos: z.array(z.string()).optional(),
  /** How much it hurts a production run when set: absent is none or low. */
  danger: z.enum(['medium', 'high']).optional(),
  /** Holds a credential. */
  secret: z.literal(true).optional(),
  /** Read by the tool's source, and in none of its manuals. */
  undocumented: z.literal(true).optional(),
  /** True when nobody read the facts in the tool's source again: not to be reported on. */
  unsure: z.literal(true).optional(),
});
export type EnvRow = z.infer<typeof envVariable>;

export const envFile = z.strictObject({ source: z.string(), variables: z.array(envVariable) });
