import { fact, type Fact } from '../model/fact';
import type { Settings } from '../model/settings';
import type { HostfileSyntax } from '../syntax/hostfile';
import { en, same } from '../text/say';
import { flagOf, type FlagUse, type LaunchCommand } from './launch';
import type { Variable } from './variables';

/** How many processes a launch starts; each part absent unless the files say it. */
export interface Ranks {
  readonly nodes: Fact<number> | undefined;
  readonly gpusPerNode: Fact<number> | undefined;
  readonly worldSize: Fact<number> | undefined;
}
const unknown: Ranks = { nodes: undefined, gpusPerNode: undefined, worldSize: undefined };

export interface RankInputs {
  readonly hostfile: { readonly uri: string; readonly syntax: HostfileSyntax } | undefined;
  /** A hostfile is named but could not be read, so the hosts are unknown. */
  readonly hostfileUnknown: boolean;
  readonly variables: readonly Variable[];
  readonly settings: Settings;
}

/** The integer a flag was given, as a fact at its value. */
export function intFlag(launch: LaunchCommand, dest: string): Fact<number> | undefined {
  const use = flagOf(launch, dest);
  return use && integerOf(use, launch.uri);
}

export function integerOf(use: FlagUse, uri: string): Fact<number> | undefined {
  const text = use.value?.value;
  if (text === undefined || use.valueSpan === undefined || !/^[+-]?\d+$/.test(text.trim())) return undefined;
  return fact(Number(text), { uri, span: use.valueSpan }, same(`${use.name} ${text}`));
}

const product = (a: Fact<number>, b: Fact<number>): Fact<number> =>
  fact(a.value * b.value, b.at, en`${a.value} ${a.value === 1 ? 'node' : 'nodes'} × ${b.value} ${b.value === 1 ? 'process' : 'processes'}`.zh`${a.value} 个节点 × ${b.value} 个进程`, [a, b]);

/** Ranks of the innermost launcher, seen from the whole chain. */
export function ranksOf(chain: readonly LaunchCommand[], inputs: RankInputs): Ranks {
  const launch = chain[chain.length - 1]!;
  const outer = chain.length > 1 ? chain[chain.length - 2] : undefined;
  switch (launch.launcher) {
    case 'deepspeed':
      return deepspeedRanks(launch, inputs);
    case 'torchrun':
    case 'torch.distributed.launch':
      return torchrunRanks(launch);
    case 'accelerate':
      return accelerateRanks(launch);
    case 'srun':
      return outer ? unknown : taskRanks(launch, 'ntasks');
    case 'mpirun':
      return outer ? unknown : taskRanks(launch, 'np');
  }
}

function deepspeedRanks(launch: LaunchCommand, inputs: RankInputs): Ranks {
  if (inputs.hostfileUnknown || launch.openEnded) return unknown;
  const uri = launch.uri;
  const here = { uri, span: launch.launcherSpan };
  const include = flagOf(launch, 'include');
  const exclude = flagOf(launch, 'exclude');
  const gpus = intFlag(launch, 'num_gpus');
  if (flagOf(launch, 'num_gpus') && !gpus) return unknown;
  const limit = intFlag(launch, 'num_nodes');
  if (flagOf(launch, 'num_nodes') && !limit) return unknown;

  const hosts = hostSlots(inputs.hostfile);
  if (inputs.hostfile && !hosts) return unknown;
  if (include || exclude) return filteredRanks(launch, (include ?? exclude)!, include !== undefined, hosts);
  if (!hosts) {
    const one = fact(1, here, en`no hostfile: this machine only`.zh`没有 hostfile：仅本机`);
    const local = gpus && gpus.value > 0 ? gpus : visibleDevices(inputs.variables) ?? inputs.settings.hardware.gpusPerNode;
    return { nodes: one, gpusPerNode: local, worldSize: local && fact(local.value, local.at, en`${local.value} GPUs of this machine`.zh`本机 ${local.value} 块 GPU`, [local]) };
  }
  const active = limit && limit.value > 0 ? hosts.slice(0, limit.value) : hosts;
  if (active.length === 0) return unknown;
  const nodes = fact(active.length, limit && limit.value > 0 ? limit.at : active[0]!.at, en`${active.length} hosts`.zh`${active.length} 台主机`, active);
  if (gpus && gpus.value > 0) return { nodes, gpusPerNode: gpus, worldSize: product(nodes, gpus) };
  const total = active.reduce((sum, h) => sum + h.value, 0);
  const equal = active.every((h) => h.value === active[0]!.value);
  const how = equal ? en`${active.length} hosts × slots=${active[0]!.value}`.zh`${active.length} 台主机 × slots=${active[0]!.value}` : en`slots of ${active.length} hosts`.zh`${active.length} 台主机的 slots 之和`;
  return { nodes, gpusPerNode: equal ? active[0] : undefined, worldSize: fact(total, active[0]!.at, how, active) };
}

type Host = Fact<number> & { readonly host: string };

/** Kept with the text that they were read from. */
const knownSlots = new WeakMap<HostfileSyntax, readonly Host[] | undefined>();

/** Slots by host; undefined without a hostfile, or when the launcher would refuse it. */
function hostSlots(hostfile: RankInputs['hostfile']): readonly Host[] | undefined {
  if (!hostfile) return undefined;
  if (!knownSlots.has(hostfile.syntax)) knownSlots.set(hostfile.syntax, readSlots(hostfile));
  return knownSlots.get(hostfile.syntax);
}

