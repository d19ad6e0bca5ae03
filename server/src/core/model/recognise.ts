import { en, same, type Text } from '../text/say';
import { fileName } from '../text/uri';
import type { Detection, DocumentKind } from './detect';

/*
 * Recognition by name and by content, without parsing: the client asks it before it starts the server, the server
 * before it parses. Two telling keys that no other tool's JSON has together make a DeepSpeed config.
 */

const scriptName = /\.(sh|bash|sbatch|slurm|srun|job)$/i;
const deepspeedName = /^(ds|deepspeed)[-_.]?(conf|config|cfg)?([-_.].*)?\.json[c5]?$|deepspeed.*\.jsonc?$|(^|[-_.])ds[-_.]?(conf|config|cfg|z|zero).*\.jsonc?$|^zero[-_]?[0-3].*\.jsonc?$|^z[0-3][-_].*config.*\.jsonc?$/i;
const jsonName = /\.(json|jsonc|json5|hjson)$/i;
/** `hostfile_utils.py` is a program about hostfiles: after a further dot come digits at most. */
const hostfileName = /^(my|ds|deepspeed)?[-_]?hostfile([-_](?:[^.]|\.(?![a-z]))*)?(\.txt)?$|\.hostfile$/i;
const envName = /^\.deepspeed_env(\..+)?$/;

