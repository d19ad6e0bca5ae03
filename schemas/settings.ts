import * as z from 'zod/mini';

/*
 * The settings file's shape: shardlint.json, or [tool.shardlint] in pyproject.toml. Checked at run time with this
 * very schema; the JSON Schema for editors is generated from it.
 */

const described = <T extends z.core.$ZodType>(schema: T, description: string): T => {
  z.globalRegistry.add(schema, { description });
  return schema;
};

export const severityOrOff = z.enum(['error', 'warning', 'info', 'hint', 'off']);
const rules = z.record(z.string(), severityOrOff);
const kinds = z.enum(['deepspeed', 'hostfile', 'env', 'script', 'none']);
const positive = z.int().check(z.positive());

export const settingsSchema = z.strictObject({
  $schema: z.optional(described(z.string(), 'Address of the JSON Schema; for editors only.')),
  versions: z.optional(
    described(
      z.strictObject({
        deepspeed: z.optional(z.string()),
        accelerate: z.optional(z.string()),
        transformers: z.optional(z.string()),
        torch: z.optional(z.string()),
        megatron: z.optional(z.string()),
        nccl: z.optional(z.string()),
      }),
      'Versions that the configs are written for, like "0.16.9". Without one, what requirements, lock files or a Dockerfile pin; else the newest known.',
    ),
  ),
  reader: z.optional(described(z.enum(['deepspeed', 'trainer', 'accelerate']), 'Who loads the DeepSpeed JSON files, where no launch script says so.')),
  files: z.optional(described(z.record(z.string(), kinds), 'Glob → what the files are; "none" leaves them alone. Weighs more than every other sign.')),
  rules: z.optional(described(rules, 'Rule name → severity, or "off".')),
  overrides: z.optional(
    described(z.array(z.strictObject({ files: z.array(z.string()), rules })), 'Other severities for some files; the last match counts.'),
  ),
  ignore: z.optional(
    described(
      z.array(z.strictObject({ file: z.string(), rule: z.string(), path: z.optional(z.string()), reason: z.optional(z.string()) })),
      'Findings to leave out: file (glob), rule, and the option path they lie on.',
    ),
  ),
  hardware: z.optional(
    described(
      z.strictObject({ gpu: z.optional(z.string()), gpusPerNode: z.optional(positive), nodes: z.optional(positive), interconnect: z.optional(z.string()) }),
      'The cluster the job runs on, where the files do not say it.',
    ),
  ),
  model: z.optional(described(z.string(), 'Name of the trained model; for the planner.')),
});
