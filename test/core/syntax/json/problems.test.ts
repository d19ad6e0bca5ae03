import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '../../../../server/src/core/syntax/json';

/** The code, what is underlined, and the sentence before the tool's words. */
const said = (text: string): readonly string[] =>
  parseJson(text).problems.flatMap((p) => [p.code, text.slice(p.span.start, p.span.end), p.message.en.replace(/ \([^]*/, ''), p.message.zh.replace(/（[^]*/, '')]);

const cases: readonly (readonly [text: string, code: string, underlined: string, en: string, zh: string])[] = [
  ['{\n  "a": "x\n}', 'control-character', '"x', 'This string has no closing " on its line', '此字符串在本行没有结尾的 "'],
  ['{\n  "a": \'x', 'unterminated-string', "'x", "This string has no closing '", "此字符串缺少结尾的 '"],
  ['{"a": "x\ty"}', 'control-character', '\t', 'A string holds the raw control character U+0009, which has to be written as an escape', '字符串中含有未转义的控制字符 U+0009，必须写成转义形式'],
  ['{"a": "C:\\data"}', 'bad-escape', '\\d', '"\\d" is no escape of JSON', '"\\d" 不是 JSON 的转义序列'],
  ['{"a": 1 /* x', 'unclosed-comment', '/* x', 'This comment has no closing "*/"', '此注释缺少结尾的 "*/"'],
  ['{\n"a": {\n"b": 1\n', 'unclosed-object', '1', 'The "{" of line 2 is never closed: a "}" is missing', '第 2 行的 "{" 没有闭合：缺少 "}"'],
  ['\n[', 'unclosed-array', '[', 'The "[" of line 2 is never closed: a "]" is missing', '第 2 行的 "[" 没有闭合：缺少 "]"'],
  ['{"a": 1 ]', 'key-expected', ']', 'A key in quotes was expected, but "]" stands here', '此处应为带引号的键，实际是 "]"'],
  ['{train batch: 1}', 'blank-in-key', 'train batch', 'The key "train batch" has a blank in it and no quotes', '键 "train batch" 含空白字符却没有加引号'],
  ['{"a" 12}', 'colon-expected', '12', 'A ":" was expected after the key, but found "1"', '键之后应为 ":"，实际是 "1"'],
  ['{"a": [1, 2}', 'value-expected', '}', 'A value was expected, but found "}"', '此处应为一个值，实际是 "}"'],
  ['{"a": ', 'value-expected', ':', 'A value was expected, but found the end of the file', '此处应为一个值，实际是 文件末尾'],
  ['{"a": 1}\n}', 'extra-data', '}', 'The config ends before this place, but "}" follows', '配置在此之前已经结束，其后却还有 "}"'],
  ['{"a": False, "b": 1}', 'unquoted-word', 'False', 'The unquoted False is read as text up to the end of its line, closing brackets included; JSON writes false', '未加引号的 False 会被当作文本一直读到行尾，连同右括号一起；JSON 中应写作 false'],
  ['{"a": [x, y]}', 'unquoted-word', 'x', 'The unquoted x is read as text up to the end of its line, closing brackets included', '未加引号的 x 会被当作文本一直读到行尾，连同右括号一起'],
  ['{"lr": 1e999}', 'number-too-large', '1e999', '1e999 is beyond the largest float, 1.8e308', '1e999 超出浮点数上限 1.8e308'],
];

for (const [text, ...expected] of cases) test(`the problem of ${JSON.stringify(text)}`, () => assert.deepEqual(said(text), expected));

test('what only hjson stumbles over is marked', () => {
  const reads = (text: string) => parseJson(text).problems.map((p) => p.strictReads);
  assert.deepEqual(reads('{"a": NaN, "b": [-Infinity, 1]}'), [true]);
  assert.deepEqual(reads('{"a": 1e999}'), [true]);
  assert.deepEqual(reads('{"a": NaN, "b": 1,}'), [undefined]);
  assert.deepEqual(reads('{"a": False, "b": 1}'), [undefined]);
});

test('nesting deeper than Python goes is a problem, and what is above stays', () => {
  const nested = (n: number): string => `{"first": 1, "deep": ${'['.repeat(n)}${']'.repeat(n)}, "last": 2}`;
  assert.deepEqual(parseJson(nested(495)).problems, []);
  for (const n of [496, 10_000]) {
    const text = nested(n);
    const tree = parseJson(text);
    assert.deepEqual(tree.problems.map((p) => [p.code, p.span.start]), [['too-deep', text.indexOf('[') + 495]]);
    assert.match(tree.problems[0]!.message.en, /RecursionError: maximum recursion depth exceeded/);
    assert.equal(tree.nodes.get('first')?.value, 1);
    assert.equal(tree.nodes.get('last')?.value, 2);
    assert.equal(tree.nodes.get('deep')?.value, undefined);
  }
  const unclosed = parseJson('{"first": 1, "deep": ' + '{"a":'.repeat(10_000));
  assert.equal(unclosed.nodes.get('first')?.value, 1);
  assert.deepEqual(unclosed.problems.map((p) => p.code), ['too-deep']);
});
