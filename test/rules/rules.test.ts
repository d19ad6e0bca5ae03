import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ruleFiles } from '../../scripts/generate/registry';
import { fixAll } from '../../server/src/core/engine/fix';
import type { Project } from '../../server/src/core/job/project';
import { SourceText } from '../../server/src/core/model/document';
import type { Finding, Fix } from '../../server/src/core/model/finding';
import { isScriptName } from '../../server/src/core/model/recognise';
import type { AnyRule } from '../../server/src/core/rules/define';
import { rules } from '../../server/src/core/rules/index.generated';
import { applyEdits, overlap } from '../../server/src/core/text/edit';
import type { Text } from '../../server/src/core/text/say';
import { findingsIn, markOf, shown } from '../support/check';
import { parseFixture, type Fixture } from '../support/fixture';
import { complete, fileOf, projectFrom, uriOf } from '../support/project';

/** Rules whose fixes take comments away, and why that is right. */
const dropsComments: Readonly<Record<string, string>> = {
  'json-not-strict': 'json.load takes no comments',
  'continuation-cut': 'a line that is commented out within a command is what cuts it',
  'unused-suppression': 'the comment is what is wrong',
};
/** Rules of the engine that no fixture can bring about. */
const withoutExample = new Set(['internal']);
/** Rules without help and without a fix: the message says what to do. */
const messageSaysAll: Readonly<Record<string, string>> = {
  'bad-setting': 'a syntax error of the settings file names what is missing',
  'json-syntax': 'the message names what the parser wants',
};

const chinese = /[\u4e00-\u9fff]/;
/** What a tool says is quoted as it is. */
const ownWords = (text: string): string => text.replaceAll(/"[^"]*"/g, '""');
const hedge = /\b(may|might|possibly|please)\b/i;
const wanted = process.env['RULE'] ? rules.filter((r) => r.name.includes(process.env['RULE']!)) : rules;

/** Line ends of Windows, in all files but scripts: there bash takes them for characters. */
const crlf = (fixture: Fixture): Fixture => ({ ...fixture, files: new Map([...fixture.files].map(([f, t]) => [f, isScriptName(uriOf(f)) ? t : t.replaceAll('\n', '\r\n')])) });
const textsOf = (project: Project): ReadonlyMap<string, string> =>
  new Map([...project.input.files].flatMap(([uri, s]) => (s instanceof SourceText ? [[fileOf(uri), s.text] as const] : [])));

function withFix(project: Project, fix: Fix, fixture: Fixture): Project {
  const files = new Map(project.input.files);
  for (const uri of new Set(fix.edits.map((e) => e.uri))) {
    const source = files.get(uri);
    assert.ok(source instanceof SourceText, `the fix edits ${uri}, which is no file of the project`);
    const edits = fix.edits.filter((e) => e.uri === uri);
    edits.forEach((a, i) => edits.slice(i + 1).forEach((b) => assert.ok(!overlap(a, b), 'edits of one fix overlap')));
    edits.forEach((e) => assert.ok(e.span.start >= 0 && e.span.end <= source.text.length && e.span.start <= e.span.end, 'an edit lies outside the file'));
    files.set(uri, new SourceText(uri, applyEdits(source.text, edits)));
  }
  return complete(files, fixture.options);
}

/** Syntax problems of all files that are parsed. */
function problems(project: Project): number {
  let count = 0;
  for (const d of project.documents) {
    if (d.kind === 'deepspeed') count += d.source.json.problems.length;
    if (d.kind === 'script') count += d.source.script.problems.length;
  }
  const settings = project.file(uriOf('shardlint.json'));
  return count + (settings instanceof SourceText ? settings.json.problems.length : 0);
}

function comments(project: Project): readonly string[] {
  return [...project.documents].flatMap((d) =>
    d.kind === 'deepspeed' ? d.source.json.comments : d.kind === 'script' ? d.source.script.comments : d.kind === 'hostfile' ? d.source.hostfile.comments : [],
  ).map((c) => c.text);
}

/** What a run computes: by job, and the batch sizes by config. Unknown facts are left out. */
function facts(project: Project): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  const put = (key: string, value: unknown): void => void (value === undefined ? undefined : found.set(key, value));
  project.jobs.forEach((job, i) => {
    const key = `${fileOf(job.launch.uri)}#${i}`;
    put(`${key} nodes`, job.nodes?.value);
    put(`${key} gpusPerNode`, job.gpusPerNode?.value);
    put(`${key} worldSize`, job.worldSize?.value);
    put(`${key} dataParallel`, job.dataParallel?.value);
    put(`${key} reader`, job.reader?.value);
    put(`${key} config`, job.config?.uri);
    put(`${key} hostfile`, job.hostfile?.uri);
  });
  for (const { uri } of project.documents) {
    const config = project.config(uri);
    for (const path of ['train_batch_size', 'train_micro_batch_size_per_gpu', 'gradient_accumulation_steps', 'gradient_clipping', 'zero_optimization.stage'])
      put(`${fileOf(uri)} ${path}`, config?.number(path)?.value);
    put(`${fileOf(uri)} fp16`, config?.boolean('fp16.enabled')?.value);
    put(`${fileOf(uri)} bf16`, config?.boolean('bf16.enabled')?.value);
  }
  return found;
}

const ofRule = (project: Project, rule: AnyRule): readonly Finding[] => findingsIn(project).filter((f) => f.rule === rule.name);
const bilingual = (text: Text, what: string): void => assert.match(text.zh, chinese, `${what} is not in Chinese: ${text.zh}`);

