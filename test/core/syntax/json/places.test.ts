import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '../../../../server/src/core/syntax/json';
import { nodeAt, pathKey, type Node, type Tree } from '../../../../server/src/core/syntax/tree';
import type { Span } from '../../../../server/src/core/text/span';

const cut = (text: string, span: Span | undefined): string | undefined => span && text.slice(span.start, span.end);
const get = (tree: Tree, ...path: string[]): Node => {
  const node = tree.nodes.get(pathKey(path));
  assert.ok(node, pathKey(path));
  return node;
};

/** The same config as JSON, with what hjson adds, and half typed. */
const texts: Record<string, string> = {
  json: '\uFEFF{\r\n\t"a\\u0062" : "\u{1F600}\ud800",\r\n  "b.c": [ 1, {"d": null} ]\r\n}',
  hjson: '\uFEFF{\r\n\t\'a\\u0062\' : \'\u{1F600}\ud800\' # c\r\n  b.c: [ 1, {"d": null} ]\r\n}',
  broken: '\uFEFF{\r\n\t"a\\u0062" : "\u{1F600}\ud800",\r\n  "b.c": [ 1, {"d": null} ]\r\n, "e',
};

for (const [name, text] of Object.entries(texts)) {
  test(`places count UTF-16 code units of the text as it is: ${name}`, () => {
    const tree = parseJson(text);
    const quote = name === 'hjson' ? "'" : '"';
    const ab = get(tree, 'ab');
    assert.equal(cut(text, ab.keySpan), `${quote}a\\u0062${quote}`);
    assert.equal(cut(text, ab.span), `${quote}\u{1F600}\ud800${quote}`);
    assert.equal(cut(text, ab.memberSpan), `${quote}a\\u0062${quote} : ${quote}\u{1F600}\ud800${quote}`);
    assert.equal(ab.value, '\u{1F600}\ud800');
    const list = get(tree, 'b.c');
    assert.equal(list.raw, '[ 1, {"d": null} ]');
    assert.deepEqual(list.path, ['b.c']);
    assert.equal(get(tree, 'b.c', '0').memberSpan.start, text.indexOf('1,'));
    const d = get(tree, 'b.c', '1', 'd');
    assert.equal(cut(text, d.memberSpan), '"d": null');
    assert.deepEqual(d.path, ['b.c', '1', 'd']);
    assert.equal(d.parent?.parent, list);
    assert.equal(tree.root?.span.start, 1);
    assert.equal(nodeAt(tree, text.indexOf('null') + 4), d);
  });
}

test('an unquoted string reaches to the line end, without the blanks there', () => {
  const text = '{\n  "a": False,  \r\n  b: x y \t\n}';
  const tree = parseJson(text);
  assert.equal(get(tree, 'a').raw, 'False,');
  assert.equal(cut(text, get(tree, 'a').memberSpan), '"a": False,');
  assert.equal(get(tree, 'b').raw, 'x y');
  assert.equal(cut(text, get(tree, 'b').keySpan), 'b');
});

test('a config without braces spans the text', () => {
  const text = ' a: 1\n';
  assert.deepEqual(parseJson(text).root?.span, { start: 0, end: text.length });
  assert.deepEqual(parseJson('\n# c\n').root?.span, { start: 0, end: 5 });
});

test('NUL and other control characters outside of strings are characters', () => {
  const tree = parseJson('{a\0: b\0c\n}');
  assert.equal(get(tree, 'a\0').value, 'b\0c');
});

test('nodes are found by their path, and their list agrees with that', () => {
  const tree = parseJson('{"a": {"x.y": 1, "x\\\\": {"y": 2}, "": [3]}, "a.x": 4, "": 5, "dup": {"p": 1}, "dup": {"q": 2}}');
  assert.equal(get(tree, 'a', 'x.y').value, 1);
  assert.equal(get(tree, 'a', 'x\\', 'y').value, 2);
  assert.equal(get(tree, 'a', '', '0').value, 3);
  assert.equal(get(tree, 'a.x').value, 4);
  assert.equal(tree.nodes.get('nothing.here'), undefined);
  assert.equal(tree.nodes.has('dup.q'), true);
  assert.equal(tree.nodes.has('dup.p'), false);
  for (const [key, node] of tree.nodes) {
    assert.equal(pathKey(node.path), key);
    assert.equal(tree.nodes.get(key), node);
  }
  assert.equal(tree.nodes.size, [...tree.nodes.keys()].length);
});

test('half typed members are there to be completed', () => {
  const text = '{ "zero_optimization": { "stage": 2, "offload_optimizer": , "st\n}, "fp16": {"enabled": tr } }';
  const tree = parseJson(text);
  assert.equal(tree.problems.length, 1);
  assert.equal(get(tree, 'zero_optimization', 'stage').value, 2);
  const offload = get(tree, 'zero_optimization', 'offload_optimizer');
  assert.equal(offload.kind, 'unknown');
  assert.equal(offload.span.start, text.indexOf(': ,') + 2);
  assert.equal(cut(text, get(tree, 'zero_optimization', 'st').keySpan), '"st');
});
