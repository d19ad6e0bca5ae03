import type { LauncherOption, LauncherTable } from '../catalog/launchers';
import type { Word } from '../syntax/script';
import { span, type Span } from '../text/span';
import type { FlagUse } from './launch';
import { isProgramName } from './programs';

/** The words of a command line that belong to a launcher: its own flags, and where the program begins. */
export interface OwnArguments {
  readonly flags: readonly FlagUse[];
  /** Index of the first word that is the program's; undefined when it is not among the words that are known. */
  readonly program: number | undefined;
  /** Index of the first word behind the launcher's own flags. */
  readonly end: number;
  readonly openEnded: boolean;
}

const dashed = (word: Word | undefined): boolean => word !== undefined && /^-./.test(word.value ?? word.known);
/** argparse takes `-1` and `-1.5` for values. */
const negative = /^-(\d+|\d*\.\d+)$/;
const isValue = (word: Word | undefined): word is Word => word !== undefined && (!dashed(word) || negative.test(word.value ?? word.known));

/** True when this word is surely no flag and no value of one that is hidden in an open word before. */
const surelyProgram = (word: Word): boolean => /\.(py|sh)$/.test(word.value ?? '');

/**
 * Reads a launcher's flags as its parser does: up to the first word that is neither a flag nor a flag's value. A word that
 * is only known at run time may hold flags, the program, or both; what follows it counts as the launcher's only when a
 * script comes after.
 */
export function ownArguments(words: readonly Word[], from: number, table: LauncherTable): OwnArguments {
  const flags: FlagUse[] = [];
  let openEnded = false;
  let i = from;
  while (i < words.length) {
    const word = words[i]!;
    const name = nameOf(word);
    if (name === undefined) {
      if (word.value !== undefined && word.value !== '--') return { flags, program: i, end: i, openEnded };
      i += 1;
      if (word.value === '--') continue;
      openEnded = true;
      const script = words.findIndex((w, at) => at >= i && surelyProgram(w));
      if (script < 0) return { flags, program: isLastUnknown(words, i - 1) ? i - 1 : undefined, end: i, openEnded };
      continue;
    }
    const read = readFlag(words, i, name, table);
    flags.push(...read.uses);
    if (read.rest) return { flags, program: undefined, end: words.length, openEnded };
    i = read.next;
  }
  return { flags, program: undefined, end: words.length, openEnded };
}

/** A quoted word or a path with an unknown part is one word: the program, where nothing but its flags follows. */
const isLastUnknown = (words: readonly Word[], i: number): boolean => !words[i]!.open;

/** `--name` of a word that begins with dashes; undefined for other words. */
function nameOf(word: Word): string | undefined {
  const text = word.value ?? word.known;
  if (!/^-[^\s]/.test(text) || text === '--' || negative.test(text)) return undefined;
  const equals = text.indexOf('=');
  // `--flag$X`: the name goes on in what is not known.
  if (word.value === undefined && equals < 0) return undefined;
  return equals < 0 ? text : text.slice(0, equals);
}

interface Read {
  readonly uses: readonly FlagUse[];
  readonly next: number;
  readonly rest?: boolean;
}

function readFlag(words: readonly Word[], i: number, name: string, table: LauncherTable): Read {
  const word = words[i]!;
  const attached = attachedValue(word, name);
  const found = lookUp(name, table);
  if (found.option === undefined) {
    const short = attached === undefined ? shortFlag(word, table) : undefined;
    if (short) return short.value || short.option.takes === 'none' ? { uses: short.uses, next: i + 1 } : following(words, i, short.uses, short.option);
    // argparse leaves a flag that it does not know, and its value then stands for the program; a program is told by its name.
    const value = attached ?? unknownsValue(words, i);
    return { uses: [use(word, name, undefined, false, value)], next: i + (attached === undefined && value !== undefined ? 2 : 1) };
  }
  if (attached !== undefined || found.option.takes === 'none' || found.option.takes === 'optional')
    return { uses: [use(word, name, found.option, found.abbreviated, attached)], next: i + 1 };
  if (found.option.takes === 'rest') return { uses: [use(word, name, found.option, found.abbreviated, undefined)], next: words.length, rest: true };
  return following(words, i, [use(word, name, found.option, found.abbreviated, undefined)], found.option);
}

/** The values that stand as words of their own behind the last of `uses`. */
function following(words: readonly Word[], i: number, uses: readonly FlagUse[], option: LauncherOption): Read {
  const last = uses[uses.length - 1]!;
  const value = words[i + 1];
  if (!isValue(value)) return { uses, next: i + 1 };
  const count = option.takes === 'many' ? (option.count ?? 1) : 1;
  return { uses: [...uses.slice(0, -1), { ...last, ...valueOf(value) }], next: Math.min(i + 1 + count, words.length) };
}

