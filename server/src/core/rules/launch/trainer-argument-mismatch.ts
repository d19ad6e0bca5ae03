import { innermostOf } from '../../job/job';
import type { FlagUse, LaunchCommand } from '../../job/launch';
import { targetFlag } from '../../job/launch';
import type { DeepSpeedConfig } from '../../job/subjects';
import { laxBoolean } from '../../job/deepspeed-config';
import { replaceValue } from '../../syntax/json-edit';
import type { Node } from '../../syntax/tree';
import { en, same } from '../../text/say';
import { defineRule } from '../define';
import { valuePlace } from './_places';

/** Keys that the Trainer compares with its own arguments, where both are written (`fill_match` in `integrations/deepspeed.py`). */
const compared: readonly (readonly [path: string, flag: string])[] = [
  ['train_micro_batch_size_per_gpu', 'per_device_train_batch_size'],
  ['gradient_accumulation_steps', 'gradient_accumulation_steps'],
  ['gradient_clipping', 'max_grad_norm'],
  ['optimizer.params.lr', 'learning_rate'],
  ['optimizer.params.eps', 'adam_epsilon'],
  ['optimizer.params.weight_decay', 'weight_decay'],
  ['scheduler.params.warmup_max_lr', 'learning_rate'],
];
const switches: readonly (readonly [path: string, flag: string, other: string])[] = [
  ['fp16.enabled', 'fp16', 'fp16_full_eval'],
  ['bf16.enabled', 'bf16', 'bf16_full_eval'],
];

export default defineRule({
  name: 'trainer-argument-mismatch',
  severity: 'error',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`A value in the DeepSpeed config that differs from the Trainer's own argument.`.zh`DeepSpeed 配置中的值与 Trainer 自身参数不一致。`,
    why: en`The Transformers Trainer compares batch sizes, learning rate, clipping, weight decay and precision with its arguments and stops: "Please correct the following DeepSpeed config values that mismatch TrainingArguments values". "auto" takes the argument's value.`
      .zh`Transformers Trainer 会把批大小、学习率、梯度裁剪、权重衰减和精度与自身参数比较，不一致即报错退出："Please correct the following DeepSpeed config values that mismatch TrainingArguments values"。写 "auto" 则采用参数的值。`,
    bad: `
//- train.sh
deepspeed --num_gpus 8 train.py --deepspeed ds.json --learning_rate 1e-5 --bf16 True
//- ds.json
{
  "train_micro_batch_size_per_gpu": "auto",
  "bf16": { "enabled": true },
  "zero_optimization": { "stage": 2 },
  "optimizer": { "type": "AdamW", "params": { "lr": 2e-5 } }
                                                    ^^^^ error trainer-argument-mismatch: --learning_rate 1e-5
}
`,
    good: `
//- train.sh
deepspeed --num_gpus 8 train.py --deepspeed ds.json --learning_rate 1e-5 --bf16 True
//- ds.json
{
  "train_micro_batch_size_per_gpu": "auto",
  "bf16": { "enabled": "auto" },
  "zero_optimization": { "stage": 2 },
  "optimizer": { "type": "AdamW", "params": { "lr": "auto" } }
}
`,
    fixSafety: en`Unsafe: the run takes the argument's value; check that it is the one that was meant.`.zh`不安全：运行将采用参数的值，请确认这是所期望的值。`,
    references: ['transformers/integrations/deepspeed.py: fill_match @ 5.18'],
  },
  check({ job, config }, report) {
    if (!config || job.reader?.value !== 'trainer') return;
    const launch = innermostOf(job);
    const tell = (node: Node, use: FlagUse, text: string): void =>
      report({
        at: config.place(node),
        message: en`${node.path.join('.')} is ${same(node.raw)}, but the launch says ${use.name} ${same(text)}; the Trainer stops on the mismatch.`.zh`${node.path.join('.')} 为 ${same(node.raw)}，而启动命令写的是 ${use.name} ${same(text)}，Trainer 会因不一致而退出。`,
        help: en`Write "auto" and the argument counts.`.zh`写 "auto" 即采用参数的值。`,
        because: [{ place: valuePlace(launch, use), message: en`${use.name} ${same(text)}`.zh`${use.name} ${same(text)}` }],
        fix: { title: en`Write "auto"`.zh`改为 "auto"`, safety: 'unsafe', edits: replaceValue(node, 'auto').map((e) => ({ ...e, uri: config.uri })) },
      });
    for (const [path, name] of compared) {
      const node = config.get(path);
      const use = argument(launch, name);
      const text = use?.value?.value;
      const given = text === undefined ? undefined : pythonNumber(text);
      if (!node || !use || text === undefined || given === undefined || typeof node.value !== 'number' || node.value === given) continue;
      tell(node, use, text);
    }
    for (const [path, name, other] of switches) checkSwitch(config, launch, path, name, other, tell);
  },
});

/** HfArgumentParser takes both spellings. */
const argument = (launch: LaunchCommand, name: string): FlagUse | undefined => targetFlag(launch, `--${name}`, `--${name.replaceAll('_', '-')}`);

const pythonNumber = (text: string): number | undefined => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined);

function checkSwitch(config: DeepSpeedConfig, launch: LaunchCommand, path: string, name: string, other: string, tell: (node: Node, use: FlagUse, text: string) => void): void {
  const node = config.get(path);
  const use = argument(launch, name);
  if (typeof node?.value !== 'boolean' || !use || argument(launch, other)) return;
  const value = use.value === undefined ? true : use.value.value === undefined ? undefined : laxBoolean(use.value.value);
  if (value !== undefined && value !== node.value) tell(node, use, use.value?.value ?? '');
}
