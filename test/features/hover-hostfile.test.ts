import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoverAt, noHover } from './support';

const two = 'worker-0 slots=8\nworker-1 slots=4\n';

test('a host says its ranks: the order of the file times the slots', () => {
  const first = hoverAt(two.replace('worker-0', 'wor|ker-0'), 'hostfile');
  assert.equal(first.en.split('\n')[0], '**worker-0**');
  assert.equal(first.word, 'worker-0');
  assert.match(first.en, /Ranks 0–7 of 12 \(host 1 of 2, 8 slots\)\./);
  assert.match(first.en, /rank 0 and the master address/);
  assert.match(first.zh, /rank 0–7，共 12 个（第 1 台，共 2 台，8 个 slot）。/);
  const second = hoverAt(two.replace('worker-1', 'wor|ker-1'), 'hostfile');
  assert.match(second.en, /Ranks 8–11 of 12 \(host 2 of 2, 4 slots\)\./);
  assert.doesNotMatch(second.en, /master address/);
});

test('one slot, no slots', () => {
  assert.match(hoverAt('a| slots=1\nb slots=2\n', 'hostfile').en, /Rank 0 of 3 \(host 1 of 2, 1 slot\)/);
  assert.match(hoverAt('a slots=1\nb| slots=0\n', 'hostfile').en, /No ranks here \(0 slots\)\./);
});

test('comments and blanks do not count as hosts', () => {
  assert.match(hoverAt('# head\n\na slots=2\n\n  # more\n\tb|  slots=2\n', 'hostfile').en, /Ranks 2–3 of 4 \(host 2 of 2/);
});

test('slots: what they are, and how many in all', () => {
  const { en, zh, word } = hoverAt(two.replace('slots=8', 'slo|ts=8'), 'hostfile');
  assert.equal(word, 'slots=8');
  assert.equal(en.split('\n')[0], '**slots** = 8');
  assert.match(en, /12 slots on 2 hosts in all/);
  assert.match(zh, /2 台主机共 12 个 slot/);
  assert.match(hoverAt('a slots=|4x\n', 'hostfile').en, /drops what follows the digits: `x`/);
});

test('a file that the launcher refuses has no ranks', () => {
  assert.doesNotMatch(hoverAt('a| slots=2\nb:4\n', 'hostfile').en, /[Rr]anks \d/);
  assert.doesNotMatch(hoverAt('a| slots=2\na slots=2\n', 'hostfile').en, /[Rr]anks \d/);
  assert.ok(noHover('a|:4\n', 'hostfile'));
  assert.ok(noHover('# comm|ent\na slots=2\n', 'hostfile'));
});
