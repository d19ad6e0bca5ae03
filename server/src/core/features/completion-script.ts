import { launcherOptions, type LauncherName, type LauncherOption } from '../catalog/launchers';
import type { DocumentKind } from '../model/detect';
import type { Project } from '../job/project';
import type { ScriptSubject } from '../job/subjects';
import type { Span } from '../text/span';
import { directory, shownPath } from '../text/uri';
import { en, same, type Text } from '../text/say';
import { nameItems, valueItems } from './completion-env';
import { launchSlot, wordsBefore, type LineWord } from './launch-line';
import type { CompletionItem } from './types';

/** Launcher flags with their values, files that flags name, environment variables and their values. */
export function completeScript(project: Project, uri: string, offset: number): readonly CompletionItem[] {
  const subject = project.script(uri);
  if (!subject) return [];
  const words = wordsBefore(subject.text, offset);
  const typed = words[words.length - 1];
  if (!typed) return [];
  const slot = launchSlot(words);
  const replace = replaceOf(subject.text, slot?.typed ?? typed, offset);
  switch (slot?.due) {
    case 'flag':
      return flagItems(slot.launcher, slot.typed.text, replace, slot.used, subject.text);
    case 'value':
      return optionValueItems(project, subject, slot.option, replace);
    case 'program-flag':
      return programFlagItems(slot.typed.text, replace, slot.used);
    case 'program-value':
      return /^--?deepspeed([-_]config)?$/.test(slot.flag) ? fileItems(project, subject, 'deepspeed', replace) : [];
    case undefined:
      return variableItems(subject, words, typed, replace, offset);
  }
}

