import { severities, type Severity } from '../../server/src/core/model/finding';

/** What a caret line expects: `^^^^ error rule-name: part of the message`. */
export interface Mark {
  readonly file: string;
  /** Line and columns from 0, in UTF-16 code units; `end` is past the last caret. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string | undefined;
}

export interface Fixture {
  /** Texts without caret lines and cursor, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly marks: readonly Mark[];
  /** From a first line `//! reader=trainer gpus=8`. */
  readonly options: Readonly<Record<string, string>>;
  /** Where `|` stood, when the fixture was parsed with `cursor`. */
  readonly cursor: { readonly file: string; readonly offset: number } | undefined;
}

const defaultNames: Record<string, string> = { deepspeed: 'ds_config.json', hostfile: 'hostfile', env: '.deepspeed_env', variable: '.deepspeed_env', script: 'train.sh', job: 'train.sh' };
const markLine = new RegExp(`^(\\s*)(\\^+)\\s+(${severities.join('|')})\\s+([a-z0-9-]+)(?::\\s*(.*))?$`);

/** Reads a fixture: files behind `//- NAME` lines (a text without one is a single file), caret lines under what they mark. */
export function parseFixture(text: string, options: { readonly on?: string; readonly cursor?: boolean } = {}): Fixture {
  const lines = text.replace(/^\n/, '').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const said: Record<string, string> = {};
  if (lines[0]?.startsWith('//! ')) for (const pair of lines.shift()!.slice(4).trim().split(/\s+/)) said[pair.split('=')[0]!] = pair.split('=').slice(1).join('=');
  const files = new Map<string, string>();
  const marks: Mark[] = [];
  let name = defaultNames[options.on ?? ''] ?? 'ds_config.json';
  let body: string[] = [];
  let cursor: Fixture['cursor'];
  const close = (): void => {
    if (body.length === 0) return;
    let content = body.map((l) => l + '\n').join('');
    const at = options.cursor ? content.indexOf('|') : -1;
    if (at >= 0) {
      cursor = { file: name, offset: at };
      content = content.slice(0, at) + content.slice(at + 1);
    }
    files.set(name, content);
  };
  for (const line of lines) {
    const header = /^\/\/- (\S+)$/.exec(line);
    const mark = markLine.exec(line);
    if (header) {
      close();
      name = header[1]!;
      body = [];
    } else if (mark) {
      const start = mark[1]!.length;
      marks.push({ file: name, line: body.length - 1, start, end: start + mark[2]!.length, severity: mark[3] as Severity, rule: mark[4]!, message: mark[5] });
    } else body.push(line);
  }
  close();
  return { files, marks, options: said, cursor };
}
