// `npm run oracle`: the linter's verdicts beside the real DeepSpeed's, with every difference and its kind.
import { sharedFolder } from '../support/shared';
import { compare, engineRules, readLines, type Case, type Difference } from './compare';

const found = sharedFolder('oracle');
if (found === undefined) {
  console.error('../shared/oracle is absent: nothing to compare with');
  process.exit(2);
}
const folder: string = found;
const cases = readLines<Case>(folder, 'deepspeed.jsonl');

function show(title: string, differences: readonly Difference[], total: number): void {
  console.log(`${title}: ${total - differences.length} of ${total} agree (${((100 * (total - differences.length)) / total).toFixed(2)} %)`);
  const groups = new Map<string, Difference[]>();
  for (const d of differences) {
    const engine = d.kind === 'false-alarm' && d.rules.every((r) => engineRules.has(r));
    const key = `${engine ? 'engine stops later' : d.kind}: ${d.kind === 'miss' ? d.why.replaceAll(/\d+/g, 'N').slice(0, 80) : d.rules.join(', ')}`;
    groups.set(key, [...(groups.get(key) ?? []), d]);
  }
  for (const [key, list] of [...groups].sort((a, b) => b[1].length - a[1].length)) console.log(`  ${list.length} × ${key.replaceAll('\n', ' ')} (${list.slice(0, 3).map((d) => d.id).join(', ')})`);
}

show('DeepSpeed 0.19', cases.flatMap((c) => compare(c) ?? []), cases.length);
const byId = new Map(cases.map((c) => [c.id, c]));
const versions = readLines<Record<string, unknown> & { id: string }>(folder, 'deepspeed-versions.jsonl');
for (const version of ['0.14.4', '0.16.9', '0.17.6']) {
  const rows = versions.flatMap((v) => {
    const verdict = v[version] ?? v[`v${version}`] ?? (v['verdicts'] as Record<string, unknown> | undefined)?.[version] ?? (v['verdicts'] as Record<string, unknown> | undefined)?.[`v${version}`];
    const c = byId.get(v.id);
    return verdict === undefined || !c ? [] : [{ c, ok: verdict === true, message: typeof verdict === 'string' ? verdict : JSON.stringify(verdict) }];
  });
  show(`DeepSpeed ${version}`, rows.flatMap((r) => compare({ ...r.c, message: r.message }, r.ok, version) ?? []), rows.length);
}
