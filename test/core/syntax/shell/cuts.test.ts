import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cut } from '../../../../server/src/core/syntax/script';
import { parseScript } from '../../../../server/src/core/syntax/shell';
import { applyEdits } from '../../../../server/src/core/text/edit';
import { needBash, runTrials, type Run } from '../../../support/bash';
import { mulberry } from './_grammar';

interface Case {
  readonly script: string;
  /** Reason, what is marked, and the flags that are lost, of each cut. */
  readonly cuts: readonly (readonly [Cut['reason'], string, readonly string[]])[];
  readonly mended: string;
}

const cases: readonly Case[] = [
  {
    script: 'deepspeed train.py \\\n  --a 1 \\\n  # --b 2 \\\n  --c 3\n',
    cuts: [['comment', '# --b 2 \\', ['--c']]],
    mended: '# --b 2 \\\ndeepspeed train.py \\\n  --a 1 \\\n  --c 3\n',
  },
  {
    script: 'cd sub && \\\n  A=1 deepspeed train.py \\\n    # one\n    # two\n    --c 3 \\\n    --d\n',
    cuts: [['comment', '# one\n    # two', ['--c', '--d']]],
    mended: '# one\n# two\ncd sub && \\\n  A=1 deepspeed train.py \\\n    --c 3 \\\n    --d\n',
  },
  { script: 'deepspeed train.py \\\n\n  --c 3\n', cuts: [['blank-line', '\n', ['--c']]], mended: 'deepspeed train.py \\\n  --c 3\n' },
  { script: 'deepspeed train.py \\\n \t\n\n  --c 3\n', cuts: [['blank-line', ' \t\n', ['--c']]], mended: 'deepspeed train.py \\\n  --c 3\n' },
  { script: 'deepspeed train.py \\ \n  --c=3 --d\n', cuts: [['trailing-space', ' ', ['--c', '--d']]], mended: 'deepspeed train.py \\\n  --c=3 --d\n' },
  { script: 'deepspeed train.py --a 1\n  --c 3\necho\n', cuts: [['missing-backslash', '1', ['--c']]], mended: 'deepspeed train.py --a 1 \\\n  --c 3\necho\n' },
  { script: 'deepspeed train.py --a 1 # note\n  --c 3\n', cuts: [['missing-backslash', '1', ['--c']]], mended: '# note\ndeepspeed train.py --a 1 \\\n  --c 3\n' },
  // One blank behind the backslash: bash takes ` #` for a word. Two: a word of one blank, and a comment.
  { script: 'deepspeed train.py --a 1 \\ # note\n  --c 3\n', cuts: [['comment', '# note', ['--c']]], mended: '# note\ndeepspeed train.py --a 1 \\\n  --c 3\n' },
  { script: 'deepspeed train.py --a 1 \\  # note\n  --c 3\n', cuts: [['comment', '# note', ['--c']]], mended: '# note\ndeepspeed train.py --a 1 \\\n  --c 3\n' },
  { script: 'deepspeed train.py \\\r\n  --a 1 \\\r\n  --b\r\n', cuts: [['carriage-return', '\\\r', ['--a', '--b']]], mended: 'deepspeed train.py \\\n  --a 1 \\\n  --b\n' },
  { script: 'deepspeed \\\n  # --num_gpus 1 \\\n  train.py --c 3\n', cuts: [['comment', '# --num_gpus 1 \\', ['--c']]], mended: '# --num_gpus 1 \\\ndeepspeed \\\n  train.py --c 3\n' },
  {
    script: 'if true; then\n  deepspeed train.py \\\n    # a\n    --b 1\n    --c 2\nfi\n',
    cuts: [
      ['comment', '# a', ['--b', '--c']],
      ['missing-backslash', '1', ['--c']],
    ],
    mended: 'if true; then\n  # a\n  deepspeed train.py \\\n    --b 1 \\\n    --c 2\nfi\n',
  },
  // Whose flags they are nobody can tell: there is no edit.
  { script: 'deepspeed train.py | tee log\n  --c 3\n', cuts: [['missing-backslash', 'log', ['--c']]], mended: 'deepspeed train.py | tee log\n  --c 3\n' },
];

const fine: readonly string[] = [
  'deepspeed train.py \\\n  --a 1 \\\n\necho done\n',
  'deepspeed train.py \\\n  --a 1 \\\n  # the last one\n',
  'deepspeed train.py \\\n  --a 1 \\\n  # the last one\necho done\n',
  'ARGS=(\n  --a 1\n  # --b\n  --c\n)\n',
  'ARGS="--a 1 \\\n  --c"\n',
  'cat <<EOF\n--a\n--b\nEOF\n',
  'case $1 in\n  --a) echo ;;\n  -b) echo ;;\nesac\n',
  'deepspeed train.py --a 1; echo -n\n',
  'echo a\\ \nls\n',
  'for f in \\\n  a \\\n  b; do echo; done\n',
  'deepspeed train.py \\\n  --a\n\n# --b\n',
  'deepspeed train.py --a 1\r\necho\r\n',
];

