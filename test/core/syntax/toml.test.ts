import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseToml } from '../../../server/src/core/syntax/toml';

const written = (text: string, path: string): { value: string; key: string | undefined } | undefined => {
  const node = parseToml(text).nodes.get(path);
  return node && { value: text.slice(node.span.start, node.span.end), key: node.keySpan && text.slice(node.keySpan.start, node.keySpan.end) };
};

test('tables, dotted keys and lists of tables make one tree with the places of keys and values', () => {
  const text = [
    '# 😀 comment',
    '[tool.shardlint]',
    'reader = "trainer"',
    'hardware.nodes = 2',
    '[tool.shardlint.rules]',
    '"fp16-and-bf16" = \'off\'',
    '[[tool.shardlint.ignore]]',
    'file = "😀/a.json"',
    '[[tool.shardlint.ignore]]',
    'file = "b"',
    '[other]',
    'list = [1, { x = true }]',
  ].join('\r\n');
  const tree = parseToml(text);
  assert.deepEqual(tree.problems, []);
  assert.deepEqual(tree.root?.value, {
    tool: { shardlint: { reader: 'trainer', hardware: { nodes: 2 }, rules: { 'fp16-and-bf16': 'off' }, ignore: [{ file: '😀/a.json' }, { file: 'b' }] } },
    other: { list: [1, { x: true }] },
  });
  assert.deepEqual(written(text, 'tool.shardlint.reader'), { value: '"trainer"', key: 'reader' });
  assert.deepEqual(written(text, 'tool.shardlint.hardware.nodes'), { value: '2', key: 'nodes' });
  assert.deepEqual(written(text, 'tool.shardlint.rules.fp16-and-bf16'), { value: "'off'", key: '"fp16-and-bf16"' });
  assert.equal(written(text, 'tool.shardlint.rules')?.key, 'rules');
  assert.deepEqual(written(text, 'tool.shardlint.ignore.0.file'), { value: '"😀/a.json"', key: 'file' });
  assert.deepEqual(written(text, 'tool.shardlint.ignore.1.file'), { value: '"b"', key: 'file' });
  assert.deepEqual(written(text, 'other.list.1.x'), { value: 'true', key: 'x' });
});

test('a byte order mark moves no place', () => {
  const text = '\uFEFFa = "x"\n';
  assert.deepEqual(written(text, 'a'), { value: '"x"', key: 'a' });
});

test('what is not TOML has a problem, no root, and stops nothing', () => {
  for (const text of ['a = ', '[a', 'a = 1\na = 2', '\0', 'a = "', '\ud800', '='.repeat(2000), `a = ${'['.repeat(30000)}`, '[['.repeat(20000)]) {
    const tree = parseToml(text);
    assert.equal(tree.problems.length, 1, JSON.stringify(text.slice(0, 20)));
    assert.equal(tree.root, undefined);
    const { start, end } = tree.problems[0]!.span;
    assert.ok(0 <= start && start <= end && end <= text.length);
  }
});

test('the place of a problem is where the text goes wrong', () => {
  const text = '[tool.shardlint]\nreader = "trainer"\nreader = "deepspeed"\n';
  assert.equal(parseToml(text).problems[0]!.span.start, text.lastIndexOf('reader'));
});

test('an empty file is an empty table', () => {
  assert.deepEqual(parseToml('').root?.value, {});
});
