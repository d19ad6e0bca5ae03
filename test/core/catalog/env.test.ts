import assert from 'node:assert/strict';
import test from 'node:test';
import { allVariables, commonTypos, variable } from '../../../server/src/core/catalog/env';
import { effectOf, parsed, strtoll } from '../../../server/src/core/catalog/env-values';

const read = (name: string, value: string): string => {
  const p = parsed(variable(name)!, value);
  if (!p) return 'unknown';
  return p.kind === 'ok' ? `ok ${p.readsAs}` : `${p.effect}${p.readsAs === undefined ? '' : ` ${p.readsAs}`}`;
};

test('NCCL reads integers with strtoll, base 0, and never looks at the rest', () => {
  for (const [value, number] of [['true', 0], ['True', 0], ['yes', 0], ['on', 0], ['4M', 4], ['8MB', 8], ['1e6', 1], ['010', 8], ["'1'", 0], ['1 # c', 1]] as const)
    assert.equal(read('NCCL_IB_DISABLE', value), `read-as ${number}`, value);
  for (const [value, number] of [['0x10', 16], ['-1', -1], ['1', 1], ['0', 0], ['00', 0], [' 1', 1], ['1 ', 1], ['+1', 1], ['01', 1]] as const)
    assert.equal(read('NCCL_IB_DISABLE', value), `ok ${number}`, value);
  assert.equal(read('NCCL_IB_DISABLE', ''), 'ok ');
  assert.equal(read('NCCL_IB_DISABLE', '99999999999999999999'), 'ignored');
  assert.equal(read('NCCL_BUFFSIZE', '4M'), 'read-as 4');
  assert.equal(read('NCCL_BUFFSIZE', '4194304'), 'ok 4194304');
  assert.deepEqual(strtoll('0b1'), { number: 0n, used: 1, base: 10 });
  assert.deepEqual(strtoll('08'), { number: 0n, used: 1, base: 10 });
});

test('a switch says what its value does', () => {
  const ib = variable('NCCL_IB_DISABLE')!;
  assert.equal(effectOf(ib, '0')?.en, 'InfiniBand stays on');
  assert.equal(effectOf(ib, '2')?.en, 'traffic between nodes goes over TCP');
  // Only 1 disables P2P.
  assert.equal(read('NCCL_P2P_DISABLE', '2'), 'read-as 2');
  assert.equal(effectOf(variable('NCCL_P2P_DISABLE')!, '2'), undefined);
});

test('levels match exactly, old numbers included', () => {
  assert.equal(read('NCCL_P2P_LEVEL', 'NVL'), 'ok NVL');
  assert.equal(read('NCCL_P2P_LEVEL', 'nvl'), 'ignored');
  assert.equal(read('NCCL_NET_GDR_LEVEL', '2'), 'ok PXB');
  assert.equal(read('NCCL_NET_GDR_LEVEL', '5'), 'ok SYS');
  assert.equal(read('NCCL_NET_GDR_LEVEL', 'PHB '), 'ignored');
});

test('NCCL_DEBUG takes its levels in any case and nothing else', () => {
  assert.equal(read('NCCL_DEBUG', 'info'), 'ok INFO');
  for (const value of ['1', 'true', 'DEBUG']) assert.equal(read('NCCL_DEBUG', value), 'ignored', value);
});

test('the signs of an interface list count once, at its start', () => {
  for (const value of ['eth0', '^docker0,lo', '=eth0,eth1', '^=mlx5_bond_0', 'mlx5_1:1,mlx5_2:1']) assert.equal(read('NCCL_SOCKET_IFNAME', value), `ok ${value}`);
  assert.equal(read('NCCL_SOCKET_IFNAME', '^docker0,^lo'), 'read-as ^lo');
  assert.equal(read('NCCL_IB_HCA', '=^mlx5'), 'read-as ^mlx5');
  assert.equal(read('NCCL_SOCKET_IFNAME', 'eth0, eth1'), 'read-as  eth1');
  assert.deepEqual((parsed(variable('NCCL_SOCKET_IFNAME')!, '^docker0,^lo') as { at?: unknown }).at, { start: 9, end: 12 });
  assert.equal(read('GLOO_SOCKET_IFNAME', '^docker0'), 'refused');
  assert.equal(read('GLOO_SOCKET_IFNAME', 'eth0,eth1'), 'ok eth0,eth1');
});

