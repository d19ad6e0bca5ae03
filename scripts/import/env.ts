import type { z } from 'zod';
import type { EnvRow, envFile } from '../../schemas/option';
import { compact } from './rows';

interface ReferenceVariable {
  readonly name: string;
  readonly family: string;
  readonly readBy: string;
  readonly documented?: boolean;
  readonly type: string;
  readonly allowed: string | null;
  readonly default: string | null;
  readonly since?: string | null;
  readonly firstTagSeen?: string;
  readonly deprecatedSince?: string;
  readonly removedIn?: string;
  readonly replacedBy?: string;
  readonly meaning: string;
  readonly danger: string;
  readonly dangerNote: string;
  readonly commonTypos: readonly string[] | null;
  readonly confidence: string;
}
export interface EnvReference {
  readonly variables: readonly ReferenceVariable[];
}

/** Names that scripts use for variables of their own, so that finding one proves nothing. */
const ownNames = new Set(['MASTER_IP', 'MASTER_HOST', 'MASTER_ADDRESS', 'MASTERADDR', 'MASTERPORT', 'WORLDSIZE', 'CUDA_DEVICES', 'OMP_THREADS', 'OMP_NUM_THREAD']);
const newBools = new Set(['NCCL_SET_THREAD_NAME', 'NCCL_WARN_ENABLE_DEBUG_INFO', 'NCCL_PARAM_DUMP_ALL']);
const asTarget = /^as (TORCH_\w+)$/;

export function importEnv(reference: EnvReference): z.infer<typeof envFile> {
  const names = new Set(reference.variables.map((v) => v.name));
  const byName = new Map(reference.variables.map((v) => [v.name, v]));
  const rows = reference.variables.map((v): EnvRow => {
    const type = asTarget.exec(v.type) ? byName.get(asTarget.exec(v.type)![1]!)!.type : v.type;
    const typos = (v.commonTypos ?? []).map((t) => t.replace(/ .*/, '')).filter((t) => !names.has(t) && !ownNames.has(t) && !/^NVIDIA_VISIBLE_DEVICES$|_ENABLE$/.test(t));
    const values = valuesOf(v, type);
    const oldest = v.firstTagSeen === '2.3.5' ? undefined : v.firstTagSeen;
    return compact({
      // Every torchrun option has one: PET_NNODES, PET_NODE_RANK, …
      name: v.name === 'PET_<FLAG>' ? 'PET_' : v.name,
      family: v.family,
      readBy: v.readBy,
      type,
      parse: parseOf(v, type),
      allowed: v.allowed && !/^(0;1|n\/a|bool:.*|as TORCH.*|see .*)$/.test(v.allowed) && v.allowed !== values?.join(';') ? v.allowed : undefined,
      values,
      default: v.default && !/^(as TORCH_|see |unset$|-$)/.test(v.default) ? v.default : undefined,
      since: v.since && v.since !== '2.3.4' ? v.since : oldest,
      deprecatedSince: v.deprecatedSince,
      removedIn: v.removedIn,
      replacedBy: v.replacedBy?.replace(/ \(.*/, ''),
      typos: typos.length > 0 ? typos : undefined,
      danger: v.danger === 'high' || v.danger === 'medium' ? v.danger : undefined,
      secret: v.type === 'secret' ? true : undefined,
      undocumented: v.documented === false && v.meaning.startsWith('Internal tuning') ? true : undefined,
      unsure: v.confidence === 'source' ? undefined : true,
    }) as EnvRow;
  });
  return { source: 'NCCL 2.30.7; torch 2.13.0; transformers 5.18.0; accelerate 1.15.0; aws-ofi-nccl 2daf7d3', variables: rows };
}

function valuesOf(v: ReferenceVariable, type: string): string[] | undefined {
  if (v.family === 'not-read' || !v.allowed || /^(bool|int|size|path|string \()/.test(type)) return undefined;
  const plain = v.allowed.replace(/ \(.*$/, '').replace(/ ; .*$/, '');
  if (/^[\w-]+(;[\w-]+)+$/.test(plain)) return plain.split(';');
  return undefined;
}

function parseOf(v: ReferenceVariable, type: string): EnvRow['parse'] {
  if (v.confidence !== 'source' || v.family === 'not-read') return undefined;
  if (v.family === 'NCCL') {
    // Gone before the oldest source that was read.
    if (v.removedIn === '<2.3.5' || v.removedIn === '2.3') return undefined;
    if (newBools.has(v.name)) return 'nccl-bool';
    if (v.name === 'NCCL_P2P_LEVEL' || v.name === 'NCCL_NET_GDR_LEVEL') return 'nccl-level';
    if (v.name === 'NCCL_DEBUG') return 'nccl-debug';
    if (v.name === 'NCCL_ALGO') return 'nccl-algo';
    if (v.name === 'NCCL_PROTO') return 'nccl-proto';
    if (type === 'interface-list') return 'interfaces';
    return /^(int|int64|int32|int \(.*|bool01|enum-int|size \(plain bytes\))$/.test(type) ? 'nccl-int' : undefined;
  }
  if (v.name === 'GLOO_SOCKET_IFNAME') return 'interface-names';
  if (v.name === 'TORCH_DISTRIBUTED_DEBUG') return 'torch-enum';
  if (v.family === 'TORCH_NCCL' || v.family === 'NCCL (PyTorch alias)') return type === 'bool' ? 'torch-bool' : /^(int|enum-int)/.test(type) ? 'torch-int' : undefined;
  if (/^PYTORCH_(CUDA_|HIP_)?ALLOC_CONF$/.test(v.name)) return 'alloc-conf';
  return v.family === 'HF' && v.allowed?.startsWith('bool: 1 ON YES TRUE') ? 'hf-bool' : undefined;
}
