import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderGithub } from '../../../server/src/core/report/github';
import { jsonReport, renderJson } from '../../../server/src/core/report/json';
import { renderMarkdown } from '../../../server/src/core/report/markdown';
import { relativePath } from '../../../server/src/core/text/uri';
import { renderText } from '../../../server/src/core/report/text';
import { base, findingIn, reportOf } from './support';

const lines = (text: string): string[] => text.split('\n');

test('a finding reads: place, severity, message, rule, source with carets, help, because, fixes, summary', () => {
  const text = '{\n  "fp16": { "enabled": true },\n  "bf16": { "enabled": true }\n}\n';
  const finding = findingIn('a/ds.json', text, 'true', {
    message: 'fp16 and bf16 are both enabled.',
    help: 'Keep one.',
    because: [{ mark: '"bf16"', message: 'bf16 is enabled here' }],
    fixes: [{ title: 'Turn fp16 off', safety: 'unsafe', newText: 'false' }],
  });
  assert.deepEqual(lines(renderText(reportOf({ 'a/ds.json': text }, [finding]))), [
    'a/ds.json:2:24: error fp16 and bf16 are both enabled. [fp16-and-bf16]',
    '  2 |   "fp16": { "enabled": true },',
    `    | ${' '.repeat(23)}^^^^`,
    '  help: Keep one.',
    '  a/ds.json:3:3: bf16 is enabled here',
    '  fix: Turn fp16 off (unsafe)',
    '',
    '1 error in 1 file.',
    '1 finding has an unsafe fix: --fix --unsafe-fixes applies it.',
    '',
  ]);
});

test('labels, units and summary are Chinese when asked; severity and rule stay', () => {
  const text = '{ "a": 1 }';
  const finding = findingIn('ds.json', text, '1', { message: 'x', help: 'y', fixes: [{ title: 't', safety: 'safe', newText: '2' }] });
  assert.deepEqual(lines(renderText({ ...reportOf({ 'ds.json': text }, [finding]), lang: 'zh-cn' })), [
    'ds.json:1:8: error x-zh [fp16-and-bf16]',
    '  1 | { "a": 1 }',
    '    |        ^',
    '  建议：y-zh',
    '  修复：t-zh（安全）',
    '',
    '1 个文件：1 个错误。',
    '1 个问题可安全修复：使用 --fix。',
    '',
  ]);
});

/** Where the carets start and how many there are, in terminal columns. */
function carets(text: string, mark: string, width?: number): { readonly source: string; readonly start: number; readonly count: number } {
  const out = lines(renderText(reportOf({ 'f.json': text }, [findingIn('f.json', text, mark)]), width === undefined ? {} : { width }));
  const at = out.findIndex((l) => /^ +\| +\^+$/.test(l));
  const gutter = out[at]!.indexOf('| ') + 2;
  const line = out[at]!.slice(gutter);
  return { source: out[at - 1]!.slice(gutter), start: line.indexOf('^'), count: line.trimStart().length };
}

test('tabs are shown as blanks up to the next fourth column, and the carets stand under what they mark', () => {
  assert.deepEqual(carets('\t"a":\ttrue', 'true'), { source: '    "a":    true', start: 12, count: 4 });
  assert.deepEqual(carets('ab\t"a"', '"a"'), { source: 'ab  "a"', start: 4, count: 3 });
});

test('wide characters take two columns, joined emoji two, combining marks none', () => {
  // 中文 = 4 columns; the family is one emoji of 8 code units; e + U+0301 is one column.
  assert.deepEqual(carets('"中文": 1x', '1x'), { source: '"中文": 1x', start: 8, count: 2 });
  assert.deepEqual(carets('"中文": 1x', '中文'), { source: '"中文": 1x', start: 1, count: 4 });
  assert.deepEqual(carets('"👨‍👩‍👧": 1x', '1x'), { source: '"👨‍👩‍👧": 1x', start: 6, count: 2 });
  assert.deepEqual(carets('"e\u0301": 1x', '1x'), { source: '"e\u0301": 1x', start: 5, count: 2 });
});

test('a long line is cut around the span', () => {
  const text = `{ ${'"k": 1, '.repeat(200)}"bad": true, ${'"k": 1, '.repeat(200)} }`;
  const { source, start, count } = carets(text, '"bad"', 60);
  assert.ok(source.length <= 60 && source.startsWith('…') && source.endsWith('…'), source);
  assert.equal(source.slice(start, start + count), '"bad"');
});

test('a line of two megabytes is cut without reading it all, between whole characters', () => {
  const text = `${'😀'.repeat(500_000)}X${'😀'.repeat(500_000)}`;
  const { source, count } = carets(text, 'X', 41);
  assert.equal(count, 1);
  assert.match(source, /^…(😀)+X(😀)+…$/u);
});

test('a span over more than three lines shows its first and last', () => {
  const text = 'a {\n  b\n  c\n  d\n} e\n';
  const finding = findingIn('f.json', text, '{\n  b\n  c\n  d\n}');
  assert.deepEqual(lines(renderText(reportOf({ 'f.json': text }, [finding]))).slice(1, 6), ['  1 | a {', '    |   ^', '    | …', '  5 | } e', '    | ^']);
});

test('control and reading-direction characters of a file do not reach the terminal', () => {
  const text = '{ "a\u001b[31m\u202e": 1x }';
  const out = renderText(reportOf({ 'f.json': text }, [findingIn('f.json', text, '1x', { message: 'value \u001b[2J\nof a' })]));
  assert.ok(!/[\u001b\u202e]/.test(out));
  assert.equal(lines(out)[0], 'f.json:1:14: error value \uFFFD[2J of a [fp16-and-bf16]');
});

