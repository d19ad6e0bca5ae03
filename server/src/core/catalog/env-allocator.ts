import { en, type Text } from '../text/say';

/** The keys of `PYTORCH_ALLOC_CONF` that torch 2.13 reads. Other releases have a few more. */
export const allocatorKeys: readonly string[] = [
  'backend', 'max_split_size_mb', 'garbage_collection_threshold', 'roundup_power2_divisions', 'expandable_segments', 'max_non_split_rounding_mb',
  'large_segment_size_mb', 'per_process_memory_fraction', 'throw_on_cudamalloc_oom', 'graph_capture_record_stream_reuse', 'release_lock_on_cudamalloc',
  'pinned_use_cuda_host_register', 'pinned_num_register_threads', 'pinned_use_background_threads', 'pinned_reserve_segment_size_mb',
  'pinned_max_round_threshold_mb', 'pinned_max_cached_size_mb',
];

const switches = new Set([
  'expandable_segments', 'throw_on_cudamalloc_oom', 'graph_capture_record_stream_reuse', 'release_lock_on_cudamalloc', 'pinned_use_cuda_host_register',
  'pinned_use_background_threads',
]);
const wholeNumbers = new Set(['max_split_size_mb', 'max_non_split_rounding_mb', 'large_segment_size_mb', 'pinned_num_register_threads', 'pinned_reserve_segment_size_mb']);

export interface AllocatorFault {
  readonly why: Text;
  /** Offsets in the value. */
  readonly at: { readonly start: number; readonly end: number };
}

interface Pair {
  readonly key: string;
  readonly value: string;
  readonly at: { readonly start: number; readonly end: number };
}

/** `key:value,key:[k:v,k:v]`: commas in brackets belong to the value. Undefined where the brackets do not close. */
function pairs(text: string): readonly (Pair | AllocatorFault['at'])[] | undefined {
  const found: (Pair | AllocatorFault['at'])[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const c = text[i];
    if (c === '[') depth++;
    else if (c === ']') depth--;
    else if (c === undefined || (c === ',' && depth === 0)) {
      const item = text.slice(start, i);
      const at = { start: start + item.length - item.trimStart().length, end: start + item.trimEnd().length };
      start = i + 1;
      if (item.trim() === '') continue;
      const colon = item.indexOf(':');
      found.push(colon < 0 ? at : { key: item.slice(0, colon).replaceAll(' ', ''), value: item.slice(colon + 1).replaceAll(' ', ''), at });
    }
  }
  return depth === 0 ? found : undefined;
}

/** What PyTorch's allocator refuses in its setting, the first fault only; undefined when it takes it, as far as is known. */
export function allocatorFault(text: string): AllocatorFault | undefined {
  const all = pairs(text);
  if (!all) return undefined;
  // A larger segment raises the least split size.
  const raised = all.some((p) => 'key' in p && p.key === 'large_segment_size_mb');
  for (const pair of all) {
    if (!('key' in pair)) {
      if (!/^[a-z_]+=/.test(text.slice(pair.start, pair.end))) continue;
      return { at: pair, why: en`Pairs are written key:value, with a colon.`.zh`应写成 key:value，用冒号分隔。` };
    }
    const why = valueFault(pair.key, pair.value, raised);
    if (why) return { at: pair.at, why };
  }
  return undefined;
}

function valueFault(key: string, value: string, raised: boolean): Text | undefined {
  if (switches.has(key) && value !== 'True' && value !== 'False') return en`${key} takes True or False exactly: "Expected 'True' or 'False'".`.zh`${key} 只能写 True 或 False，否则报错 “Expected 'True' or 'False'”。`;
  if (wholeNumbers.has(key) && !/^[0-9]+$/.test(value)) return en`${key} is a whole number of megabytes or threads, not "${value}".`.zh`${key} 应为整数，不能写“${value}”。`;
  if (!raised && (key === 'max_split_size_mb' || key === 'max_non_split_rounding_mb') && Number(value) < 20)
    return en`${key} is ${value} MB, "too small, must be >= 20".`.zh`${key} 为 ${value} MB，报错 “too small, must be >= 20”。`;
  if (key === 'large_segment_size_mb' && Number(value) < 20) return en`${key} is ${value} MB and has to be at least 20.`.zh`${key} 为 ${value} MB，至少应为 20。`;
  if (key === 'garbage_collection_threshold' && !(Number(value) > 0 && Number(value) < 1)) return en`${key} is a share between 0 and 1, both excluded, not ${value}.`.zh`${key} 应在 0 和 1 之间（不含两端），不能写 ${value}。`;
  if (key === 'roundup_power2_divisions' && /^[0-9]+$/.test(value) && !powerOfTwo(Number(value))) return en`${key} has to be a power of 2, not ${value}.`.zh`${key} 必须是 2 的幂，不能写 ${value}。`;
  return undefined;
}

const powerOfTwo = (n: number): boolean => n > 0 && Number.isInteger(Math.log2(n));
