import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lint } from '../../server/src/core/engine/lint';
import type { Finding } from '../../server/src/core/model/finding';
import { nodeAt } from '../../server/src/core/syntax/tree';
import { projectOf, uriOf } from '../support/project';

/** One config with what the real DeepSpeed said of it (`DeepSpeedConfig` alone: no engine is started). */
export interface Case {
  readonly id: string;
  readonly world_size: number;
  readonly text: string;
  readonly ok: boolean;
  readonly message?: string;
  readonly errors?: readonly { readonly loc: readonly (string | number)[]; readonly type: string }[];
}

export interface Difference {
  readonly id: string;
  readonly kind: 'false-alarm' | 'miss' | 'wrong-place';
  readonly why: string;
  readonly rules: readonly string[];
}

/**
 * Rules for what only `deepspeed.initialize` checks: DeepSpeedConfig takes these files, and the run stops all the same
 * (E- checks; each was confirmed by starting an engine).
 */
export const engineRules: ReadonlySet<string> = new Set([
  'nvme-without-path', 'unknown-optimizer', 'unknown-scheduler', 'unknown-parameter', 'missing-parameter', 'untested-optimizer', 'bad-warmup-steps',
  'max-grad-norm-in-optimizer', 'one-bit-optimizer-with-zero', 'odd-allgather-bucket',
]);

export const readLines = <T>(folder: string, name: string): readonly T[] =>
  readFileSync(join(folder, name), 'utf8').trim().split('\n').map((l) => JSON.parse(l) as T);

export function errorsOf(text: string, options: Readonly<Record<string, string>>, version?: string): readonly Finding[] {
  const files = new Map([['ds_config.json', text]]);
  if (version !== undefined) files.set('shardlint.json', JSON.stringify({ versions: { deepspeed: version } }));
  const project = projectOf(files, options);
  return lint(project, uriOf('ds_config.json'), { strict: true }).filter((f) => f.severity === 'error');
}

/** What the linter says of a case against what DeepSpeed said. */
export function compare(c: Case, ok: boolean = c.ok, version?: string): Difference | undefined {
  const errors = errorsOf(c.text, { reader: 'deepspeed', gpus: String(c.world_size) }, version);
  const rules = [...new Set(errors.map((e) => e.rule))];
  const counted = errors.filter((e) => !engineRules.has(e.rule));
  if (ok && errors.length > 0) return { id: c.id, kind: 'false-alarm', why: errors[0]!.message.en, rules };
  if (!ok && counted.length === 0) return { id: c.id, kind: 'miss', why: (c.message ?? '').slice(0, 200), rules };
  if (!ok && version === undefined && c.errors && !c.errors.some((e) => onPlace(c.text, errors, e.loc))) return { id: c.id, kind: 'wrong-place', why: JSON.stringify(c.errors), rules };
  return undefined;
}

/** pydantic names the place from its own section on: `["offload_param", "device"]`. */
function onPlace(text: string, errors: readonly Finding[], loc: readonly (string | number)[]): boolean {
  const project = projectOf(new Map([['ds_config.json', text]]));
  const document = project.document(uriOf('ds_config.json'));
  if (!document) return false;
  const wanted = loc.filter((l) => typeof l === 'string' && !/^(function-|is-instance|constrained|literal|int|str|bool)/.test(l)).map(String);
  return errors.some((e) => {
    const node = nodeAt(document.source.json, e.place.span.start);
    const path = node?.path ?? [];
    return wanted.length === 0 || wanted.every((w, i) => path[path.length - wanted.length + i] === w) || (path.length > 0 && wanted.some((w) => path.includes(w)));
  });
}