function readSlots({ uri, syntax }: NonNullable<RankInputs['hostfile']>): readonly Host[] | undefined {
  const hosts = new Map<string, Host>();
  for (const { entry } of syntax.lines) {
    if (!entry || hosts.has(entry.host)) return undefined;
    hosts.set(entry.host, { ...fact(entry.slots, { uri, span: entry.slotsSpan }, same(`${entry.host} slots=${entry.slots}`)), host: entry.host });
  }
  return hosts.size > 0 ? [...hosts.values()] : undefined;
}

/** `--include` and `--exclude`: `NODE:SLOT,SLOT@NODE…` (`runner.py: parse_resource_filter` @ 0.19). */
function filteredRanks(launch: LaunchCommand, use: FlagUse, include: boolean, hosts: readonly Host[] | undefined): Ranks {
  const text = use.value?.value;
  if (text === undefined || use.valueSpan === undefined) return unknown;
  const at = { uri: launch.uri, span: use.valueSpan };
  const picked = new Map<string, Set<number> | 'all'>();
  for (const part of text.split('@')) {
    const [host, slots, more] = part.split(':');
    if (!host || more !== undefined || (slots !== undefined && !/^\d+(,\d+)*$/.test(slots))) return unknown;
    if (slots === undefined) {
      // Since 0.15.2 a bare host in --include selects nothing and the launch fails.
      if (include) return unknown;
      picked.set(host, 'all');
    } else {
      const before = picked.get(host);
      picked.set(host, before === 'all' ? 'all' : new Set([...(before ?? []), ...slots.split(',').map(Number)]));
    }
  }
  const counts: number[] = [];
  if (include) for (const slots of picked.values()) counts.push((slots as Set<number>).size);
  else {
    if (!hosts) return unknown;
    for (const h of hosts) {
      const out = picked.get(h.host);
      const left = out === 'all' ? 0 : h.value - [...(out ?? [])].filter((s) => s < h.value).length;
      if (left > 0) counts.push(left);
    }
  }
  const total = counts.reduce((a, b) => a + b, 0);
  if (total === 0) return unknown;
  const equal = counts.every((c) => c === counts[0]);
  const how = same(`${use.name} ${text}`);
  const from = include ? [] : (hosts ?? []);
  return { nodes: fact(counts.length, at, how, from), gpusPerNode: equal ? fact(counts[0]!, at, how, from) : undefined, worldSize: fact(total, at, how, from) };
}

/** CUDA_VISIBLE_DEVICES as the deepspeed launcher takes it on one machine: the list becomes `--include`. */
function visibleDevices(variables: readonly Variable[]): Fact<number> | undefined {
  const set = variables.filter((v) => v.name === 'CUDA_VISIBLE_DEVICES').at(-1);
  if (!set || set.conditional || set.value === undefined || !/^\d+(,\d+)*$/.test(set.value)) return undefined;
  const count = new Set(set.value.split(',')).size;
  return fact(count, { uri: set.uri, span: set.valueSpan }, same(`CUDA_VISIBLE_DEVICES=${set.value}`));
}

function torchrunRanks(launch: LaunchCommand): Ranks {
  const here = { uri: launch.uri, span: launch.launcherSpan };
  const perNode = flagOf(launch, 'nproc_per_node');
  const gpusPerNode = perNode ? integerOf(perNode, launch.uri) : launch.openEnded ? undefined : fact(1, here, en`torchrun's default: --nproc_per_node 1`.zh`torchrun 默认 --nproc_per_node 1`);
  const nnodes = flagOf(launch, 'nnodes');
  const standalone = flagOf(launch, 'standalone') !== undefined && !nnodes;
  const nodes = nnodes
    ? nodeCount(nnodes, launch.uri)
    : launch.openEnded
      ? undefined
      : fact(1, here, standalone ? same('--standalone') : en`torchrun's default: --nnodes 1`.zh`torchrun 默认 --nnodes 1`);
  return { nodes, gpusPerNode, worldSize: nodes && gpusPerNode && product(nodes, gpusPerNode) };
}

/** `N`, or `MIN:MAX` when both are the same. */
function nodeCount(use: FlagUse, uri: string): Fact<number> | undefined {
  const range = /^(\d+):(\d+)$/.exec(use.value?.value ?? '');
  if (range && range[1] === range[2] && use.valueSpan) return fact(Number(range[1]), { uri, span: use.valueSpan }, same(`${use.name} ${range[0]}`));
  return integerOf(use, uri);
}

/** accelerate's `--num_processes` is the total over all machines. */
function accelerateRanks(launch: LaunchCommand): Ranks {
  const total = intFlag(launch, 'num_processes');
  const machines = intFlag(launch, 'num_machines');
  if (!total) return { ...unknown, nodes: machines };
  if (machines && total.value % machines.value !== 0) return { ...unknown, nodes: machines };
  const perNode = machines && machines.value > 0 ? fact(total.value / machines.value, total.at, en`${total.value} processes / ${machines.value} machines`.zh`${total.value} 个进程 / ${machines.value} 台机器`, [total, machines]) : undefined;
  return { nodes: machines, gpusPerNode: perNode, worldSize: total };
}

function taskRanks(launch: LaunchCommand, dest: string): Ranks {
  const tasks = intFlag(launch, dest);
  const nodes = intFlag(launch, 'nodes');
  return { nodes, gpusPerNode: undefined, worldSize: tasks };
}
