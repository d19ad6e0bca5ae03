import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHjson } from '../../../../server/src/core/syntax/hjson/reader';
import { parseJson } from '../../../../server/src/core/syntax/json';
import { visitJsonc } from '../../../../server/src/core/syntax/jsonc';
import { pathKey, type Node, type Tree } from '../../../../server/src/core/syntax/tree';
import { applyEdits } from '../../../../server/src/core/text/edit';

/** Mulberry32: the same numbers on every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const seeds = [
  '{\n  "train_batch_size": 32,\n  "fp16": {"enabled": true, "loss_scale": 0.0},\n  "betas": [0.9, 0.999],\n  "a": {"b": [{"c": null}, "x"]}\n}\n',
  "{\n  // c\n  a: False, # d\n  'b': x /* e */\n  c: '''\n    y\n  '''\n  d: [1\n 2,]\n}",
  'a: 1\nb: {c: .5,\n}\n',
  '{"a": ${BS}, "b": "{{ x }}", "c": CONFIG_A,\n {% if y %} "d": 1 {% endif %} }',
];
const pieces = ['{', '}', '[', ']', ',', ':', '"', "'", "'''", '#', '//', '/*', '*/', '\n', '\r\n', '\r', ' ', '\t', '\\', '\\u12', '\\ud83d', "\\'", 'True', 'NaN', 'null', '-', '01', '1.', '1e999', '-0', 'a b',
  '\u00a0', '\ufeff', '\0', '\u0085', '\u{1F600}', '\ud800', '\u0661', '__proto__', '${A}', '{{ b }}', '{% if c %}', '{% endif %}', '{#', '#}', '<x>', '$', '%d', '@A@', 'A_B', '"k": v,\n', "'''a\n  b'''"];

function mutated(seed: number, texts: readonly string[] = seeds, most = 6): string {
  const next = random(seed);
  let text = texts[next(texts.length)]!;
  for (let n = 1 + next(most); n > 0; n--) {
    const at = next(text.length + 1);
    const until = Math.min(text.length, at + next(4) * next(8));
    text = text.slice(0, at) + (next(3) === 0 ? '' : pieces[next(pieces.length)]!) + text.slice(next(2) === 0 ? at : until);
  }
  return text;
}

function* nodesOf(node: Node | undefined): Generator<Node> {
  if (!node) return;
  yield node;
  for (const child of node.children) yield* nodesOf(child);
}

function check(text: string, tree: Tree): void {
  for (const node of nodesOf(tree.root)) {
    const { span, memberSpan, keySpan, parent } = node;
    assert.ok(0 <= memberSpan.start && memberSpan.start <= span.start && span.start <= span.end && span.end === memberSpan.end && span.end <= text.length);
    assert.equal(node.raw, text.slice(span.start, span.end));
    assert.equal(memberSpan.start, keySpan?.start ?? span.start);
    if (keySpan) assert.ok(keySpan.end <= span.start);
    if (parent) assert.ok(parent.span.start <= memberSpan.start && memberSpan.end <= parent.span.end);
    let before = span.start;
    for (const child of node.children) {
      assert.equal(child.parent, node);
      assert.ok(before <= child.memberSpan.start);
      before = child.memberSpan.end;
    }
    if (node.kind === 'unknown') assert.equal(node.value, undefined);
  }
  for (const [key, node] of tree.nodes) {
    assert.equal(tree.nodes.get(key), node);
    assert.equal(pathKey(node.path), key);
  }
  for (const { span } of [...tree.problems, ...tree.leniencies, ...tree.comments]) assert.ok(0 <= span.start && span.start <= span.end && span.end <= text.length);
  for (const { first, again } of tree.duplicates) assert.ok(first.parent === again.parent && first.memberSpan.end <= again.memberSpan.start);
}

/** No variable in a string makes a value unknown. */
const known = (tree: Tree): boolean => !tree.template && [...nodesOf(tree.root)].every((n) => n.kind !== 'unknown');

const parsed = (text: string): { value: unknown } | undefined => {
  try {
    // Python's integer 0 has no sign.
    return { value: JSON.parse(text, (_, v: unknown) => (v === 0 ? 0 : v)) as unknown };
  } catch {
    return undefined;
  }
};

