import { en } from '../../text/say';
import { addMember, removeMember } from '../../syntax/json-edit';
import { defineRule } from '../define';

export default defineRule({
  name: 'max-grad-norm-in-optimizer',
  severity: 'error',
  since: '0.1.0',
  on: 'deepspeed',
  docs: {
    summary: en`max_grad_norm among the optimizer's parameters.`.zh`optimizer.params 中出现 max_grad_norm。`,
    why: en`The engine stops when it builds the optimizer: "'max_grad_norm' is not supported as an optimizer parameter, please switch to using the deepspeed parameter 'gradient_clipping'".`
      .zh`引擎构建优化器时报错退出："'max_grad_norm' is not supported as an optimizer parameter, please switch to using the deepspeed parameter 'gradient_clipping'"。`,
    bad: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": {
    "type": "AdamW",
    "params": { "lr": 2e-5, "max_grad_norm": 1.0 }
                            ^^^^^^^^^^^^^^^ error max-grad-norm-in-optimizer
  }
}
`,
    good: `
{
  "train_micro_batch_size_per_gpu": 4,
  "optimizer": {
    "type": "AdamW",
    "params": { "lr": 2e-5 }
  },
  "gradient_clipping": 1.0
}
`,
    fixSafety: en`Safe where no gradient_clipping is there yet: the run stops as it stands, and the number says what was meant.`.zh`若尚无 gradient_clipping 则安全：当前写法会报错退出，而数值已表明意图。`,
    references: ['deepspeed/runtime/engine.py:2091 @ 0.19'],
  },
  check(config, report) {
    const node = config.get('optimizer.params.max_grad_norm');
    const root = config.tree.root;
    if (!node?.keySpan || !root || config.string('optimizer.type') === undefined) return;
    const remove = removeMember(config.text, config.tree, node);
    const clipping = config.get('gradient_clipping');
    const value = typeof node.value === 'number' ? node.raw : undefined;
    report({
      at: node.keySpan,
      message: en`max_grad_norm is no optimizer parameter; the engine stops: "please switch to using the deepspeed parameter 'gradient_clipping'".`
        .zh`max_grad_norm 不是优化器参数，引擎报错退出："please switch to using the deepspeed parameter 'gradient_clipping'"。`,
      help: en`Write gradient_clipping at the top level.`.zh`请在顶层写 gradient_clipping。`,
      ...(clipping
        ? { fix: { title: en`Remove max_grad_norm`.zh`删除 max_grad_norm`, safety: 'unsafe' as const, edits: remove } }
        : value !== undefined
          ? { fix: { title: en`Move to "gradient_clipping": ${value}`.zh`改为 "gradient_clipping": ${value}`, safety: 'safe' as const, edits: [...remove, ...addMember(config.text, config.tree, root, `"gradient_clipping": ${value}`)] } }
          : {}),
    });
  },
});