test('JSON has the shape that other programs rely on', () => {
  const files = { 'a b/ds.json': '{ "a": 1 }', hostfile: 'w slots=8\n' };
  const finding = findingIn('a b/ds.json', files['a b/ds.json'], '1', {
    message: 'm',
    help: 'h',
    because: [{ file: 'hostfile', text: files.hostfile, mark: '8', message: 'b' }],
    fixes: [{ title: 't', safety: 'safe', newText: '2' }],
  });
  const bare = findingIn('hostfile', files.hostfile, 'w', { message: 'n' });
  assert.deepEqual(JSON.parse(renderJson(reportOf(files, [finding, bare]))), {
    version: 1,
    files: 2,
    findings: [
      {
        file: 'a b/ds.json',
        rule: 'fp16-and-bf16',
        severity: 'error',
        message: 'm',
        help: 'h',
        range: { start: { line: 1, column: 8 }, end: { line: 1, column: 9 } },
        because: [{ file: 'hostfile', range: { start: { line: 1, column: 9 }, end: { line: 1, column: 10 } }, message: 'b' }],
        fixes: [{ title: 't', safety: 'safe', edits: [{ file: 'a b/ds.json', range: { start: { line: 1, column: 8 }, end: { line: 1, column: 9 } }, newText: '2' }] }],
      },
      {
        file: 'hostfile',
        rule: 'fp16-and-bf16',
        severity: 'error',
        message: 'n',
        help: '',
        range: { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } },
        because: [],
        fixes: [],
      },
    ],
  });
});

test('columns count code points: tabs and emoji are one each, line breaks none, a byte order mark is not counted', () => {
  const range = (text: string, mark: string) => jsonReport(reportOf({ f: text }, [findingIn('f', text, mark)])).findings[0]!.range;
  assert.deepEqual(range('\t"😀": 1x', '1x'), { start: { line: 1, column: 7 }, end: { line: 1, column: 9 } });
  assert.deepEqual(range('{\r\n\t\t"é": 1x\r\n}', '1x'), { start: { line: 2, column: 8 }, end: { line: 2, column: 10 } });
  assert.deepEqual(range('a\rb 1x', '1x'), { start: { line: 2, column: 3 }, end: { line: 2, column: 5 } });
  assert.deepEqual(range('\uFEFF{ 1x', '1x'), { start: { line: 1, column: 3 }, end: { line: 1, column: 5 } });
  assert.deepEqual(range('"\ud800": 1x', '1x'), { start: { line: 1, column: 6 }, end: { line: 1, column: 8 } });
});

test('paths are relative to the working directory, with forward slashes', () => {
  assert.equal(relativePath('file:///p/q', 'file:///p/q/a%20b/%E4%B8%AD.json'), 'a b/中.json');
  assert.equal(relativePath('file:///p/q', 'file:///p/x.json'), '../x.json');
  assert.equal(relativePath('file:///p/q', 'file:///q'), '../../q');
  assert.equal(relativePath('file:///', 'file:///a'), 'a');
  assert.equal(relativePath('file:///c%3A/w', 'file:///C%3A/w/a.json'), 'a.json');
  assert.equal(relativePath('file:///c%3A/w', 'file:///d%3A/w/a.json'), 'd:/w/a.json');
  assert.equal(relativePath('file://host/w', 'file:///w/a.json'), 'file:///w/a.json');
});

test('GitHub commands escape what would end a property or the message', () => {
  const text = '{ "a": 1 }';
  const report = reportOf({ 'a,b:c%.json': text }, [
    findingIn('a,b:c%.json', text, '1', { message: '50% of it\nis: wrong, all', help: 'h' }),
    findingIn('a,b:c%.json', text, '"a"', { message: 'w', severity: 'warning' }),
    findingIn('a,b:c%.json', text, '"a"', { message: 'i', severity: 'info' }),
    findingIn('a,b:c%.json', text, '"a"', { message: 'h', severity: 'hint' }),
  ]);
  const at = (name: string, from: number, to: number) => `::${name} file=a%2Cb%3Ac%25.json,line=1,col=${from},endLine=1,endColumn=${to},title=fp16-and-bf16::`;
  assert.deepEqual(lines(renderGithub(report)), [
    `${at('error', 8, 9)}50%25 of it%0Ais: wrong, all%0Ahelp: h`,
    `${at('warning', 3, 6)}w`,
    `${at('notice', 3, 6)}i`,
    `${at('notice', 3, 6)}h`,
    '',
  ]);
});

test('Markdown cells cannot be left by what a file holds', () => {
  const text = '{ "a": 1 }';
  const out = renderMarkdown(reportOf({ 'a|b.json': text }, [findingIn('a|b.json', text, '1', { message: 'x | `y` <b>\nz' })]));
  assert.match(out, /^\| a\\\|b\.json:1:8 \| error \| x \\\| \\`y\\` \\<b\\> z \| \[fp16-and-bf16\]\(https:/m);
  assert.match(out, /\n1 error in 1 file\.\n$/);
  assert.ok(base.startsWith('file:'));
});

test('skipped files are in the JSON, and nothing else changes there without any', () => {
  const report = { ...reportOf({}, []), skipped: [{ uri: `${base}/big.json`, reason: { en: 'over 2 MB', zh: '' } }] };
  assert.deepEqual(jsonReport(report), { version: 1, files: 0, findings: [], skipped: [{ file: 'big.json', reason: 'over 2 MB' }] });
  assert.deepEqual(Object.keys(jsonReport(reportOf({}, []))), ['version', 'files', 'findings']);
});
