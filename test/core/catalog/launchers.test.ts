import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { launcherOptions, sbatchOptions, type LauncherOption } from '../../../server/src/core/catalog/launchers';

test('every spelling of an option leads to it', () => {
  const deepspeed = launcherOptions('deepspeed');
  assert.equal(deepspeed.find('--num_accelerators')?.dest, 'num_gpus');
  assert.equal(deepspeed.find('-H')?.dest, 'hostfile');
  assert.equal(deepspeed.find('--num-gpus'), undefined);
  assert.equal(launcherOptions('torchrun').find('--nproc-per-node')?.dest, 'nproc_per_node');
  assert.equal(launcherOptions('torchrun').find('--nproc_per_node')?.env, 'PET_NPROC_PER_NODE');
  assert.equal(launcherOptions('srun').find('-n')?.dest, 'ntasks');
  assert.equal(launcherOptions('srun').find('--tasks-per-node')?.dest, 'ntasks_per_node');
  assert.equal(launcherOptions('mpirun').find('-np')?.dest, 'np');
  assert.equal(launcherOptions('mpirun').find('-n')?.dest, 'np');
  assert.deepEqual([launcherOptions('mpirun').find('-mca')?.takes, launcherOptions('mpirun').find('--mca')?.count], ['many', 2]);
});

test('torch.distributed.launch takes what torchrun takes, and --use_env', () => {
  const table = launcherOptions('torch.distributed.launch');
  assert.equal(table.find('--use_env')?.takes, 'none');
  assert.equal(table.find('--nnodes')?.dest, 'nnodes');
  assert.equal(launcherOptions('torchrun').find('--use_env'), undefined);
});

test('srun and sbatch each have their own options', () => {
  assert.equal(launcherOptions('srun').find('--array'), undefined);
  assert.equal(sbatchOptions().find('-a')?.dest, 'array');
  assert.equal(sbatchOptions().find('--mpi'), undefined);
  assert.equal(launcherOptions('srun').find('-K')?.takes, 'optional');
});

test('abbreviations follow each parser', () => {
  assert.equal(launcherOptions('deepspeed').abbreviations, 'unique-prefix');
  assert.equal(launcherOptions('accelerate').abbreviations, 'none');
});

test('accelerate --fp16 ended with 0.15.0', () => {
  assert.deepEqual(launcherOptions('accelerate').removed('--fp16'), { spelling: '--fp16', since: '0.1.0', until: '0.15.0', replacedBy: '--mixed_precision fp16' });
});

test('the shipped tables hold what the data files say', () => {
  const folder = fileURLToPath(new URL('../../../schemas/launchers', import.meta.url));
  for (const name of ['deepspeed', 'torchrun', 'accelerate', 'srun', 'sbatch', 'mpirun'] as const) {
    const rows = (JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as { options: LauncherOption[] }).options;
    const table = name === 'sbatch' ? sbatchOptions() : launcherOptions(name);
    assert.equal(table.options.length, rows.length, name);
    for (const row of rows) {
      const { meaning: _, ...shipped } = table.find(row.spellings.find((s) => table.find(s)?.dest === row.dest)!)!;
      // A switch without a default is off.
      assert.deepEqual(shipped, row.takes === 'none' ? { default: false, ...row } : row);
    }
  }
});

test('an option says what it is for, in both languages', () => {
  assert.match(launcherOptions('deepspeed').find('--num_gpus')?.meaning?.en ?? '', /every node/);
  assert.match(launcherOptions('srun').find('-N')?.meaning?.zh ?? '', /节点/);
});