const unknownsValue = (words: readonly Word[], i: number): Word | undefined => {
  const next = words[i + 1];
  const isScript = next?.value !== undefined && surelyProgram(next);
  const moreComes = words.slice(i + 2).some(surelyProgram);
  return isValue(next) && !isScript && moreComes && !isProgramName(next) ? next : undefined;
};

function lookUp(name: string, table: LauncherTable): { readonly option: LauncherOption | undefined; readonly abbreviated: boolean } {
  const exact = table.find(name);
  if (exact || table.abbreviations === 'none' || !/^--./.test(name)) return { option: exact, abbreviated: false };
  const fitting = new Set(table.options.filter((o) => o.spellings.some((s) => s.startsWith(name))));
  return { option: fitting.size === 1 ? [...fitting][0] : undefined, abbreviated: fitting.size === 1 };
}

/** `-N2`, `-lu`: one dash, letters that each are a flag, the last with its value attached. */
function shortFlag(word: Word, table: LauncherTable): { readonly uses: readonly FlagUse[]; readonly option: LauncherOption; readonly value: boolean } | undefined {
  const text = word.value;
  if (text === undefined || !/^-[A-Za-z]./.test(text)) return undefined;
  const exact = exactSource(word);
  const uses: FlagUse[] = [];
  for (let at = 1; at < text.length; at++) {
    const option = table.find(`-${text[at]}`);
    if (!option) return undefined;
    const rest = option.takes === 'none' ? '' : text.slice(at + 1);
    const nameSource = exact && uses.length === 0 && rest !== '' ? span(exact.start, exact.start + 2) : undefined;
    const value = rest === '' ? undefined : part(word, at + 1);
    uses.push({ name: `-${text[at]}`, nameSpan: nameSource ?? word.source ?? word.span, option, abbreviated: false, ...valueOf(value), nameSource });
    if (option.takes !== 'none') return { uses, option, value: rest !== '' };
  }
  const last = uses[uses.length - 1]!;
  return { uses, option: last.option!, value: false };
}

const attachedValue = (word: Word, name: string): Word | undefined => ((word.value ?? word.known)[name.length] === '=' ? part(word, name.length + 1) : undefined);

/** The place of a word whose characters are its value. */
const exactSource = (word: Word): Span | undefined => (word.source && word.raw === word.value ? word.source : undefined);

/** The rest of a word from an offset in its value. */
function part(word: Word, from: number): Word {
  const exact = exactSource(word);
  const plain = exact ?? (word.source && word.raw.startsWith(word.known.slice(0, from)) ? word.source : undefined);
  const source = plain && span(plain.start + from, plain.end);
  return {
    ...word,
    span: source ?? word.source ?? word.span,
    source,
    raw: source ? word.raw.slice(from) : word.raw,
    value: word.value?.slice(from),
    known: word.known.slice(from),
    path: word.path?.startsWith(word.known.slice(0, from)) ? word.path.slice(from) : undefined,
  };
}

const valueOf = (value: Word | undefined): Pick<FlagUse, 'value' | 'valueSpan' | 'valueSource'> => ({
  value,
  valueSpan: value && (value.source ?? value.span),
  valueSource: value?.source,
});

function use(word: Word, name: string, option: LauncherOption | undefined, abbreviated: boolean, value: Word | undefined): FlagUse {
  const exact = exactSource(word) ?? (word.source && word.raw.startsWith(name) ? word.source : undefined);
  const nameSource = exact && span(exact.start, exact.start + name.length);
  return { name, nameSpan: nameSource ?? word.source ?? word.span, option, abbreviated, ...valueOf(value), nameSource };
}

/** What a program is given: any flag, with the word behind it as its value unless that is a flag too. */
export function programArguments(words: readonly Word[], from: number): { readonly flags: readonly FlagUse[]; readonly openEnded: boolean } {
  const flags: FlagUse[] = [];
  let openEnded = false;
  for (let i = from; i < words.length; i++) {
    const word = words[i]!;
    const name = nameOf(word);
    if (name === undefined) {
      if (word.value === undefined && !isPlainPath(word)) openEnded = true;
      continue;
    }
    const attached = attachedValue(word, name);
    const next = words[i + 1];
    const value = attached ?? (isValue(next) ? next : undefined);
    if (attached === undefined && value !== undefined) i += 1;
    flags.push(use(word, name, undefined, false, value));
  }
  return { flags, openEnded };
}

/** A positional argument that is unknown but surely no flag. */
const isPlainPath = (word: Word): boolean => !word.open && word.known !== '' && !word.known.startsWith('-');