/** The typed word with what follows the cursor in it; quotes stay. */
function replaceOf(text: string, typed: LineWord, offset: number): Span {
  const quote = /^["']/.test(typed.text) ? 1 : 0;
  return { start: Math.min(typed.span.start + quote, offset), end: offset + /^[\w./:@,=-]*/.exec(text.slice(offset, offset + 300))![0].length };
}

function flagItems(launcher: LauncherName, typed: string, replace: Span, used: readonly string[], text: string): readonly CompletionItem[] {
  if (typed !== '' && !typed.startsWith('-')) return [];
  return launcherOptions(launcher)
    .options.filter((o) => o.deprecated === undefined && (o.repeats || !used.includes(o.dest)))
    .map((option, i) => {
      const spelling = spellingOf(option, typed, text);
      const rest = option.takes === 'none' || option.takes === 'optional' ? '' : ' ';
      const detail = flagDetail(option);
      return {
        label: spelling,
        kind: 'flag' as const,
        ...(detail ? { detail } : {}),
        sortText: `${usual.includes(option.dest) ? 0 : 1}${String(i).padStart(4, '0')}`,
        edit: { span: replace, newText: spelling + rest },
        snippet: false,
        data: { of: 'flag' as const, launcher, dest: option.dest },
      };
    });
}

/** Flags that nearly every launch has. */
const usual = ['hostfile', 'include', 'num_gpus', 'num_nodes', 'master_addr', 'master_port', 'nproc_per_node', 'nnodes', 'node_rank', 'rdzv_backend', 'rdzv_endpoint', 'rdzv_id', 'standalone', 'num_processes', 'num_machines', 'machine_rank', 'main_process_ip', 'main_process_port', 'config_file', 'use_deepspeed', 'deepspeed_config_file', 'mixed_precision', 'nodes', 'ntasks', 'ntasks_per_node', 'gres', 'np'];

const flagDetail = (o: LauncherOption): Text | undefined =>
  o.default === undefined || o.default === null || o.default === false ? (o.takes === 'none' ? en`switch`.zh`开关` : undefined) : en`default ${o.default}`.zh`默认 ${o.default}`;

/** The spelling that was begun; else the long one, with underscores where the script writes them. */
function spellingOf(option: LauncherOption, typed: string, text: string): string {
  const long = option.spellings.filter((s) => s.startsWith('--'));
  const begun = option.spellings.find((s) => typed.length > 2 && s.startsWith(typed));
  if (begun) return begun;
  const underscored = long.find((s) => s.slice(2).includes('_'));
  if (underscored && /\s--[a-z]+_[a-z]/.test(text)) return underscored;
  return long[0] ?? option.spellings[0]!;
}

function optionValueItems(project: Project, subject: ScriptSubject, option: LauncherOption, replace: Span): readonly CompletionItem[] {
  const known = option.choices ?? option.values ?? [];
  if (known.length > 0)
    return known.map((value, i) => ({
      label: value,
      kind: 'value' as const,
      ...(value === option.default ? { detail: en`default`.zh`默认` } : {}),
      sortText: String(i).padStart(3, '0'),
      edit: { span: replace, newText: value },
      snippet: false,
    }));
  if (option.dest === 'hostfile' || option.dest === 'deepspeed_hostfile') return fileItems(project, subject, 'hostfile', replace);
  if (option.dest === 'deepspeed_config_file') return fileItems(project, subject, 'deepspeed', replace);
  if (option.dest === 'include' || option.dest === 'exclude') return hostItems(project, subject, option.dest === 'include', replace);
  return [];
}

/** Files of a kind that the project knows, as a script in its folder would name them. */
function fileItems(project: Project, subject: ScriptSubject, kind: DocumentKind, replace: Span): readonly CompletionItem[] {
  const base = directory(subject.uri);
  const paths = [...project.documents].filter((d) => d.kind === kind).map((d) => shownPath(d.uri, base)).filter((p) => !p.startsWith('/'));
  return paths.sort().map((path, i) => ({
    label: path,
    kind: 'file' as const,
    sortText: String(i).padStart(3, '0'),
    edit: { span: replace, newText: path.replaceAll(/[ '"$\\]/g, '\\$&') },
    snippet: false,
  }));
}

/** Hosts of the hostfile that the script's launches name; the filter wants the slots too. */
function hostItems(project: Project, subject: ScriptSubject, withSlots: boolean, replace: Span): readonly CompletionItem[] {
  const files = new Set(subject.jobs.flatMap((j) => (j.hostfile?.uri !== undefined ? [j.hostfile.uri] : [])));
  const entries = [...files].flatMap((uri) => project.hostfile(uri)?.hostfile.lines.flatMap((l) => (l.entry ? [l.entry] : [])) ?? []);
  return entries.slice(0, 200).map(({ host, slots }, i) => {
    const numbers = Array.from({ length: Math.min(slots, 64) }, (_, k) => k).join(',');
    return {
      label: host,
      kind: 'host' as const,
      detail: same(`slots=${slots}`),
      sortText: String(i).padStart(4, '0'),
      edit: { span: replace, newText: withSlots && slots > 0 ? `${host}:${numbers}` : host },
      snippet: false,
    };
  });
}

/** Flags that lead to the DeepSpeed config; others are the program's own business. */
const programFlags: readonly (readonly [flag: string, detail: Text])[] = [
  ['--deepspeed', en`DeepSpeed config of the Transformers Trainer, or DeepSpeed's switch`.zh`Transformers Trainer 的 DeepSpeed 配置，或 DeepSpeed 的开关`],
  ['--deepspeed_config', en`DeepSpeed config, read by DeepSpeed itself`.zh`DeepSpeed 配置，由 DeepSpeed 自身读取`],
];

function programFlagItems(typed: string, replace: Span, used: readonly string[]): readonly CompletionItem[] {
  if (!typed.startsWith('-')) return [];
  return programFlags
    .filter(([flag]) => !used.includes(flag))
    .map(([flag, detail], i) => ({ label: flag, kind: 'flag' as const, detail, sortText: String(i), edit: { span: replace, newText: `${flag} ` }, snippet: false }));
}

/** After `export `, or where a command begins: names; behind `NAME=`: values. */
function variableItems(subject: ScriptSubject, words: readonly LineWord[], typed: LineWord, replace: Span, offset: number): readonly CompletionItem[] {
  const assignment = /^([A-Za-z_]\w*)=(["']?)/.exec(typed.text);
  const exported = words.length > 1 && /^(export|declare|env)$/.test(words[0]!.text);
  if (assignment) {
    const start = typed.span.start + assignment[0].length;
    return offset < start ? [] : valueItems(assignment[1]!, { start, end: replace.end });
  }
  if (!/^[A-Za-z_]\w*$/.test(typed.text) && typed.text !== '') return [];
  // At the start of a line every command can follow; only capitals tell that a variable is meant.
  if (!exported && !(words.length === 1 && /^[A-Z][A-Z0-9_]*$/.test(typed.text))) return [];
  const end = offset + /^\w*/.exec(subject.text.slice(offset, offset + 100))![0].length;
  const set = new Set(subject.script.assignments.filter((a) => a.exported && a.nameSpan.start !== typed.span.start).map((a) => a.name));
  return nameItems({ start: typed.span.start, end }, set, subject.text[end] === '=');
}
