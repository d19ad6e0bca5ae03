import type { DeepSpeedConfig } from '../../job/subjects';
import { isFilePlace, type Fact } from '../../model/fact';
import type { Because } from '../../model/finding';
import { removeMember, replaceValue } from '../../syntax/json-edit';
import { en } from '../../text/say';
import { becauseOf, defineRule, type FixDraft } from '../define';
import { batchTriangle, fillTriangle, fits, isElastic, sequenceParallel, type BatchTriangle, type Filled } from './_batch';

export default defineRule({
  name: 'batch-size-mismatch',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`The batch sizes do not multiply out for the number of ranks.`.zh`批大小与 rank 数相乘不一致。`,
    why: en`DeepSpeed stops at start-up unless train_batch_size = train_micro_batch_size_per_gpu × gradient_accumulation_steps × data-parallel ranks: "Check batch related parameters. train_batch_size is not equal to micro_batch_per_gpu * gradient_acc_step * world_size". Where a number is left out it is worked out from the others, and the division has to come out even.`
      .zh`DeepSpeed 启动时要求 train_batch_size = train_micro_batch_size_per_gpu × gradient_accumulation_steps × 数据并行 rank 数，否则报错退出："Check batch related parameters. train_batch_size is not equal to micro_batch_per_gpu * gradient_acc_step * world_size"。省略的数由其余各数推出，且必须整除。`,
    bad: `
//- ds_config.json
{
  "train_batch_size": 48,
                      ^^ error batch-size-mismatch: 48 is not 2 × 4 × 4
  "train_micro_batch_size_per_gpu": 2,
  "gradient_accumulation_steps": 4
}
//- train.sh
deepspeed --num_gpus 4 train.py --deepspeed_config ds_config.json
`,
    good: `
//- ds_config.json
{
  "train_micro_batch_size_per_gpu": 2,
  "gradient_accumulation_steps": 4
}
//- train.sh
deepspeed --num_gpus 4 train.py --deepspeed_config ds_config.json
`,
    fixSafety: en`Unsafe: which of the three numbers was meant decides how the model trains.`.zh`不安全：保留哪一个数会影响训练效果。`,
    references: ['deepspeed/runtime/config.py:919 @ 0.19'],
  },
  check(config, report) {
    const triangle = batchTriangle(config);
    const written = triangle.train ?? triangle.micro;
    const split = sequenceParallel(config);
    if (!triangle.known || !written || isElastic(config) || split === undefined) return;
    const at = (fact: Fact<number>) => (isFilePlace(fact.at) ? fact.at.span : { start: 0, end: 0 });
    for (const part of [triangle.train, triangle.micro, triangle.steps]) {
      if (!part || part.value > 0) continue;
      report({
        at: at(part),
        message: en`This batch size is ${part.value}; DeepSpeed refuses it: "has to be greater than 0".`.zh`该批大小为 ${part.value}，DeepSpeed 拒绝："has to be greater than 0"。`,
        help: en`Write a whole number of at least 1.`.zh`请写不小于 1 的整数。`,
      });
      return;
    }
    if (config.worldSizes.length === 0) return checkAnyWorld(triangle, (message) => report({ at: at(written), message: message.text, help: message.help, because: parts(triangle, written), fix: fixes(config, message.train) }));
    for (const ranks of config.worldSizes) {
      // Tensor parallelism of the config makes the data-parallel size the engine's business; a given size is taken at its word.
      if (config.get('tensor_parallel') && isFilePlace(ranks.at)) continue;
      const world = split === 1 ? ranks : { ...ranks, value: ranks.value / split };
      const filled = fillTriangle(triangle, world.value);
      if (!filled || fits(filled, world.value)) continue;
      report({ at: at(written), ...words(triangle, filled, world), because: [...parts(triangle, written), ...rankPlaces(ranks)], fix: fixes(config, wanted(triangle, world.value)) });
    }
  },
});