const strongKeys = [
  'train_micro_batch_size_per_gpu', 'zero_optimization', 'zero_allow_untested_optimizer', 'wall_clock_breakdown', 'zero_force_ds_cpu_optimizer',
  'prescale_gradients', 'gradient_predivide_factor', 'activation_checkpointing', 'flops_profiler', 'comms_logger', 'torch_autocast', 'data_efficiency',
  'communication_data_type', 'sparse_gradients', 'compression_training', 'steps_per_print', 'train_batch_size', 'gradient_accumulation_steps',
  'gradient_clipping', 'fp16', 'bf16', 'amp', 'optimizer', 'scheduler', 'aio', 'elasticity', 'dump_state', 'tensor_parallel',
];
/** Keys that plenty of other JSON files have too; they count only beside a stronger one. */
const weakKeys = new Set(['optimizer', 'scheduler', 'fp16', 'bf16', 'amp', 'gradient_clipping', 'gradient_accumulation_steps', 'train_batch_size', 'elasticity', 'aio', 'tensor_parallel']);
const keyPattern = new RegExp(`(?:^|[{,\\s])["']?(${strongKeys.join('|')})["']?\\s*:`, 'g');
/** GPT-NeoX, Megatron and Trainer-state files hold DeepSpeed keys among keys of their own. */
const foreignKeys = /["'](num[-_]layers|hidden[-_]size|pipe[-_]parallel[-_]size|model[-_]parallel[-_]size|vocab_file|num[-_]attention[-_]heads|log_history|architectures|per_device_train_batch_size|model_name_or_path|learning_rate|num_train_epochs|output_dir|ds_type)["']\s*:/;

const launcherWords = /(^|[\s;&|("'/=])(deepspeed|torchrun|torch\.distributed\.(run|launch)|accelerate(-launch|\s+launch)|accelerate\.commands\.launch)(?=[\s"'\\;$]|$)/m;
const clusterLaunch = /(^|[\s;&|("'/])(srun|mpirun|mpiexec)\s[^\n]*(python|deepspeed|torchrun)|(^|\s)(srun|mpirun|mpiexec)\s[^\n]*\\\r?\n/m;
const networkVariable = /(^|[\s;])(export\s+)?(NCCL|TORCH_NCCL|GLOO|UCX|RCCL|HCCL)_[A-Z0-9_]+=/m;

/** How many characters of a file are looked at; configs and scripts are far shorter. */
const lookAt = 200_000;

const named = (kind: DocumentKind, reason: Text): Detection => ({ kind, by: 'file-name', reason });
const byContent = (kind: DocumentKind, reason: Text): Detection => ({ kind, by: 'content', reason });

/** What a file is by its name and its content; undefined for files that are none of our business. */
export function recognise(uri: string, text: string, language?: string): Detection | undefined {
  const name = fileName(uri);
  const head = text.length > lookAt ? text.slice(0, lookAt) : text;
  if (envName.test(name)) return named('env', en`the file is named ${name}`.zh`文件名为 ${name}`);
  if (language === 'deepspeed-env') return { kind: 'env', by: 'language', reason: en`the editor's language is DeepSpeed environment`.zh`编辑器语言为 DeepSpeed 环境文件` };
  if (language === 'deepspeed-hostfile' && !hostfileName.test(name)) return { kind: 'hostfile', by: 'language', reason: en`the editor's language is DeepSpeed hostfile`.zh`编辑器语言为 DeepSpeed hostfile` };
  if (hostfileName.test(name)) return looksLikeInventory(head) ? undefined : named('hostfile', en`the file is named ${name}`.zh`文件名为 ${name}`);
  if (jsonName.test(name) || language === 'json' || language === 'jsonc') return recogniseJson(name, head);
  if (scriptName.test(name) || language === 'shellscript' || /^#!.*\b(ba|z|da|k)?sh\b/.test(head)) return recogniseScript(head);
  return undefined;
}

/** The DeepSpeed keys that a text shows as keys, strongest evidence first. */
export function tellingKeys(text: string): readonly string[] {
  const found = new Set([...text.matchAll(keyPattern)].map((m) => m[1]!));
  return strongKeys.filter((k) => found.has(k));
}

function recogniseJson(name: string, text: string): Detection | undefined {
  if (name === 'shardlint.json' || /^(package|tsconfig|composer|tokenizer|config|trainer_state|adapter_config|generation_config)(\..*)?\.json$/.test(name)) return undefined;
  if (foreignKeys.test(text.replaceAll(/"optimizer"\s*:\s*\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, ''))) return undefined;
  const keys = tellingKeys(text);
  if (deepspeedName.test(name) && (keys.length > 0 || text.trim().length < 400)) return named('deepspeed', en`the file is named ${name}`.zh`文件名为 ${name}`);
  const strong = keys.filter((k) => !weakKeys.has(k));
  if (keys.length >= 2 && strong.length >= 1)
    return byContent('deepspeed', en`it has the keys ${keys[0]!} and ${keys[1]!}`.zh`文件含有键 ${keys[0]!} 和 ${keys[1]!}`);
  return undefined;
}

function recogniseScript(text: string): Detection | undefined {
  const launcher = launcherWords.exec(text)?.[2] ?? (clusterLaunch.exec(text) ? 'srun / mpirun' : undefined);
  if (launcher) return byContent('script', en`it launches training with ${launcher.replace(/\s+/, ' ')}`.zh`脚本用 ${launcher.replace(/\s+/, ' ')} 启动训练`);
  const variable = networkVariable.exec(text);
  if (variable) return byContent('script', en`it sets ${variable[3]!}_* variables`.zh`脚本设置了 ${variable[3]!}_* 变量`);
  return undefined;
}

/**
 * What a file is that the user names himself, where `recognise` finds nothing: by its content alone and on weaker
 * signs, since a `config.json` or a `hosts.txt` is hardly given to a linter by accident.
 */
export function recogniseAsked(text: string): Detection | undefined {
  const head = text.slice(0, lookAt);
  const keys = tellingKeys(head);
  if (/^\uFEFF?(\s|#[^\n]*|\/\/[^\n]*|\/\*[^]*?\*\/)*\{/.test(head) && !foreignKeys.test(head) && (keys.length > 1 || keys.some((k) => !weakKeys.has(k))))
    return byContent('deepspeed', en`it has the key ${keys[0]!}`.zh`文件含有键 ${keys[0]!}`);
  const lines = head.split(/\r\n|\r|\n/).map((l) => l.trim()).filter((l) => l !== '' && !l.startsWith('#'));
  if (lines.length > 0 && lines.every((l) => /^\S+\s+slots=\d+/.test(l))) return byContent('hostfile', en`its lines give hosts and slots`.zh`各行写的是主机与 slots`);
  return undefined;
}

/** Ansible inventories are named `hosts` or `hostfile` too: `[group]` heads, `ansible_*` variables. */
const looksLikeInventory = (text: string): boolean => /^\s*\[[\w:.-]+\]\s*$/m.test(text) || /\bansible_\w+=/.test(text);

export const isScriptName = (uri: string): boolean => scriptName.test(fileName(uri));
export const isRecognisableName = (uri: string): boolean => {
  const name = fileName(uri);
  return envName.test(name) || hostfileName.test(name) || jsonName.test(name) || scriptName.test(name);
};

export const kindName: Record<DocumentKind, Text> = {
  deepspeed: en`DeepSpeed config`.zh`DeepSpeed 配置`,
  hostfile: same('hostfile'),
  env: en`DeepSpeed environment file`.zh`DeepSpeed 环境文件`,
  script: en`launch script`.zh`启动脚本`,
};
