import { variable } from '../../catalog/env';
import { parsed } from '../../catalog/env-values';
import { atLeast } from '../../catalog/version';
import type { Job } from '../../job/job';
import type { VariableSubject } from '../../job/subjects';
import type { Variable } from '../../job/variables';
import type { Settings } from '../../model/settings';
import { sameSpan, type Span } from '../../text/span';

/** The value's characters where they stand as they are, inside quotes where it has some; undefined for a value put together by the shell. */
export function literalSpan({ text, variable: v }: VariableSubject): Span | undefined {
  const { start, end } = v.valueSpan;
  const written = text.slice(start, end);
  if (v.value === undefined) return undefined;
  if (written === v.value) return v.valueSpan;
  return written === `"${v.value}"` || written === `'${v.value}'` ? { start: start + 1, end: end - 1 } : undefined;
}

/** The value, or the part of it at `part`, where that can be shown. */
export function valueAt(subject: VariableSubject, part?: { readonly start: number; readonly end: number }): Span {
  const literal = literalSpan(subject);
  if (literal && part && part.end > part.start) return { start: literal.start + part.start, end: literal.start + part.end };
  const { valueSpan, nameSpan } = subject.variable;
  return valueSpan.end > valueSpan.start ? valueSpan : nameSpan;
}

/** True where the script itself uses the variable: then it is not only for the tools that the catalogue knows. */
export const usedInScript = ({ text, variable: { name, how } }: VariableSubject): boolean => how !== 'env-file' && new RegExp(`\\$\\{?${name}\\b`).test(text);

/**
 * The one setting of a variable that counts in this file; undefined where it has none, or where that depends on the path
 * through the script.
 */
export function settingOf(subject: Pick<VariableSubject, 'beside'>, name: string): Variable | undefined {
  const all = subject.beside.filter((v) => v.name === name);
  const last = all.at(-1);
  if (!last || last.value === undefined || last.conditional) return undefined;
  return last.how === 'env-file' || all.length === 1 ? last : undefined;
}

/** The other variable's setting, where both are in the environment of the same command for certain. */
export function besideOf(subject: VariableSubject, name: string): Variable | undefined {
  const own = subject.variable;
  if (settingOf(subject, own.name) !== own) return undefined;
  const other = settingOf(subject, name);
  return other && together(subject.text, own, other) ? other : undefined;
}

const forOneCommand = ({ how }: Variable): boolean => how === 'prefix' || how === 'option';

/** An exported variable holds for all that comes after it, a prefix for its own command. */
function together(text: string, a: Variable, b: Variable): boolean {
  const [first, second] = a.span.start <= b.span.start ? [a, b] : [b, a];
  if (!forOneCommand(first)) return true;
  return forOneCommand(second) && !/[;&|]|(?<!\\)\r?\n/.test(text.slice(first.span.end, second.span.start));
}

/** What the tool holds for a value of a variable in the catalogue; undefined where that is not known. */
export function heldBy(v: Variable): string | undefined {
  const known = variable(v.name);
  const result = known && v.value !== undefined ? parsed(known, v.value) : undefined;
  return result?.kind === 'ok' || (result?.kind === 'other' && result.effect === 'read-as') ? result.readsAs : undefined;
}

/** True for a NCCL switch that is on: any integer but 0; for NCCL_P2P_DISABLE only 1. */
export function isOn(v: Variable): boolean {
  const held = heldBy(v);
  return v.name === 'NCCL_P2P_DISABLE' ? held === '1' : held !== undefined && /^-?[1-9]/.test(held);
}

/** True where the value can be named in a message: short, one line, no credential. */
export const shownValue = (value: string): string => (value.length > 60 ? `${value.slice(0, 60)}…` : value);

/** Before 2.24 NCCL passed over algorithms and protocols that it did not know. */
export const ignoresUnknownTokens = (parse: string | undefined, { versions }: Settings): boolean =>
  (parse === 'nccl-algo' || parse === 'nccl-proto') && versions.nccl !== undefined && !atLeast(versions.nccl.value, '2.24');

/** The jobs in whose environment this very setting is. */
export const jobsThatSee = ({ jobs, variable: v }: VariableSubject): readonly Job[] =>
  jobs.filter((j) => j.variables.some((o) => o.uri === v.uri && o.name === v.name && sameSpan(o.span, v.span)));
