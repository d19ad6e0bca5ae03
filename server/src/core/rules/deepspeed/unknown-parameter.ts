import { en } from '../../text/say';
import { optimizerConstructors, schedulerConstructor } from '../../catalog/deepspeed';
import { keyOf } from '../../syntax/tree';
import { replaceKey } from '../../syntax/json-edit';
import { nearest } from '../../text/nearest';
import { defineRule } from '../define';
import { contextOf } from './_options';

export default defineRule({
  name: 'unknown-parameter',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`A parameter that the chosen optimizer or scheduler does not take.`.zh`所选优化器或调度器不接受的参数。`,
    why: en`The params are handed to the class as keyword arguments; an unknown one stops the engine with "got an unexpected keyword argument". Which class it is depends on the name and, for Adam, Adagrad and Lion, on whether the optimizer is offloaded.`
      .zh`params 会作为关键字参数传给类；未知参数使引擎报错退出："got an unexpected keyword argument"。具体是哪个类取决于名称，Adam、Adagrad、Lion 还取决于优化器是否 offload。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": { "type": "AdamW", "params": { "lr": 2e-5, "weight_decy": 0.01 } }
                                                          ^^^^^^^^^^^^^ error unknown-parameter: FusedAdam
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": { "type": "AdamW", "params": { "lr": 2e-5, "weight_decay": 0.01 } }
}
`,
    fixSafety: en`Unsafe: the parameter takes effect.`.zh`不安全：该参数会生效。`,
    references: ['deepspeed/runtime/engine.py:2085-2240 @ 0.19', 'deepspeed/runtime/engine.py:1610 @ 0.19'],
  },
  check(config, report) {
    const context = contextOf(config);
    const classes = {
      optimizer: optimizerConstructors(context),
      scheduler: context.scheduler === undefined ? [] : [schedulerConstructor(context.scheduler)].filter((c) => c !== undefined),
    };
    for (const section of ['optimizer', 'scheduler'] as const) {
      const owners = classes[section];
      const params = config.get(`${section}.params`);
      if (owners.length === 0 || owners.some((c) => c.unknownKeys !== 'refuse') || params?.kind !== 'object') continue;
      const names = [...new Set(owners.flatMap((c) => Object.keys(c.params)))];
      for (const node of params.children) {
        const key = keyOf(node);
        if (names.includes(key) || !node.keySpan || (section === 'optimizer' && key === 'max_grad_norm')) continue;
        const meant = nearest(key, names.filter((n) => !params.children.some((c) => keyOf(c) === n)));
        report({
          at: node.keySpan,
          message: en`${owners[0]!.name} takes no "${key}": "got an unexpected keyword argument".`.zh`${owners[0]!.name} 不接受 "${key}"："got an unexpected keyword argument"。`,
          help: meant ? en`Did you mean "${meant}"?`.zh`是否想写 "${meant}"？` : en`It takes: ${names.join(', ')}.`.zh`可用参数：${names.join('、')}。`,
          ...(meant ? { fix: { title: en`Rename to "${meant}"`.zh`改名为 "${meant}"`, safety: 'unsafe' as const, edits: replaceKey(node, meant) } } : {}),
        });
      }
    }
  },
});