function checkMarks(rule: AnyRule, fixture: Fixture): void {
  const project = projectFrom(fixture);
  const found = ofRule(project, rule);
  assert.deepEqual(found.map((f) => shown(markOf(project, f))).sort(), fixture.marks.map(shown).sort());
  for (const mark of fixture.marks) {
    const same = found.filter((f) => shown(markOf(project, f)) === shown(mark));
    const part = mark.message;
    if (part !== undefined) assert.ok(same.some((f) => f.message.en.includes(part)), `no message holds "${part}": ${same.map((f) => f.message.en).join(' | ')}`);
  }
}

function checkTexts(rule: AnyRule, finding: Finding): void {
  bilingual(finding.message, 'the message');
  assert.doesNotMatch(ownWords(finding.message.en), hedge);
  for (const t of [finding.message, ...(finding.help ? [finding.help] : []), ...finding.fixes.map((f) => f.title)]) {
    assert.ok(t.en.trim() !== '' && t.zh.trim() !== '');
    assert.doesNotMatch(`${t.en}${t.zh}`, /undefined|\[object|NaN/);
    assert.doesNotMatch(t.en, chinese);
  }
  for (const fix of finding.fixes) bilingual(fix.title, 'the title of a fix');
  if (finding.help) bilingual(finding.help, 'the help');
  else if (finding.fixes.length === 0) assert.ok(Object.hasOwn(messageSaysAll, rule.name), `no help with: ${finding.message.en}`);
  assert.match(finding.message.en, /[.?)"]$/, 'the message is no sentence');
}

function checkFix(rule: AnyRule, fixture: Fixture, project: Project, fix: Fix): void {
  const what = `${fix.title.en}: `;
  const after = withFix(project, fix, fixture);
  const before = ofRule(project, rule);
  const rest = ofRule(after, rule);
  assert.ok(rest.length < before.length, `${what}the finding stays`);
  assert.ok(problems(after) <= problems(project), `${what}a file no longer parses`);
  if (!Object.hasOwn(dropsComments, rule.name)) {
    const left = [...comments(after)];
    for (const c of comments(project)) {
      const at = left.indexOf(c);
      assert.ok(at >= 0, `${what}the comment "${c}" is lost`);
      left.splice(at, 1);
    }
  }
  for (const [file, text] of textsOf(after)) if (textsOf(project).get(file)?.includes('\r\n')) assert.doesNotMatch(text, /[^\r]\n/, `${what}a line ends in LF among CRLF`);
  if (fix.safety !== 'safe') return;
  const now = facts(after);
  for (const [key, value] of facts(project)) assert.deepEqual(now.get(key), value, `${what}a safe fix changes ${key}`);
}

test('every rule file holds the rule of its name', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const names = ruleFiles(root).map((f) => f.split('/')[1]!);
  assert.deepEqual(rules.map((r) => r.name).sort(), [...names].sort());
  for (const name of names) assert.match(name, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
});

for (const rule of wanted) {
  describe(rule.name, () => {
    const bad = parseFixture(rule.docs.bad, { on: rule.on });
    const good = parseFixture(rule.docs.good, { on: rule.on });

    test('docs say what it is, in both languages', () => {
      const { summary, why, fixSafety, references } = rule.docs;
      for (const [what, text] of Object.entries({ summary, why, ...(fixSafety ? { fixSafety } : {}) })) {
        bilingual(text, what);
        assert.match(text.en, /[.:"”)]$|\.$/, `${what} (en) has no full stop`);
        assert.match(text.zh, /[。”）"]$/, `${what} (zh) has no full stop`);
        assert.doesNotMatch(ownWords(text.en), /\bplease\b/i);
      }
      assert.match(summary.en, /\.$/);
      assert.match(summary.zh, /。$/);
      if (rule.severity === 'error') assert.ok(references.length > 0, 'an error names its source');
      assert.match(rule.since, /^\d+\.\d+\.\d+$/);
    });

    if (withoutExample.has(rule.name)) return;

    test('bad: exactly its marks', () => {
      assert.ok(bad.marks.length > 0, 'no caret lines');
      for (const mark of bad.marks) assert.equal(mark.rule, rule.name, 'a mark of another rule');
      checkMarks(rule, bad);
    });

    test('bad with CRLF: the same marks', () => checkMarks(rule, crlf(bad)));

    test('good: silent under every rule', () => {
      for (const fixture of [good, crlf(good)]) {
        const project = projectFrom(fixture);
        assert.deepEqual(findingsIn(project).map((f) => `${shown(markOf(project, f))}: ${f.message.en}`), []);
      }
    });

    test('messages, help and titles', () => {
      for (const finding of ofRule(projectFrom(bad), rule)) checkTexts(rule, finding);
    });

    test('fixes', () => {
      for (const fixture of [bad, crlf(bad)]) {
        const project = projectFrom(fixture);
        const findings = ofRule(project, rule);
        const fixes = findings.flatMap((f) => f.fixes);
        if (fixes.length > 0) assert.ok(rule.docs.fixSafety, 'docs.fixSafety is missing');
        for (const fix of fixes) checkFix(rule, fixture, project, fix);
        const uris = [...project.input.files.keys()];
        const remake = (files: Parameters<typeof complete>[0]): Project => complete(files, fixture.options);
        for (const unsafe of [false, true]) {
          const options = { allowUnsafe: unsafe, strict: true };
          const once = fixAll(project, uris, remake, options);
          const twice = fixAll(once.project, uris, remake, options);
          assert.equal(twice.applied.length, 0, `a second round of ${unsafe ? 'all' : 'safe'} fixes still changes something`);
        }
      }
    });
  });
}
