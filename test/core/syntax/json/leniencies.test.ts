import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '../../../../server/src/core/syntax/json';
import { applyEdits } from '../../../../server/src/core/text/edit';

const list = (text: string): readonly string[] => parseJson(text).leniencies.map((l) => `${l.code} ${JSON.stringify(text.slice(l.span.start, l.span.end))}`);
/** The text with all edits made, as far as they are known. */
const strict = (text: string): string => applyEdits(text, parseJson(text).leniencies.flatMap((l) => (l.strict ? [l.strict] : [])));

const cases: readonly (readonly [text: string, leniencies: readonly string[], strict: string])[] = [
  ['{"a": 1}', [], '{"a": 1}'],
  ['{"a": 1, // c\n/* d */ "b": 2 # e\n}', ['comment "// c"', 'comment "/* d */"', 'comment "# e"'], '{"a": 1, \n "b": 2 \n}'],
  ['{"a": [1, 2,],\n}', ['trailing-comma ","', 'trailing-comma ","'], '{"a": [1, 2]\n}'],
  ['{"a": 1\n"b": ["x" "y"]}', ['missing-comma ""', 'missing-comma ""'], '{"a": 1,\n"b": ["x", "y"]}'],
  ['{a: 1, \'b\': "\\\'"}', ['unquoted-key "a"', 'single-quotes "\'b\'"', 'escape "\\\\\'"'], '{"a": 1, "b": "\'"}'],
  ["{\"a\": 'x\"y', \"b\": 1}", ["single-quotes \"'x\\\"y'\""], '{"a": "x\\"y", "b": 1}'],
  ["{\n\"a\": '''x\n y'''\n}", ['multiline-string "\'\'\'x\\n y\'\'\'"'], '{\n"a": "x\\ny"\n}'],
  ['a: 1\nb: 2\n', ['no-braces ""', 'unquoted-key "a"', 'missing-comma ""', 'unquoted-key "b"', 'no-braces ""'], '{"a": 1,\n"b": 2}\n'],
  ['', ['no-braces ""'], '{}'],
  ['# c', ['comment "# c"', 'no-braces ""'], '{}'],
  ['\uFEFF{"a": 1}', ['bom "\uFEFF"'], '{"a": 1}'],
  // The comma is part of what hjson reads, and what was meant is known all the same.
  ['{"a": False,\n"b": None,\n"c": True\n}', ['unquoted-string "False,"', 'unquoted-string "None,"', 'unquoted-string "True"'], '{"a": false,\n"b": null,\n"c": true\n}'],
  ['{"a": False,\n}', ['unquoted-string "False,"', 'trailing-comma ","'], '{"a": false\n}'],
  ['{"a": False, # off\n"b": 1}', ['unquoted-string "False, # off"', 'comment "# off"'], '{"a": false, \n"b": 1}'],
  ['{"a": False, "b": 1,\n"c": 2}', ['unquoted-string "False, \\"b\\": 1,"'], '{"a": false, "b": 1,\n"c": 2}'],
  ['{"a": [True\nFalse\n]}', ['missing-comma ""', 'unquoted-string "True"', 'unquoted-string "False"'].sort(), '{"a": [true,\nfalse\n]}'],
  ['{"a": AdamW\n"b": cpu, // or nvme\n}', ['unquoted-string "AdamW"', 'missing-comma ""', 'unquoted-string "cpu, // or nvme"', 'trailing-comma ","', 'comment "// or nvme"'], '{"a": "AdamW",\n"b": "cpu" \n}'],
  ['{"a": .5,\n"b": +1,\n"c": 08,\n"d": 5.,\n"e": -.5e3\n}', ['unquoted-string ".5,"', 'unquoted-string "+1,"', 'unquoted-string "08,"', 'unquoted-string "5.,"', 'unquoted-string "-.5e3"'], '{"a": 0.5,\n"b": 1,\n"c": 8,\n"d": 5.0,\n"e": -0.5e3\n}'],
  // json.load takes these three words.
  ['{"a": NaN,\n"b": -Infinity\n}', [], '{"a": NaN,\n"b": -Infinity\n}'],
  ['{"a": NaN,\n}', ['trailing-comma ","'], '{"a": NaN\n}'],
  ['{"a":\u00A01e-4\n}', ['unquoted-string "\u00A01e-4"'], '{"a":1e-4\n}'],
  ['{"a": true\u00A0\n}', ['odd-blank "\u00A0"'], '{"a": true\n}'],
  ['{"path": C:\\data //x\n}', ['unquoted-string "C:\\\\data //x"', 'comment "//x"'], '{"path": "C:\\\\data" \n}'],
];

for (const [text, expected, result] of cases) {
  test(`strict JSON of ${JSON.stringify(text)}`, () => {
    assert.deepEqual([...list(text)].sort(), [...expected].sort());
    assert.equal(strict(text), result);
  });
}

test('where what was meant cannot be told, there is no edit', () => {
  for (const text of ['{"a": x, "b": 1,\n}', '{"a": x }\n}', '{"a": [x, y]\n]}', '{"a": 0x8"\n}']) {
    const word = parseJson(text).leniencies.find((l) => l.code === 'unquoted-string');
    assert.ok(word, text);
    assert.equal(word.strict, undefined, text);
  }
});

test('comments come without their signs', () => {
  const text = '# one\n{ // two\r\n/* three */ "a": 1, /** four\n five */ ## six\n "b": "# no" //\n}';
  const tree = parseJson(text);
  assert.deepEqual(tree.comments.map((c) => c.text), ['one', 'two', 'three', 'four\n five', 'six', '']);
  assert.deepEqual(tree.comments.map((c) => text.slice(c.span.start, c.span.end))[1], '// two');
});
