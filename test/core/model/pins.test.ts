import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceText } from '../../../server/src/core/model/document';
import { isPinFile, pinnedVersions, pinsIn } from '../../../server/src/core/model/pins';

const source = (file: string, text: string): SourceText => new SourceText(`file:///p/${file}`, text);
const values = (file: string, text: string): Record<string, string> => Object.fromEntries(Object.entries(pinsIn(source(file, text))).map(([tool, pin]) => [tool, pin!.value]));

test('files that pin versions', () => {
  for (const file of ['requirements.txt', 'requirements-dev.txt', 'requirements_gpu.txt', 'constraints.txt', 'pyproject.toml', 'poetry.lock', 'uv.lock', 'pdm.lock', 'setup.py', 'setup.cfg', 'environment.yml', 'Dockerfile', 'Dockerfile.gpu', 'requirements/base.txt'])
    assert.ok(isPinFile(`file:///p/${file}`), file);
  for (const file of ['train.py', 'notes.txt', 'ds_config.json', 'Dockerfiles/readme.md', 'myrequirements.txt']) assert.ok(!isPinFile(`file:///p/${file}`), file);
});

test('exact versions only', () => {
  assert.deepEqual(values('requirements.txt', 'deepspeed==0.16.9\ntransformers[torch] == 4.51.3\ntorch===2.6.0\n'), { deepspeed: '0.16.9', transformers: '4.51.3', torch: '2.6.0' });
  assert.deepEqual(values('requirements.txt', 'deepspeed>=0.16.9\ntransformers~=4.51\naccelerate\ntorch==2.*\n'), {});
  assert.deepEqual(values('requirements.txt', '# deepspeed==0.9.5\ndeepspeed>=0.14 # deepspeed==0.14.4 works\n'), {});
  assert.deepEqual(values('requirements.txt', 'my-deepspeed==1.2.3\ndeepspeed-mii==0.2.0\ntorchvision==0.20.0\n'), {});
  assert.deepEqual(values('requirements.txt', 'torch==2.5.1+cu121 ; python_version < "3.12"\r\n'), { torch: '2.5.1' });
});

test('the same tool at two versions is not known', () => {
  assert.deepEqual(values('requirements.txt', 'deepspeed==0.16.9 ; python_version > "3.9"\ndeepspeed==0.14.4 ; python_version <= "3.9"\naccelerate==1.2.1\n'), { accelerate: '1.2.1' });
});

test('each format', () => {
  assert.deepEqual(values('pyproject.toml', '[project]\ndependencies = ["deepspeed==0.17.1", "torch>=2"]\n'), { deepspeed: '0.17.1' });
  assert.deepEqual(values('pyproject.toml', '[tool.poetry.dependencies]\ndeepspeed = "0.15.4"\ntorch = "^2.4"\n'), { deepspeed: '0.15.4' });
  assert.deepEqual(values('uv.lock', '[[package]]\nname = "deepspeed"\nversion = "0.18.2"\nsource = { registry = "x" }\n\n[[package]]\nname = "nvidia-nccl-cu12"\nversion = "2.21.5"\n'), { deepspeed: '0.18.2', nccl: '2.21.5' });
  assert.deepEqual(values('environment.yml', 'dependencies:\n  - pip:\n    - deepspeed==0.14.4\n'), { deepspeed: '0.14.4' });
  assert.deepEqual(values('Dockerfile', 'RUN pip install --no-cache-dir deepspeed==0.16.4 \\\n    transformers==4.49.0\n'), { deepspeed: '0.16.4', transformers: '4.49.0' });
  assert.deepEqual(values('Dockerfile', 'RUN pip install deepspeed==${DS_VERSION}\n'), {});
});

test('the place is the version itself', () => {
  const file = source('requirements.txt', 'torch==2.6.0\ndeepspeed==0.16.9\n');
  const at = pinsIn(file).deepspeed!.at as { span: { start: number; end: number } };
  assert.equal(file.text.slice(at.span.start, at.span.end), '0.16.9');
});

test('a lock file before a list, the nearest folder before those above, none where two lists differ', () => {
  const version = (...folders: SourceText[][]): string | undefined => pinnedVersions(folders).deepspeed?.value;
  const list = (v: string, file = 'requirements.txt'): SourceText => source(file, `deepspeed==${v}\n`);
  assert.equal(version([list('0.9.5'), source('uv.lock', 'name = "deepspeed"\nversion = "0.17.0"\n')]), '0.17.0');
  assert.equal(version([list('0.9.5')], [list('0.16.9')]), '0.9.5');
  assert.equal(version([], [list('0.16.9')]), '0.16.9');
  assert.equal(version([list('0.9.5'), list('0.16.9', 'requirements-dev.txt')], [list('0.14.4')]), undefined);
  assert.equal(version([list('0.9.5'), list('0.9.5', 'requirements-dev.txt')]), '0.9.5');
});