const cutsOf = (script: string) => parseScript(script).cuts;
const mend = (script: string): string => {
  let text = script;
  for (let i = 0; i < 20; i++) {
    const next = cutsOf(text).find((c) => c.mend.length > 0);
    if (!next) break;
    text = applyEdits(text, next.mend);
  }
  return text;
};

for (const { script, cuts, mended } of cases) {
  test(`cuts of ${JSON.stringify(script)}`, () => {
    assert.deepEqual(cutsOf(script).map((c) => [c.reason, script.slice(c.span.start, c.span.end), c.dropped]), cuts);
    for (const c of cutsOf(script)) assert.match(parseScript(script).commands[c.command]!.words[0]!.raw, /^(deepspeed|tee)$/);
    assert.equal(mend(script), mended);
  });
}

test('no cuts', () => {
  for (const script of fine) assert.deepEqual(cutsOf(script), [], script);
});

const flags = ['--num_train_epochs 3', '--lr 1e-5', '--bf16', '--output_dir "out dir"', '--deepspeed ds.json', '--x=1', '-v', '--name $NAME', "--s 'a b'", '--neg -1', '--master_port=$PORT'];
const comments = ['# --old 1 \\', '# note', '#--off', '# x \\'];

interface Made {
  readonly text: string;
  /** The command as its author meant it. */
  readonly meant: string;
  readonly comments: readonly string[];
}

/** A command of many lines in which some line ends are spoilt. */
function make(random: () => number): Made {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const lines = ['deepspeed @0 train.py', ...Array.from({ length: 2 + Math.floor(random() * 4) }, () => (random() < 0.5 ? pick(flags) : `${pick(flags)} ${pick(flags)}`))];
  const indent = pick(['  ', '    ', '\t', '']);
  const said: string[] = [];
  const say = (): string => {
    const comment = pick(comments);
    said.push(comment.replace(/ \\$/, ''));
    return comment;
  };
  const ends: readonly (() => string)[] = [
    () => ` \\\n${indent}${say()}\n`,
    () => ` \\\n${indent}${say()}\n${indent}${say()}\n`,
    () => ` \\ ${say().replace(/ \\$/, '')}\n`,
    () => ` \\  ${say().replace(/ \\$/, '')}\n`,
    () => ` ${say()}\n`,
    () => ` \\\n${indent}${say()}\n\n`,
    () => `\n${indent}${say()}\n`,
    () => ' \\\n\n',
    () => ' \\\n  \n\n',
    () => ' \\ \n',
    () => ' \\\t \n',
    () => ' \\\r\n',
    () => '\n',
    () => '\n\n',
  ];
  const begin = pick(['', 'export A=1\n', '\n# Start\n', 'cd sub && ', 'if true; then\n  ', 'A=1 ', 'srun ']);
  const spoilt = pick([0.2, 0.3, 0.5]);
  const body = lines.map((l, i) => (i === 0 ? '' : indent) + l + (i === lines.length - 1 ? '' : random() < spoilt ? pick(ends)() : ' \\\n')).join('');
  const end = pick(['', '\n', ' \n', '\necho done\n', ' \\\n\necho done\n', ' > /dev/null\n', ' # last\n', ' \\\n']);
  const head = 'NAME=x PORT=7\n';
  return { text: head + begin + body + end + (begin.startsWith('if') ? '\nfi\n' : ''), meant: head + lines.join(' ') + '\n', comments: said };
}

test('what is lost is what bash does not pass on, and mended bash passes it all', (t) => {
  if (!needBash(t)) return;
  const random = mulberry(7);
  const made = Array.from({ length: 80 }, () => make(random));
  const given = (run: Run | undefined): readonly string[] => {
    const words = run?.calls.find((c) => c.words.includes('@0'))?.words ?? [];
    return words.slice(words.indexOf('@0'));
  };
  const runs = runTrials(made.flatMap((m) => [{ script: m.meant }, { script: m.text }, { script: mend(m.text) }]));
  const flagsIn = (words: readonly string[]): readonly string[] => words.filter((w) => /^--?[A-Za-z]/.test(w)).map((w) => w.replace(/=.*/s, ''));
  made.forEach((m, i) => {
    const [meant, got, mended] = [0, 1, 2].map((k) => given(runs[i * 3 + k]));
    const lost = [...flagsIn(meant!)];
    for (const flag of flagsIn(got!)) if (lost.includes(flag)) lost.splice(lost.indexOf(flag), 1);
    const dropped = cutsOf(m.text).flatMap((c) => c.dropped);
    assert.deepEqual([...new Set(dropped)].sort(), [...new Set(lost)].sort(), m.text);
    assert.deepEqual(mended, meant, `${m.text}\nmended:\n${mend(m.text)}`);
    for (const comment of m.comments) assert.ok(mend(m.text).includes(comment), `${comment} is lost:\n${mend(m.text)}`);
  });
});
