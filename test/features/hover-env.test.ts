import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoverAt, noHover } from './support';

test('a variable: name, meaning, who reads it, default, values, danger, concept', () => {
  const { en, zh, word } = hoverAt('NCCL_IB_DIS|ABLE=1\n', 'env');
  assert.equal(word, 'NCCL_IB_DISABLE');
  assert.equal(en.split('\n')[0], '**NCCL_IB_DISABLE**');
  assert.match(en, /read by libnccl/);
  assert.match(en, /\/docs\/concepts\/en\/slow-multinode\.md/);
  assert.match(zh, /由 libnccl 读取/);
  assert.match(zh, /\/docs\/concepts\/zh-cn\/slow-multinode\.md/);
});

test('the value as NCCL parses it: strtoll', () => {
  const off = hoverAt('NCCL_IB_DISABLE=tr|ue\n', 'env');
  assert.equal(off.word, 'true');
  assert.equal(off.en.split('\n')[0], '**NCCL_IB_DISABLE** = `true`');
  assert.match(off.en, /Read as `0`, not as written\./);
  assert.match(off.en, /InfiniBand stays on/);
  assert.match(off.zh, /读作 `0`，与所写不同/);
  assert.match(hoverAt('NCCL_IB_DISABLE=|1\n', 'env').en, /Read as `1`: traffic between nodes goes over TCP\./);
  assert.match(hoverAt('NCCL_BUFFSIZE=4|M\n', 'env').en, /Read as `4`, not as written\./);
  assert.match(hoverAt('NCCL_P2P_LEVEL=n|vl\n', 'env').en, /Ignored: the variable has no effect\./);
});

test('blanks, export, and lines that are none', () => {
  assert.match(hoverAt('NCCL_DEBUG = IN|FO\n', 'env').en, /^\*\*NCCL_DEBUG\*\* = `INFO`/);
  assert.match(hoverAt('export NCCL_DE|BUG=INFO\n', 'env').en, /^\*\*NCCL_DEBUG\*\*/);
  assert.ok(noHover('MY_OWN|=1\n', 'env'));
  assert.ok(noHover('# NCCL_DEB|UG\n', 'env'));
  assert.ok(noHover('NCCL_DEB|UG\n', 'env'));
});

test('credentials are not shown', () => {
  const { en } = hoverAt('WANDB_API_KEY=abc|def\n', 'env');
  assert.doesNotMatch(en, /abcdef/);
  assert.match(en, /credential/);
});
