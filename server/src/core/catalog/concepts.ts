import type { Lang, Text } from '../text/say';
import { concepts } from './concepts.generated';

/** The name of a page in docs/concepts. */
export type ConceptId = keyof typeof concepts;

export interface Concept {
  readonly id: ConceptId;
  readonly title: Text;
  /** The page's first paragraph, as Markdown without links. */
  readonly first: Text;
}

export const concept = (id: ConceptId): Concept => ({ id, ...concepts[id] });

export const conceptIds = Object.keys(concepts) as readonly ConceptId[];

const pages = 'https://github.com/shardlint/shardlint/blob/main/docs/concepts';

const online = new RegExp(`${pages}/(?:en|zh-cn)/([a-z0-9-]+)\\.md`, 'g');

/** Replaces the addresses of pages in Markdown, for a reader who has the pages at hand. */
export const withConceptPages = (markdown: string, address: (id: string) => string): string => markdown.replaceAll(online, (_, id: string) => address(id));

/** Where a page is read online. */
export const conceptUrl = (id: ConceptId, lang: Lang): string => `${pages}/${lang === 'zh-cn' ? 'zh-cn' : 'en'}/${id}.md`;

/** The first pattern that fits says the concept. Keys are option paths of the catalogue. */
const keys: readonly (readonly [RegExp, ConceptId])[] = [
  [/^(train_batch_size|train_micro_batch_size_per_gpu|gradient_accumulation_steps)$/, 'batch-sizes'],
  [/^zero_optimization(\.stage)?$/, 'zero-stages'],
  [/^zero_optimization\.(offload_|cpu_offload|zenflow)|^aio(\.|$)/, 'zero-offload'],
  [/^zero_optimization\.(stage3_)?gather_(16bit|fp16)_weights_on_model_save$|^zero_optimization\.stage3_gather_/, 'stage3-save'],
  [/^zero_optimization\.(.*bucket_size|overlap_comm|reduce_scatter|allgather_partitions|zero_hpz_.*|zero_quantized_.*|mics_.*|zeropp_.*|stage3_(param_persistence_threshold|max_live_parameters|max_reuse_distance))$/, 'zero-comm'],
  [/^(communication_data_type|gradient_predivide_factor|prescale_gradients|gradient_allreduce_op)$/, 'zero-comm'],
  [/^zero_optimization\./, 'zero-stages'],
  [/^fp16\.(loss_scale|initial_scale_power|loss_scale_window|hysteresis|consecutive_hysteresis|min_loss_scale)$/, 'loss-scale'],
  [/^(fp16|bf16)\.(fp16_|bf16_)master_weights_and_grads$|^bf16\.bf16_optimizer_states$|^data_types\.grad_accum_dtype$/, 'fp32-master'],
  [/^(fp16|amp)(\.|$)/, 'fp16'],
  [/^(bf16|bfloat16)(\.|$)/, 'bf16'],
  [/^gradient_clipping$/, 'nan-loss'],
  [/^activation_checkpointing(\.|$)|^pipeline\.activation_checkpoint_interval$/, 'activation-checkpointing'],
  [/^pipeline(\.|$)/, 'pipeline-parallel'],
  [/^tensor_parallel(\.|$)/, 'tensor-parallel'],
  [/^(sequence_parallel_size|seq_parallel_communication_data_type)$/, 'sequence-parallel'],
  [/^data_parallel_size$/, 'data-parallel'],
];

/** What a key of a DeepSpeed config is about. */
export const conceptOfKey = (path: string): ConceptId | undefined => keys.find(([pattern]) => pattern.test(path))?.[1];

const variables: readonly (readonly [RegExp, ConceptId])[] = [
  [/^NCCL_P2P_|^NCCL_NVLS/, 'nvlink'],
  [/^NCCL_(IB_DISABLE|NET|NET_PLUGIN)$/, 'slow-multinode'],
  [/^(TORCH_)?NCCL_/, 'nccl'],
  [/^NVIDIA_TF32_OVERRIDE$|TF32/, 'tf32'],
  [/^(MASTER_ADDR|MASTER_PORT|WORLD_SIZE|RANK|LOCAL_RANK|NODE_RANK|NNODES|NPROC_PER_NODE)$|^PET_/, 'launchers'],
  [/^DS_ENV_FILE$/, 'deepspeed-env'],
];

export const conceptOfVariable = (name: string): ConceptId | undefined => variables.find(([pattern]) => pattern.test(name))?.[1];

const launcherFlags: readonly (readonly [RegExp, ConceptId])[] = [
  [/^(hostfile|include|exclude|num_nodes|num_gpus|deepspeed_hostfile|deepspeed_inclusion_filter|deepspeed_exclusion_filter)$/, 'hostfile'],
  [/^(nnodes|nproc_per_node|num_processes|num_machines|standalone|rdzv_\w+|master_addr|master_port|node_rank|ntasks|np|nodes|main_process_ip|main_process_port|machine_rank|launcher)$/, 'launchers'],
  [/^zero_stage$/, 'zero-stages'],
  [/^offload_(optimizer|param)_(device|nvme_path)$/, 'zero-offload'],
  [/^zero3_save_16bit_model$/, 'stage3-save'],
];

/** What a launcher's own option is about, by its `dest`. */
export const conceptOfLauncherFlag = (dest: string): ConceptId | undefined => launcherFlags.find(([pattern]) => pattern.test(dest))?.[1];

/** Flags of training programs, with dashes written as underscores. */
const programFlags: readonly (readonly [RegExp, ConceptId])[] = [
  [/^(per_device_train_batch_size|gradient_accumulation_steps|micro_batch_size|global_batch_size)$/, 'batch-sizes'],
  [/^fp16(_full_eval)?$/, 'fp16'],
  [/^bf16(_full_eval)?$/, 'bf16'],
  [/^tf32$/, 'tf32'],
  [/^(initial_)?loss_scale(_window)?$/, 'loss-scale'],
  [/^max_grad_norm$/, 'nan-loss'],
  [/^gradient_checkpointing$|^recompute_/, 'activation-checkpointing'],
  [/^tensor_(model_)?parallel_size$/, 'tensor-parallel'],
  [/^pipeline_(model_)?parallel_size$/, 'pipeline-parallel'],
  [/^(context_parallel_size|ds_sequence_parallel_size|sequence_parallel)$/, 'sequence-parallel'],
];

/** What a flag of the training program is about. */
export function conceptOfProgramFlag(flag: string): ConceptId | undefined {
  const name = flag.replace(/^--?/, '').replaceAll('-', '_');
  return programFlags.find(([pattern]) => pattern.test(name))?.[1];
}
