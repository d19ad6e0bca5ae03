import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ignoreEdit } from '../../../server/src/core/engine/ignore-edit';
import type { Project } from '../../../server/src/core/job/project';
import { SourceText } from '../../../server/src/core/model/document';
import type { Finding } from '../../../server/src/core/model/finding';
import { rules } from '../../../server/src/core/rules/index.generated';
import { applyEdits } from '../../../server/src/core/text/edit';
import { findingsIn } from '../../support/check';
import { parseFixture } from '../../support/fixture';
import { complete, fileOf, projectFrom } from '../../support/project';

const counted = (findings: readonly Finding[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const f of findings) {
    const key = `${fileOf(f.place.uri)} ${f.rule}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** What is found once a finding is ignored; undefined where that is not offered. */
function after(project: Project, finding: Finding, options: Readonly<Record<string, string>>): readonly Finding[] | undefined {
  const edit = ignoreEdit(project, finding);
  if (!edit) return undefined;
  const files = new Map(project.input.files);
  if (edit.creates !== undefined) files.set(edit.creates, new SourceText(edit.creates, ''));
  for (const uri of new Set(edit.edits.map((e) => e.uri))) {
    const source = files.get(uri) as SourceText;
    files.set(uri, new SourceText(uri, applyEdits(source.text, edit.edits.filter((e) => e.uri === uri))));
  }
  return findingsIn(complete(files, options));
}

for (const rule of rules)
  test(`${rule.name}: what ignores a finding silences it, and no other rule`, () => {
    const fixture = parseFixture(rule.docs.bad, { on: rule.on });
    const project = projectFrom(fixture);
    const before = findingsIn(project);
    for (const finding of before) {
      const left = after(project, finding, fixture.options);
      if (!left) continue;
      const was = counted(before);
      const is = counted(left);
      const key = `${fileOf(finding.place.uri)} ${finding.rule}`;
      assert.ok((is.get(key) ?? 0) < was.get(key)!, `${key}: ${was.get(key)} before, ${is.get(key) ?? 0} after`);
      for (const other of new Set([...was.keys(), ...is.keys()])) if (other !== key) assert.equal(is.get(other) ?? 0, was.get(other) ?? 0, `${other}, when ${key} is ignored`);
    }
  });
