import { allVariables, variable, type EnvVariable } from '../catalog/env';
import type { Project } from '../job/project';
import type { Span } from '../text/span';
import { en, same, type Text } from '../text/say';
import type { CompletionItem } from './types';

/** Names and values in a `.deepspeed_env`. */
export function completeEnv(project: Project, uri: string, offset: number): readonly CompletionItem[] {
  const subject = project.env(uri);
  if (!subject) return [];
  const { text, lines } = subject.document.source;
  const line = lines.lineSpan(lines.positionAt(offset).line);
  const before = text.slice(line.start, offset);
  const after = text.slice(offset, line.end);
  const set = new Set(subject.env.lines.flatMap((l) => (l.entry && l.span.start !== line.start ? [l.entry.name] : [])));
  const equals = before.indexOf('=');
  if (equals >= 0) return valueItems(before.slice(0, equals).trim().replace(/^export\s+/, ''), valueSpan(text, line.start + equals + 1, line.end));
  const typed = /[A-Za-z_]\w*$/.exec(before)?.[0] ?? '';
  if (!/^\s*(export\s+)?$/.test(before.slice(0, before.length - typed.length))) return [];
  return nameItems({ start: offset - typed.length, end: offset + /^\w*/.exec(after)![0].length }, set, after.includes('='));
}

/** The value without the blanks around it. */
function valueSpan(text: string, from: number, to: number): Span {
  const value = text.slice(from, to);
  const start = from + /^\s*/.exec(value)![0].length;
  return { start: Math.min(start, to), end: Math.max(Math.min(start, to), from + value.trimEnd().length) };
}

const current = (v: EnvVariable): boolean => v.removedIn === undefined && v.deprecatedSince === undefined && !v.secret && v.readBy !== 'nobody';

/** Variables that scripts set most come first, then NCCL's, then all others. */
const usual = ['NCCL_DEBUG', 'NCCL_SOCKET_IFNAME', 'NCCL_IB_HCA', 'NCCL_IB_DISABLE', 'NCCL_P2P_DISABLE', 'GLOO_SOCKET_IFNAME', 'CUDA_VISIBLE_DEVICES', 'CUDA_DEVICE_MAX_CONNECTIONS', 'OMP_NUM_THREADS', 'PYTORCH_CUDA_ALLOC_CONF', 'TORCH_NCCL_ASYNC_ERROR_HANDLING', 'MASTER_ADDR', 'MASTER_PORT'];
const rank = (name: string): string => {
  const at = usual.indexOf(name);
  return at >= 0 ? `0${String(at).padStart(3, '0')}` : name.startsWith('NCCL_') ? `1${name}` : `2${name}`;
};

/** Every variable that is worth setting, without those that are set already. */
export function nameItems(replace: Span, set: ReadonlySet<string>, equalsAfter: boolean): readonly CompletionItem[] {
  return allVariables()
    .filter((v) => current(v) && !set.has(v.name))
    .map((v) => ({
      label: v.name,
      kind: 'variable' as const,
      detail: v.default === undefined ? same(v.family) : en`${v.family}, default ${v.default}`.zh`${v.family}，默认 ${v.default}`,
      sortText: rank(v.name),
      edit: { span: replace, newText: equalsAfter ? v.name : `${v.name}=` },
      snippet: false,
      data: { of: 'variable' as const, name: v.name },
    }));
}

/** The values that a variable takes, where they can be listed. */
export function valueItems(name: string, replace: Span): readonly CompletionItem[] {
  const known = variable(name);
  if (!known || known.secret) return [];
  const values = known.values ?? (known.type === 'bool01' ? ['0', '1'] : plainDefault(known));
  return values.map((value, i) => {
    const effect: Text | undefined = known.effects?.[value] ?? (value === known.default ? en`default`.zh`默认` : undefined);
    return {
      label: value,
      kind: 'value' as const,
      ...(effect ? { detail: effect } : {}),
      sortText: String(i).padStart(3, '0'),
      edit: { span: replace, newText: value },
      snippet: false,
      data: { of: 'variable' as const, name },
    };
  });
}

const plainDefault = (v: EnvVariable): readonly string[] => (v.default !== undefined && /^[\w./:-]+$/.test(v.default) && v.default !== 'unset' ? [v.default] : []);
