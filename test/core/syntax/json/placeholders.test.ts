import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '../../../../server/src/core/syntax/json';

const unquoted = ['${BS}', '$BS', '${BS:-16}', '${A:-${B}}', '$((A * B))', '$(nproc)', '{{ bs }}', '{{bs|default(4)}}', '<%= bs %>', '<batch size>', '<bs>', '%d', '%.3f', '%(bs)d', '@BS@', '%BS%', '__BS__',
  'BS', 'GBSIZE', 'CONFIG_MBSIZE', 'CL_1st_MAX', 'QuantW_FORWARD', '${A}e-5', '-$BS', '${A}${B}'];

for (const word of unquoted) {
  test(`${word} stands for a value`, () => {
    for (const text of [`{"a": ${word}, "b": {"c": 1, "d": ${word}}}`, `{\n  "a": ${word},\n  "b": {\n    "c": 1,\n    "d": ${word}\n  }\n}\n`, `{"a":${word} /* c */, "b": {"c": 1, "d": ${word} # e\n}}`]) {
      const tree = parseJson(text);
      assert.equal(tree.template, true, text);
      assert.deepEqual(tree.problems, [], text);
      assert.deepEqual(tree.leniencies.filter((l) => l.code !== 'comment'), [], text);
      for (const path of ['a', 'b.d']) {
        const node = tree.nodes.get(path);
        assert.equal(node?.kind, 'unknown', text);
        assert.equal(node.value, undefined);
        assert.equal(node.raw, word);
      }
      assert.equal(tree.nodes.get('b.c')?.value, 1);
      // Half a value is none.
      assert.equal(tree.nodes.get('b')?.kind, 'object');
      assert.equal(tree.nodes.get('b')?.value, undefined);
    }
  });
}

for (const word of ['${BS}', '$BS', '{{ bs }}', '<batch size>', '%d', '%(bs)s', '@BS@', '__BS__', 'run-{{ name }}']) {
  test(`"${word}" stands for a value`, () => {
    const tree = parseJson(`{"a": "${word}", "b": [1, "${word}"]}`);
    assert.equal(tree.template, true);
    assert.equal(tree.nodes.get('a')?.kind, 'unknown');
    assert.equal(tree.nodes.get('a')?.raw, `"${word}"`);
    assert.equal(tree.nodes.get('b')?.value, undefined);
    assert.equal(tree.nodes.get('b.0')?.value, 1);
  });
}

test('a path with a variable is unknown, and makes no template of the file', () => {
  for (const path of ['$HOME/nvme', '/data/${USER}/ckpt', '/data/<user>/ckpt', '/data/@NODE@']) {
    const tree = parseJson(`{"nvme_path": "${path}", "b": 1}`);
    assert.equal(tree.nodes.get('nvme_path')?.kind, 'unknown', path);
    assert.equal(tree.template, false, path);
  }
});

test('innocent strings are what they say', () => {
  for (const text of ['auto', '/local_nvme', 'layer\\\\.\\\\d+$', '100%', 'a < b', 'me@example.com', 'WarmupLR', 'NCCL_DEBUG', '5 $', 'x{y}', '{}', '__init__', 'a_b', 'NVME']) {
    const tree = parseJson(`{"a": "${text}"}`);
    assert.equal(tree.template, false, text);
    assert.equal(tree.nodes.get('a')?.kind, 'string', text);
  }
});

test('words that mean something are strings somebody forgot to quote', () => {
  for (const word of ['True', 'None', 'NaN', 'Infinity', 'TRUE', 'CPU', 'NVME', 'AUTO', 'AdamW', 'cpu', 'auto', 'FP16', 'a<b', 'f(x)', 'A']) {
    const tree = parseJson(`{\n"a": ${word}\n}`);
    assert.equal(tree.template, false, word);
    assert.equal(tree.nodes.get('a')?.value, word);
  }
});

test('names in quotes are placeholders only where the file is a template by other signs', () => {
  const template = parseJson('{\n"train_batch_size": CONFIG_BATCH_SIZE,\n"path": "CL_1st_ROOT",\n"type": "WarmupLR"\n}');
  assert.equal(template.nodes.get('path')?.kind, 'unknown');
  assert.equal(template.nodes.get('type')?.value, 'WarmupLR');
  assert.equal(parseJson('{"path": "CL_1st_ROOT"}').nodes.get('path')?.value, 'CL_1st_ROOT');
});

test('keys and whole members are placeholders too', () => {
  for (const text of ['{"${KEY}": 1, "b": 2}', '{${KEY}: 1, "b": 2}', '{ {{ key }}: 1, "b": 2 }', '{ {{ more }}, "b": 2 }', '{ "b": 2, {{ more }} }', '{\n{{ more }}\n"b": 2\n}']) {
    const tree = parseJson(text);
    assert.equal(tree.template, true, text);
    assert.deepEqual(tree.problems, [], text);
    assert.equal(tree.nodes.get('b')?.value, 2, text);
  }
  const whole = parseJson('{{ config | tojson }}\n');
  assert.deepEqual([whole.template, whole.root?.kind, whole.problems.length], [true, 'unknown', 0]);
});

test('what a template engine takes or leaves is unknown', () => {
  const tree = parseJson('{# all #}\n{\n{% if big %}\n"stage": 3,\n{% else %}\n"stage": 2{% endif %}\n"b": 1,\n{% set x = 1 %}\n"c": 2\n}');
  assert.equal(tree.template, true);
  assert.deepEqual(tree.problems, []);
  assert.deepEqual(tree.duplicates, []);
  assert.deepEqual(tree.leniencies, []);
  assert.equal(tree.nodes.get('stage')?.value, undefined);
  assert.equal(tree.nodes.get('b')?.value, 1);
  assert.equal(tree.nodes.get('c')?.value, 2);
});

test('a half typed template keeps its placeholders', () => {
  const tree = parseJson('{\n# all\n"a": ${BS},\n"b": {{ x }},\n"c": {"d" }\n}');
  assert.equal(tree.template, true);
  assert.deepEqual(tree.problems.map((p) => p.code), ['colon-expected']);
  assert.deepEqual([tree.nodes.get('a')?.raw, tree.nodes.get('b')?.raw], ['${BS}', '{{ x }}']);
  assert.equal(tree.nodes.get('a')?.kind, 'unknown');
});