test('algorithms and protocols', () => {
  for (const value of ['Ring', '^NVLS', 'ring,tree', 'allreduce:tree,ring;broadcast:ring']) assert.equal(read('NCCL_ALGO', value), `ok ${value}`);
  assert.equal(read('NCCL_ALGO', 'Ring, Tree'), 'refused');
  assert.equal(read('NCCL_PROTO', 'simple'), 'ok simple');
  assert.equal(read('NCCL_PROTO', 'LL64'), 'refused');
});

test('PyTorch throws on what is no switch and no number', () => {
  assert.equal(read('TORCH_NCCL_BLOCKING_WAIT', 'Yes'), 'ok true');
  assert.equal(read('TORCH_NCCL_BLOCKING_WAIT', 'on'), 'refused');
  assert.equal(read('TORCH_NCCL_ASYNC_ERROR_HANDLING', 'true'), 'refused');
  assert.equal(read('NCCL_ASYNC_ERROR_HANDLING', '1'), 'ok 1');
  assert.equal(read('TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC', '30m'), 'read-as 30');
  assert.equal(read('TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC', '010'), 'ok 10');
  assert.equal(read('TORCH_DISTRIBUTED_DEBUG', 'detail'), 'ok DETAIL');
  assert.equal(read('TORCH_DISTRIBUTED_DEBUG', '1'), 'refused');
});

test('Hugging Face switches are on for four words', () => {
  assert.equal(read('HF_HUB_OFFLINE', 'YES'), 'ok true');
  assert.equal(read('HF_HUB_OFFLINE', 'off'), 'ok false');
  assert.equal(read('HF_HUB_OFFLINE', 'y'), 'read-as false');
});

test('the allocator’s setting', () => {
  const conf = (value: string): string => read('PYTORCH_CUDA_ALLOC_CONF', value).replace(/^(ok) .*/, '$1');
  for (const value of ['expandable_segments:True', 'max_split_size_mb:128, garbage_collection_threshold:0.8,', 'roundup_power2_divisions:[256:1,512:2,>:8]', 'backend:native', ''])
    assert.equal(conf(value), 'ok', value);
  for (const value of ['expandable_segments:true', 'expandable_segments:1', 'max_split_size_mb:10', 'garbage_collection_threshold:80', 'max_split_size_mb=128', 'roundup_power2_divisions:3'])
    assert.equal(conf(value), 'refused', value);
  assert.deepEqual((parsed(variable('PYTORCH_ALLOC_CONF')!, 'backend:native, expandable_segments:1') as { at?: unknown }).at, { start: 16, end: 37 });
});

test('what was not read in the source has no verdict', () => {
  for (const name of ['UCX_TLS', 'CUDA_VISIBLE_DEVICES', 'NCCL_TIMEOUT', 'NCCL_TREE_THRESHOLD', 'NCCL_NET', 'NCCL_DEBUG_SUBSYS']) assert.equal(read(name, 'x'), 'unknown', name);
  // NCCL 2.30 and older releases differ on these words.
  assert.equal(read('NCCL_SET_THREAD_NAME', 'TRUE'), 'unknown');
});

test('names, misspellings, and names that nobody reads', () => {
  assert.equal(allVariables().length, 473);
  assert.equal(variable('PET_NNODES')?.name, 'PET_NNODES');
  assert.equal(variable('PET_nnodes'), undefined);
  assert.equal(variable('NCCL_TIMEOUT')?.readBy, 'nobody');
  assert.equal(commonTypos().get('NCCL_DISABLE_P2P'), 'NCCL_P2P_DISABLE');
  for (const [typo, name] of commonTypos()) {
    assert.equal(variable(typo), undefined, typo);
    assert.ok(variable(name), name);
  }
});
