import { launcherOptions, type LauncherName, type LauncherOption } from '../catalog/launchers';
import type { Span } from '../text/span';

/*
 * The command line that is being typed, read as far as the cursor: half typed it is not yet a launch that the parser
 * knows, so this looks at words alone.
 */

export interface LineWord {
  readonly text: string;
  readonly span: Span;
}

/** What is due at the cursor. */
export type LaunchSlot =
  /** A flag of the launcher, or the program. */
  | { readonly due: 'flag'; readonly launcher: LauncherName; readonly typed: LineWord; readonly used: readonly string[] }
  | { readonly due: 'value'; readonly launcher: LauncherName; readonly option: LauncherOption; readonly typed: LineWord }
  /** Behind the program: its own flags. */
  | { readonly due: 'program-flag'; readonly launcher: LauncherName; readonly typed: LineWord; readonly used: readonly string[] }
  | { readonly due: 'program-value'; readonly launcher: LauncherName; readonly flag: string; readonly typed: LineWord };

const longest = 20_000;

/** The words of the command that the offset is in, up to the offset; lines that end in `\` are joined. The last word is the one at the cursor, which may be empty. */
export function wordsBefore(text: string, offset: number): readonly LineWord[] {
  let start = text.lastIndexOf('\n', offset - 1) + 1;
  while (start > 0 && /\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start))) start = text.lastIndexOf('\n', start - 2) + 1;
  const words: LineWord[] = [];
  // Longer lines are nobody's typing.
  let at = Math.max(start, offset - longest);
  while (at < offset) {
    const rest = text.slice(at, offset);
    const blank = /^(?:[ \t]|\\\r?\n)+/.exec(rest)?.[0];
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    // A comment ends the line, and with it the command.
    if (rest[0] === '#') return [];
    if (/^(?:;|&|\||\r?\n|\(|\)|`)/.test(rest)) {
      words.length = 0;
      at += 1;
      continue;
    }
    const raw = /^(?:"(?:[^"\\]|\\[^])*"?|'[^']*'?|\$\([^)]*\)?|\\[^]|[^\s;&|()`"'\\])+/.exec(rest)?.[0] ?? rest[0]!;
    words.push({ text: raw, span: { start: at, end: at + raw.length } });
    at += raw.length;
  }
  const last = words[words.length - 1];
  if (!last || last.span.end < offset) words.push({ text: '', span: { start: offset, end: offset } });
  return words;
}

const unquote = (s: string): string => s.replace(/^["']|["']$/g, '');

/** Launchers that a word, or a word with its followers, begins; and how many words that takes. */
function launcherIn(words: readonly LineWord[], at: number): { readonly launcher: LauncherName; readonly next: number } | undefined {
  const word = (i: number): string => unquote(words[i]?.text ?? '');
  const name = word(at).replace(/^.*\//, '');
  if (name === 'deepspeed' || name === 'deepspeed.pt' || name === 'ds') return { launcher: 'deepspeed', next: at + 1 };
  if (name === 'torchrun') return { launcher: 'torchrun', next: at + 1 };
  if (name === 'accelerate-launch') return { launcher: 'accelerate', next: at + 1 };
  if (name === 'accelerate' && word(at + 1) === 'launch') return { launcher: 'accelerate', next: at + 2 };
  if (name === 'srun') return { launcher: 'srun', next: at + 1 };
  if (name === 'mpirun' || name === 'mpiexec') return { launcher: 'mpirun', next: at + 1 };
  if (!/^python[\d.]*$/.test(name)) return undefined;
  for (let i = at + 1; word(i).startsWith('-'); i++) {
    if (word(i) !== '-m') continue;
    const module = word(i + 1);
    if (module === 'torch.distributed.run') return { launcher: 'torchrun', next: i + 2 };
    if (module === 'torch.distributed.launch') return { launcher: 'torch.distributed.launch', next: i + 2 };
    if (module === 'accelerate.commands.launch') return { launcher: 'accelerate', next: i + 2 };
    if (module === 'deepspeed.launcher.runner') return { launcher: 'deepspeed', next: i + 2 };
    return undefined;
  }
  return undefined;
}

/** What is due at the last of these words; undefined when they are no launch. */
export function launchSlot(words: readonly LineWord[]): LaunchSlot | undefined {
  const typed = words[words.length - 1];
  if (!typed) return undefined;
  for (let at = 0; at < words.length - 1; at++) {
    const begun = launcherIn(words, at);
    if (begun && begun.next < words.length) return slotIn(begun.launcher, words, begun.next, typed);
    // Before a launcher stand assignments (`A=1 deepspeed …`) and words like `exec` and `time`; an array takes a launcher as well.
    if (!/^(\w+=.*|exec|time|nohup|env|sudo|command|then|do|else|!|\w+\+?=)$/.test(words[at]!.text)) return undefined;
  }
  return undefined;
}

function slotIn(launcher: LauncherName, words: readonly LineWord[], from: number, typed: LineWord): LaunchSlot | undefined {
  const table = launcherOptions(launcher);
  const used: string[] = [];
  const last = words.length - 1;
  let at = from;
  while (at < last) {
    const text = words[at]!.text;
    if (!text.startsWith('-')) break;
    const [name, attached] = splitFlag(text);
    const option = table.find(name);
    used.push(option?.dest ?? name);
    at++;
    if (!option || attached || option.takes === 'none' || option.takes === 'optional') continue;
    const takes = option.takes === 'many' ? (option.count ?? 1) : 1;
    if (at + takes > last) return { due: 'value', launcher, option, typed };
    at += takes;
  }
  if (at >= last) {
    const [name, attached] = splitFlag(typed.text);
    const option = attached ? table.find(name) : undefined;
    if (option && option.takes !== 'none') return { due: 'value', launcher, option, typed: afterEquals(typed) };
    return attached ? undefined : { due: 'flag', launcher, typed, used };
  }
  const inner = launcherIn(words, at);
  if (inner && inner.next <= last) return slotIn(inner.launcher, words, inner.next, typed);
  return programSlot(launcher, words.slice(at + 1, last), typed);
}

function programSlot(launcher: LauncherName, words: readonly LineWord[], typed: LineWord): LaunchSlot | undefined {
  const flags = words.filter((w) => w.text.startsWith('--'));
  const [name, attached] = splitFlag(typed.text);
  if (attached) return { due: 'program-value', launcher, flag: name, typed: afterEquals(typed) };
  const before = words[words.length - 1]?.text;
  if (before?.startsWith('--') && !before.includes('=') && !typed.text.startsWith('-')) return { due: 'program-value', launcher, flag: before, typed };
  return { due: 'program-flag', launcher, typed, used: flags.map((f) => splitFlag(f.text)[0]) };
}

const splitFlag = (text: string): readonly [name: string, attached: boolean] => {
  const equals = text.startsWith('-') ? text.indexOf('=') : -1;
  return equals < 0 ? [text, false] : [text.slice(0, equals), true];
};

function afterEquals({ text, span }: LineWord): LineWord {
  const equals = text.indexOf('=') + 1;
  return { text: text.slice(equals), span: { start: span.start + equals, end: span.end } };
}
