import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command, Word } from '../../../../server/src/core/syntax/script';
import { parseScript } from '../../../../server/src/core/syntax/shell';
import type { Span } from '../../../../server/src/core/text/span';
import { generator, mulberry } from './_grammar';
import { launchScripts } from './_scripts';

/** Nothing is thrown, and every place is inside the text and holds what is said to stand there. */
function check(text: string): void {
  const script = parseScript(text);
  const about = JSON.stringify(text.length > 2_000 ? `${text.slice(0, 2_000)}…` : text);
  const slice = ({ start, end }: Span): string => {
    assert.ok(0 <= start && start <= end && end <= text.length, `${start} to ${end} of ${text.length} in ${about}`);
    return text.slice(start, end);
  };
  const word = (w: Word, inner: boolean): void => {
    slice(w.span);
    const source = w.source && slice(w.source);
    if (!inner) assert.equal(w.raw, source ?? slice(w.span), about);
    if (w.value !== undefined) assert.equal(w.known, w.value, about);
    // Where a place holds exactly the word, and no quotes or backslashes, it holds its value.
    if (w.value !== undefined && source !== undefined && /^[\w./=:,-]*$/.test(source)) assert.equal(source, w.value, about);
  };
  const command = (c: Command, inner: boolean): void => {
    slice(c.span);
    c.words.forEach((w) => word(w, inner));
    assert.equal(c.openEnded, c.words.some((w) => w.open), about);
    c.inner.forEach((i) => command(i, true));
  };
  script.commands.forEach((c) => command(c, false));
  for (const a of script.assignments) {
    slice(a.span);
    slice(a.nameSpan);
    slice(a.word.span);
    assert.ok(a.prefixOf === undefined || a.prefixOf < script.commands.length, about);
  }
  for (const c of script.comments) assert.match(slice(c.span), /^#/, about);
  for (const d of [...script.directives, ...script.lateDirectives]) {
    assert.equal(slice(d.nameSpan), d.name, about);
    slice(d.span);
    if (d.valueSpan) slice(d.valueSpan);
  }
  for (const c of script.cuts) {
    slice(c.span);
    slice(c.droppedSpan);
    c.mend.forEach((e) => slice(e.span));
    assert.ok(script.commands[c.command], about);
  }
  for (const p of script.problems) slice(p.span);
}

const texts = launchScripts.map((s) => s.text);

test('whole scripts, with LF, CRLF, CR, a byte order mark and NUL', () => {
  for (const text of texts) {
    check(text);
    check(text.replaceAll('\n', '\r\n'));
    check(text.replaceAll('\n', '\r'));
    check(`\uFEFF${text}`);
    check(text.replaceAll(' ', ' \0'));
  }
});

test('scripts cut off anywhere', () => {
  for (const text of texts.filter((t) => t.length < 420).slice(0, 30)) for (let end = 0; end < text.length; end++) check(text.slice(0, end));
});

test('scripts of which parts are gone, doubled or overwritten', () => {
  const random = mulberry(11);
  const at = (n: number): number => Math.floor(random() * n);
  const odd = ['"', "'", '`', '$', '(', ')', '{', '}', '\\', '\n', '\r', '\0', '\uD800', '\uFEFF', '#', '<', '<<', '>', '|', '&', ';', '$((', '$(', '${', ']]', '[[', '=', '\t', 'é', '🚀', 'done', 'fi', 'esac', ';;', 'then', '<<EOF\n', '{{', '}}', '{%'];
  for (let i = 0; i < 1_500; i++) {
    let text = texts[at(texts.length)]!;
    for (let n = 1 + at(4); n > 0; n--) {
      const from = at(text.length + 1);
      const to = Math.min(text.length, from + at(12));
      text = text.slice(0, from) + [odd[at(odd.length)]!, '', text.slice(from, to).repeat(2)][at(3)]! + text.slice(random() < 0.5 ? from : to);
    }
    check(text);
  }
});

test('random scripts', () => {
  for (let seed = 1; seed < 300; seed++) check(generator(seed)());
});

test('random characters', () => {
  const random = mulberry(5);
  for (let i = 0; i < 300; i++) check(Array.from({ length: 40 }, () => String.fromCharCode(Math.floor(random() * (random() < 0.8 ? 128 : 65_536)))).join(''));
});

test('deep and long texts', () => {
  const deep = 10_000;
  for (const [open, close] of [['(', ')'], ['$(', ')'], ['{ ', '}'], ['$((', '))'], ['"$(', ')"'], ['${A:-', '}'], ['if a; then ', 'fi;'], ['`', '`'], ['[[ ( ', ' ) ]]'], ['f() { ', '}'], ['case a in a) ', ';; esac'], ['<(', ')'], ['[', ']']] as const) {
    check(open.repeat(deep));
    check(`${open.repeat(deep)}a${close.repeat(deep)}`);
  }
  const all = texts.join('\n');
  check(all.repeat(Math.ceil(2_000_000 / all.length)));
  check('x'.repeat(2_000_000));
  check(`deepspeed ${'--a 1 \\\n'.repeat(100_000)}`);
});

test('what could double with every line does not', () => {
  const lines = (count: number, line: (i: number) => string): string => Array.from({ length: count }, (_, i) => line(i)).join('\n');
  check(lines(200, (i) => `A${i + 1}="$A${i}$A${i}"`) + '\nprobe $A200');
  check('A0=ab\n' + lines(200, (i) => `A${i + 1}="$A${i}$A${i}"`) + '\nprobe $A200');
  check('A=(a b)\n' + lines(60, () => 'A=("${A[@]}" "${A[@]}")') + '\nprobe "${A[@]}"');
  check(lines(60, (i) => `f${i}() { f${i + 1}; f${i + 1}; A=$1; }`) + '\nf60() { deepspeed $A; }\nf0 x');
  check(lines(60, (i) => `if x; then f${i}() { f${i + 1} a; f${i + 1} b; }; else f${i}() { f${i + 1}; }; fi`) + '\nf0');
  check(lines(100, (i) => `f${i}() { f${(i + 1) % 100} $1; f${(i + 7) % 100}; X=$1; }`) + '\nf0 a');
  check('for a in x; do '.repeat(60) + 'B=1;' + ' done;'.repeat(60));
  check('eval "' + 'eval \\"'.repeat(200));
});

test('files that are no bash scripts have no commands', () => {
  for (const text of ['', '\n', '#!/usr/bin/env python3\nimport os\n', '#!/bin/csh\nset a = 1\n', '#!/usr/bin/fish\nset a 1\n', '# only a comment\n']) {
    check(text);
    assert.deepEqual(parseScript(text).commands, [], text);
  }
});
