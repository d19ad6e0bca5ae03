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
