import { en } from '../../text/say';
import { truthy } from '../../catalog/coerce';
import { optimizerConstructors } from '../../catalog/deepspeed';
import { addMember, replaceValue } from '../../syntax/json-edit';
import { becauseOf, defineRule } from '../define';

/** Classes that ZeRO takes without the flag. */
const tested = new Set(['Adam', 'AdamW', 'Adagrad', 'FusedAdam', 'DeepSpeedCPUAdam', 'ZenFlowCPUAdam', 'DeepSpeedCPUAdagrad', 'DeepSpeedCPULion', 'FusedLion', 'MuonWithAuxAdam', 'Muon', 'Lion']);

export default defineRule({
  name: 'untested-optimizer',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`An optimizer outside ZeRO's list, without the flag that admits it.`.zh`优化器不在 ZeRO 的支持列表中，且未开启允许开关。`,
    why: en`With ZeRO the engine stops unless the optimizer is one it was tested with (Adam, AdamW, Adagrad, Lion, Muon): "You are using an untested ZeRO Optimizer". zero_allow_untested_optimizer turns the stop into a warning.`
      .zh`使用 ZeRO 时，除已测试的优化器（Adam、AdamW、Adagrad、Lion、Muon）外引擎会报错退出："You are using an untested ZeRO Optimizer"。zero_allow_untested_optimizer 可将其降为警告。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": { "stage": 2 },
  "optimizer": { "type": "SGD", "params": { "lr": 0.1 } }
                         ^^^^^ error untested-optimizer: zero_allow_untested_optimizer
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "zero_optimization": { "stage": 2 },
  "zero_allow_untested_optimizer": true,
  "optimizer": { "type": "SGD", "params": { "lr": 0.1 } }
}
`,
    fixSafety: en`Unsafe: the optimizer runs in a combination nobody tested.`.zh`不安全：该优化器将以未经测试的组合运行。`,
    references: ['deepspeed/runtime/engine.py:1988 @ 0.19', 'deepspeed/runtime/zero/utils.py:44 @ 0.19'],
  },
  check(config, report) {
    const node = config.get('optimizer.type');
    const name = config.string('optimizer.type')?.value;
    const stage = config.stage();
    const allowed = config.get('zero_allow_untested_optimizer');
    const root = config.tree.root;
    if (!node || !root || name === undefined || !stage || stage.value < 1) return;
    if (allowed && (allowed.value === undefined || truthy(allowed.value))) return;
    const owners = optimizerConstructors({ optimizer: name });
    if (owners.length === 0 || owners.some((c) => tested.has(c.name)) || /^(onebitadam|zerooneadam|onebitlamb|mu(adam|adamw|sgd))$/i.test(name)) return;
    report({
      at: node.span,
      message: en`${name} is not on ZeRO's list and zero_allow_untested_optimizer is not on: "You are using an untested ZeRO Optimizer".`.zh`${name} 不在 ZeRO 支持列表中，且未开启 zero_allow_untested_optimizer："You are using an untested ZeRO Optimizer"。`,
      help: en`Add "zero_allow_untested_optimizer": true, or use AdamW.`.zh`添加 "zero_allow_untested_optimizer": true，或改用 AdamW。`,
      because: becauseOf(stage, en`stage ${stage.value}`.zh`stage ${stage.value}`),
      fix: allowed
        ? { title: en`Set zero_allow_untested_optimizer to true`.zh`将 zero_allow_untested_optimizer 设为 true`, safety: 'unsafe', edits: replaceValue(allowed, true) }
        : { title: en`Add "zero_allow_untested_optimizer": true`.zh`添加 "zero_allow_untested_optimizer": true`, safety: 'unsafe', edits: addMember(config.text, config.tree, root, '"zero_allow_untested_optimizer": true') },
    });
  },
});
