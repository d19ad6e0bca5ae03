import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '../../../../server/src/core/syntax/json';
import { accepted, refused } from './_hjson-cases';

for (const [text, value] of accepted) {
  test(`hjson reads ${JSON.stringify(text)}`, () => {
    const tree = parseJson(text);
    assert.deepEqual(tree.problems, []);
    assert.deepEqual(tree.root?.value, value);
  });
}

for (const [text, words] of refused) {
  test(`hjson refuses ${JSON.stringify(text)}`, () => {
    const { problems } = parseJson(text);
    assert.equal(problems.length, 1);
    assert.ok(problems[0]!.message.en.endsWith(`(${words}).`), problems[0]!.message.en);
    assert.ok(problems[0]!.message.zh.endsWith(`（${words}）。`), problems[0]!.message.zh);
  });
}

test('a key named __proto__ is a key like any other', () => {
  const value = parseJson('{"__proto__": 1, "constructor": 2}').root?.value as object;
  assert.deepEqual(Object.entries(value), [['__proto__', 1], ['constructor', 2]]);
});

test('raw keeps the digits that a number loses', () => {
  const tree = parseJson('{"big": 12345678901234567891, "whole": 1.0, "float": 5e8}');
  assert.equal(tree.nodes.get('big')?.raw, '12345678901234567891');
  assert.equal(tree.nodes.get('big')?.value, 12345678901234567000);
  assert.equal(tree.nodes.get('whole')?.raw, '1.0');
  assert.equal(tree.nodes.get('float')?.value, 500_000_000);
});

test('integers have at most 4300 digits, as in Python', () => {
  assert.deepEqual(parseJson(`[${'1'.repeat(4300)}]`).problems, []);
  const { problems } = parseJson(`[${'1'.repeat(4301)}]`);
  assert.match(problems[0]!.message.en, /ValueError: Exceeds the limit \(4300 digits\) for integer string conversion: value has 4301 digits/);
});

test('a key written twice in one object pairs with its first, at any depth', () => {
  const tree = parseJson('{"a": 1, "b": {"c": 1, "c": 2, "c": 3}, "a": 2, "A": 3, "d": [{"e": 1}, {"e": 2}]}');
  const pairs = tree.duplicates.map(({ first, again }) => [again.path.join('.'), first.raw, again.raw]);
  assert.deepEqual(pairs, [['b.c', '1', '2'], ['b.c', '1', '3'], ['a', '1', '2']]);
  assert.equal(tree.nodes.get('a')?.value, 2);
  assert.equal(tree.nodes.get('b.c')?.value, 3);
  assert.deepEqual(tree.root?.value, { a: 2, b: { c: 3 }, A: 3, d: [{ e: 1 }, { e: 2 }] });
});

test('keys are the same however they are written', () => {
  const tree = parseJson('{"stage": 1\n stage: 2\n \'st\\u0061ge\': 3}');
  assert.equal(tree.duplicates.length, 2);
});
