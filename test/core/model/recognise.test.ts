import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recognise } from '../../../server/src/core/model/recognise';

const kind = (name: string, text: string, language?: string): string | undefined => recognise(`file:///work/${name}`, text, language)?.kind;

test('hostfiles are known by name, programs and notes about them are not', () => {
  const hosts = 'w0 slots=8\n';
  for (const name of ['hostfile', 'my_hostfile', 'hostfile.txt', 'hostfile_n4', 'hostfile-10.0.0.1', 'hostfile_8V100_0_1', 'a.hostfile']) assert.equal(kind(name, hosts), 'hostfile', name);
  for (const name of ['hostfile_utils.py', 'hostfile.py', 'hostfile-notes.md', 'hosts']) assert.equal(kind(name, hosts), undefined, name);
  assert.equal(kind('hostfile', '[workers]\nw0 ansible_user=me\n'), undefined, 'an inventory');
  assert.equal(kind('anything', hosts, 'deepspeed-hostfile'), 'hostfile');
});

test('environment files are known by name', () => {
  assert.equal(kind('.deepspeed_env', ''), 'env');
  assert.equal(kind('.deepspeed_env.cluster', 'A=1\n'), 'env');
  assert.equal(kind('.env', 'A=1\n'), undefined);
});

test('JSON is a DeepSpeed config by name, or by two telling keys', () => {
  assert.equal(kind('ds_config.json', '{}'), 'deepspeed');
  assert.equal(kind('any.json', '{ "train_micro_batch_size_per_gpu": 4, "zero_optimization": { "stage": 3 } }'), 'deepspeed');
  assert.equal(kind('any.json', '{ "optimizer": {}, "scheduler": {} }'), undefined);
  assert.equal(kind('package.json', '{ "name": "x" }'), undefined);
  assert.equal(kind('neox.json', '{ "num_layers": 2, "hidden_size": 8, "zero_optimization": {}, "train_micro_batch_size_per_gpu": 4 }'), undefined, 'a GPT-NeoX config');
});

test('a shell script counts when it launches training or sets network variables', () => {
  assert.equal(kind('train.sh', 'deepspeed --num_gpus 8 train.py\n'), 'script');
  assert.equal(kind('train.sbatch', 'srun python -m torch.distributed.run train.py\n'), 'script');
  assert.equal(kind('env.sh', 'export NCCL_DEBUG=INFO\n'), 'script');
  assert.equal(kind('build.sh', 'pip install deepspeed-kernels\necho done\n'), undefined);
});

test('empty and odd texts are no reason to stop', () => {
  for (const text of ['', '\uFEFF', '\0', '\uD800', '{'.repeat(100_000), 'NCCL_'.repeat(100_000)]) {
    for (const name of ['a.json', 'a.sh', 'hostfile', '.deepspeed_env']) assert.doesNotThrow(() => kind(name, text));
  }
});