test('mutated texts: nothing throws, every place fits, JSON is read as JSON', () => {
  for (let seed = 1; seed <= 6000; seed++) {
    const text = mutated(seed);
    const tree = parseJson(text);
    check(text, tree);
    const json = parsed(text);
    const repeats = tree.duplicates.length > 0;
    if (json && known(tree) && !tree.problems.length && !repeats) assert.deepEqual(tree.root?.value, json.value, JSON.stringify(text));
    if (json && !tree.template) assert.deepEqual(tree.leniencies, [], JSON.stringify(text));
  }
});

test('mutated texts: with all edits made, what hjson reads is strict JSON of the same value', () => {
  let changed = 0;
  for (let seed = 1; seed <= 6000; seed++) {
    const text = mutated(seed);
    const tree = parseJson(text);
    const edits = tree.leniencies.flatMap((l) => (l.strict ? [l.strict] : []));
    if (!known(tree) || tree.problems.length > 0 || edits.length < tree.leniencies.length || /NaN|\ufeff/.test(text)) continue;
    changed++;
    const strict = parsed(applyEdits(text, edits));
    assert.ok(strict, JSON.stringify([text, applyEdits(text, edits)]));
    const asRead = tree.duplicates.length === 0 && tree.leniencies.every((l) => l.code !== 'unquoted-string');
    if (asRead) assert.deepEqual(tree.root?.value, strict.value, JSON.stringify(text));
  }
  assert.ok(changed > 500);
});

test('both readers make the same tree of JSON with comments and trailing commas', () => {
  const shape = (tree: Tree): unknown => [
    [...nodesOf(tree.root)].map((n) => [n.kind, n.path, n.span, n.keySpan, n.memberSpan, n.kind === 'object' ? '' : n.value]), tree.comments, tree.leniencies, tree.duplicates.map((d) => [d.first.span, d.again.span]), tree.template,
  ];
  const plainTexts = [seeds[0]!, '\uFEFF{"a": [1, 2.5, -1e3, [], {},], // c\r\n "b": {"c": "\\u00e9", "c": "$X"}, /* d\n */ "e": "{{ f }}",\n}// g'];
  let compared = 0;
  for (let seed = 1; seed <= 6000; seed++) {
    const text = mutated(seed, plainTexts, 3);
    const plain = visitJsonc(text);
    if (!plain.clean) continue;
    compared++;
    const { builder, refusal } = readHjson(text);
    assert.equal(refusal, undefined, text);
    assert.deepEqual(shape(builder.finish([], true)), shape(plain.builder.finish([], true)), JSON.stringify(text));
  }
  assert.ok(compared > 1000);
});

/** Each of these takes hours if any step looks back or ahead over the whole text. */
const size = 2_000_000;
const long: Record<string, string> = {
  'one line of members': `{${Array.from({ length: 100_000 }, (_, i) => `"key_${i}": ${i}`).join(', ')}}`,
  'one key 100,000 times': `{${'"k": 1, '.repeat(100_000)}}`,
  'one unquoted key 100,000 times': 'k: 1\n'.repeat(100_000),
  'one long string': `{"a": "${'$<{{%@`'.repeat(size / 7)}"}`,
  'one long number': `{"a": ${'1'.repeat(size)}, "b": ${'1,'.repeat(1000)}\n}`,
  ...Object.fromEntries(
    ['[', '{"a":', "{'a':", '{{', '{%', '{#', '${', '${a', '<a', '%(', '@a', '`', '__A', '"', "'", "'''", "['''x''' ", '\\', '"\\u0041', '# c\n', '/*', '/* */', '//\n', ' ', '\n', 'a ', 'a\n', '1,', 'null,', 'NaN,', '{"a": "{{', '[[]', ':', ',', ']']
      .map((piece) => [`${JSON.stringify(piece)} over and over`, `{"q": ${piece.repeat(300_000 / piece.length)}`]),
  ),
};

for (const [name, text] of Object.entries(long)) {
  test(`long texts: ${name}`, () => {
    const tree = parseJson(text);
    assert.equal(tree.nodes.get('no.such.key'), undefined);
    void tree.root?.value;
    const times = name.includes('100,000 times') ? 99_999 : 0;
    if (tree.problems.length === 0) assert.equal(tree.duplicates.length, times);
  });
}

test('paths of many deep nodes are not written out before somebody asks', () => {
  const tree = parseJson(`${'['.repeat(490)}${'1,'.repeat(500_000)}1${']'.repeat(490)}`);
  assert.deepEqual(tree.problems, []);
  let node = tree.root;
  while (node && node.children.length === 1) node = node.children[0];
  assert.equal(node?.children.length, 500_001);
  assert.equal(node.children[500_000]!.path.length, 490);
});
