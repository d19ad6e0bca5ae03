import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sarifLog } from '../../../server/src/core/report/sarif';
import { rules } from '../../../server/src/core/rules/index.generated';
import { base, findingIn, reportOf } from './support';

const files = { 'a b/中.json': '\t"😀": 1x,\n"b": 2', hostfile: 'w slots=8\n' };
const report = {
  ...reportOf(files, [
    findingIn('a b/中.json', files['a b/中.json'], '1x', {
      message: 'm',
      help: 'h',
      because: [{ file: 'hostfile', text: files.hostfile, mark: '8', message: 'b' }],
      fixes: [{ title: 't', safety: 'unsafe', newText: '3' }],
    }),
    findingIn('hostfile', files.hostfile, 'w', { message: 'n', severity: 'hint' }),
  ]),
  skipped: [{ uri: `${base}/big.json`, reason: { en: 'over 2 MB', zh: '' } }],
};
// As a reader sees it: undefined members are gone.
const log = JSON.parse(JSON.stringify(sarifLog(report)));
const run = log.runs[0];

test('the log says what it is', () => {
  assert.equal(log.version, '2.1.0');
  assert.match(log.$schema, /sarif-schema-2\.1\.0\.json$/);
  assert.equal(log.runs.length, 1);
  assert.equal(run.columnKind, 'unicodeCodePoints');
  assert.equal(run.language, 'en-US');
  assert.equal(run.tool.driver.name, 'Shardlint');
  assert.equal(run.tool.driver.version, '0.1.0');
});

test('every rule is described, and ids are unique', () => {
  const described = run.tool.driver.rules;
  assert.deepEqual(described.map((r: { id: string }) => r.id), rules.map((r) => r.name));
  for (const rule of described) {
    assert.ok(rule.shortDescription.text !== '' && rule.fullDescription.text !== '' && rule.help.text !== '', rule.id);
    assert.equal(new URL(rule.helpUri).protocol, 'https:');
    assert.ok(['error', 'warning', 'note'].includes(rule.defaultConfiguration.level));
  }
  assert.equal(new Set(described.map((r: { id: string }) => r.id)).size, described.length);
});

test('a result carries place, related places and fix, with relative percent-encoded URIs', () => {
  const [first, second] = run.results;
  const uri = 'a%20b/%E4%B8%AD.json';
  // Tab, quote, emoji, quote, colon, blank: the value starts at the seventh character.
  const region = { startLine: 1, startColumn: 7, endLine: 1, endColumn: 9 };
  assert.deepEqual(first, {
    ruleId: 'fp16-and-bf16',
    ruleIndex: rules.findIndex((r) => r.name === 'fp16-and-bf16'),
    level: 'error',
    message: { text: 'm\nhelp: h' },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
    relatedLocations: [{ id: 1, physicalLocation: { artifactLocation: { uri: 'hostfile' }, region: { startLine: 1, startColumn: 9, endLine: 1, endColumn: 10 } }, message: { text: 'b' } }],
    fixes: [
      {
        description: { text: 't' },
        artifactChanges: [{ artifactLocation: { uri }, replacements: [{ deletedRegion: region, insertedContent: { text: '3' } }] }],
        properties: { safety: 'unsafe' },
      },
    ],
  });
  assert.equal(second.level, 'note');
  assert.equal(second.relatedLocations, undefined);
  assert.equal(second.fixes, undefined);
});

test('what was skipped is a notification of the run', () => {
  assert.deepEqual(run.invocations, [
    {
      executionSuccessful: true,
      toolExecutionNotifications: [{ level: 'warning', message: { text: 'over 2 MB' }, locations: [{ physicalLocation: { artifactLocation: { uri: 'big.json' } } }] }],
    },
  ]);
});