/** All three given and no rank count known: wrong for every number of ranks when the division leaves a rest. */
function checkAnyWorld({ train, micro, steps }: BatchTriangle, say: (m: { text: ReturnType<typeof text>; help: ReturnType<typeof text>; train: number | undefined }) => void): void {
  if (!train || (!micro && !steps)) return;
  const unit = (micro?.value ?? 1) * (steps?.value ?? 1);
  if (train.value % unit === 0) return;
  const shown = micro && steps ? `${micro.value} × ${steps.value}` : String(unit);
  say({
    text: en`train_batch_size ${train.value} is not a multiple of ${shown}, so it fits no number of ranks.`.zh`train_batch_size ${train.value} 不是 ${shown} 的整数倍，任何 rank 数都无法满足。`,
    help: en`Leave train_batch_size out and DeepSpeed works it out.`.zh`删去 train_batch_size，由 DeepSpeed 自动计算。`,
    train: undefined,
  });
}
const text = (s: string) => en`${s}`.zh`${s}`;

function words({ train, micro, steps }: BatchTriangle, filled: Filled, world: Fact<number>) {
  const w = world.value;
  if (train && micro && steps) {
    const product = micro.value * steps.value * w;
    return {
      message: en`train_batch_size ${train.value} is not ${micro.value} × ${steps.value} × ${w} ranks = ${product}.`.zh`train_batch_size ${train.value} 不等于 ${micro.value} × ${steps.value} × ${w} 个 rank = ${product}。`,
      help: en`Leave train_batch_size out (DeepSpeed works it out), or write ${product}.`.zh`删去 train_batch_size（由 DeepSpeed 计算），或改为 ${product}。`,
    };
  }
  const unit = (micro?.value ?? 1) * (steps?.value ?? 1) * w;
  const named = micro ? `${micro.value} × ${w}` : steps ? `${steps.value} × ${w}` : String(w);
  return {
    message: en`train_batch_size ${filled.train} does not divide evenly over ${named} (${w} ranks).`.zh`train_batch_size ${filled.train} 不能被 ${named}（${w} 个 rank）整除。`,
    help: en`Use a multiple of ${unit}.`.zh`请使用 ${unit} 的整数倍。`,
  };
}

const wanted = ({ micro, steps }: BatchTriangle, world: number): number | undefined => (micro && steps ? micro.value * steps.value * world : undefined);

function parts(triangle: BatchTriangle, at: Fact<number>): readonly Because[] {
  const others = [triangle.micro, triangle.steps].filter((f): f is Fact<number> => f !== undefined && f !== at);
  return others.flatMap((f) => becauseOf(f, f === triangle.micro ? en`${f.value} samples a rank and step`.zh`每 rank 每步 ${f.value} 个样本` : en`${f.value} accumulation ${f.value === 1 ? 'step' : 'steps'}`.zh`梯度累积 ${f.value} 步`));
}

const rankPlaces = (world: Fact<number>): readonly Because[] => becauseOf(world, en`${world.value} ranks: ${world.how ?? en`as given`.zh`按给定值`}`.zh`${world.value} 个 rank：${world.how ?? en`as given`.zh`按给定值`}`);

function fixes(config: DeepSpeedConfig, product: number | undefined): readonly FixDraft[] {
  const node = config.get('train_batch_size');
  if (!node) return [];
  const canGo = config.get('train_micro_batch_size_per_gpu') !== undefined;
  return [
    ...(canGo ? [{ title: en`Remove train_batch_size`.zh`删除 train_batch_size`, safety: 'unsafe' as const, edits: removeMember(config.text, config.tree, node) }] : []),
    ...(product !== undefined && product > 0 ? [{ title: en`Set train_batch_size to ${product}`.zh`将 train_batch_size 设为 ${product}`, safety: 'unsafe' as const, edits: replaceValue(node, product) }] : []),
  ];
}
