import { canonicalPath, defaultOf, option, optimizerNames, optionsIn, schedulerNames, type Option, type OptionContext } from '../catalog/deepspeed';
import { atLeast } from '../catalog/version';
import type { DeepSpeedConfig } from '../job/deepspeed-config';
import { contextOf } from '../job/option-context';
import type { Project } from '../job/project';
import { en, same, type Text } from '../text/say';
import { companionsOf } from './companions';
import { hasTemplate, valueSnippet, type SnippetContext } from './config-snippets';
import { valueDetail } from './explain';
import { jsonCursor, type JsonCursor } from './json-cursor';
import { defaultWords } from './option-words';
import { escapeSnippet } from './snippet';
import type { CompletionItem } from './types';

/** Keys and values of a DeepSpeed config, whole or half typed. */
export function completeConfig(project: Project, uri: string, offset: number): readonly CompletionItem[] {
  const config = project.config(uri);
  const cursor = config && jsonCursor(config.text, offset);
  if (!config || !cursor) return [];
  return cursor.place === 'key' ? keyItems(config, cursor) : valueItems(config, cursor);
}

/** ZeRO's stage where it is written; while nobody wrote one, every stage may still come. */
function writtenStage(config: DeepSpeedConfig): number | undefined {
  const written = config.get('zero_optimization.stage') !== undefined || config.get('zero_optimization')?.kind === 'boolean';
  return written ? config.stage()?.value : undefined;
}

function fillsAuto(config: DeepSpeedConfig, known: Option): boolean {
  const reader = config.reader?.value;
  return (reader === 'trainer' || reader === 'accelerate') && known.auto?.[reader] !== undefined;
}

const order = (rank: number, index: number): string => `${rank}${String(index).padStart(4, '0')}`;

function keyItems(config: DeepSpeedConfig, cursor: JsonCursor): readonly CompletionItem[] {
  const path = canonicalPath(cursor.path);
  if (path === undefined) return [];
  const context = contextOf(config);
  const stage = writtenStage(config);
  const version = config.version?.value;
  const present = new Set([...cursor.siblings].map((k) => canonicalPath([...cursor.path, k]) ?? k));
  const offered = optionsIn(cursor.path, context).filter((o) => {
    if (present.has(o.path) || cursor.siblings.has(nameOf(o)) || o.deprecated || o.dead) return false;
    if (stage !== undefined && o.appliesWhen && !o.appliesWhen.stages.includes(stage)) return false;
    return version === undefined || o.since === undefined || atLeast(version, o.since);
  });
  const first = companionsOf(path, cursor.siblings, config);
  return offered.map((o, index) => {
    const name = nameOf(o);
    const companion = first.indexOf(name);
    const rank = o.required ? 0 : companion >= 0 ? 1 : 2;
    return keyItem(config, cursor, o, order(rank, companion >= 0 ? companion : index), { stage, reader: config.reader?.value, version, fillsAuto: fillsAuto(config, o) }, context);
  });
}

const nameOf = (o: Option): string => o.path.slice(o.path.lastIndexOf('.') + 1);

function keyItem(config: DeepSpeedConfig, cursor: JsonCursor, known: Option, sortText: string, snippet: SnippetContext, context: OptionContext): CompletionItem {
  const name = nameOf(known);
  const key = JSON.stringify(name);
  const text = cursor.colonAfter ? key : `${escapeSnippet(key)}: ${valueSnippet(known, snippet)}${cursor.commaAfter ? ',' : ''}`;
  const detail = defaultWords(known, config.version?.value);
  return {
    label: name,
    kind: known.types.includes('object') ? 'section' : 'key',
    ...(detail ? { detail } : {}),
    sortText,
    filterText: key,
    edit: { span: cursor.replace, newText: text },
    snippet: !cursor.colonAfter,
    ...(cursor.commaBefore !== undefined ? { additional: [{ span: { start: cursor.commaBefore, end: cursor.commaBefore }, newText: ',' }] } : {}),
    data: {
      of: 'option',
      path: known.path,
      ...(context.optimizer !== undefined ? { optimizer: context.optimizer } : {}),
      ...(context.scheduler !== undefined ? { scheduler: context.scheduler } : {}),
    },
  };
}

interface Offer {
  readonly text: string;
  readonly detail: Text | undefined;
  readonly snippet?: boolean;
  readonly label?: string;
}

function valueItems(config: DeepSpeedConfig, cursor: JsonCursor): readonly CompletionItem[] {
  const list = /^\d+$/.test(cursor.path[cursor.path.length - 1] ?? '');
  const path = list ? cursor.path.slice(0, -1) : cursor.path;
  const known = option(path, contextOf(config));
  const canonical = canonicalPath(path);
  if (!known || canonical === undefined) return [];
  const offers: readonly Offer[] = list ? (known.coercion === 'enum-list' ? (known.enum ?? []).map((v) => ({ text: JSON.stringify(v), detail: undefined })) : []) : offersFor(config, canonical, known);
  const gap = /[:,]$/.test(config.text.slice(Math.max(0, cursor.replace.start - 1), cursor.replace.start)) ? ' ' : '';
  const end = cursor.commaAfter ? ',' : '';
  return offers.map((o, index) => ({
    label: o.label ?? o.text,
    kind: 'value' as const,
    ...(o.detail ? { detail: o.detail } : {}),
    sortText: order(0, index),
    filterText: o.label ?? o.text,
    edit: { span: cursor.replace, newText: gap + o.text + end },
    snippet: o.snippet === true,
    data: { of: 'option' as const, path: canonical },
  }));
}

function offersFor(config: DeepSpeedConfig, path: string, known: Option): readonly Offer[] {
  const offers: Offer[] = [];
  const add = (value: unknown, detail?: Text): void => {
    const text = JSON.stringify(value);
    if (!offers.some((o) => o.text === text)) offers.push({ text, detail });
  };
  const version = config.version?.value;
  const value = defaultOf(known, version);
  const isDefault = (v: unknown): Text | undefined => (v === value ? en`default`.zh`默认` : undefined);
  const fills = fillsAuto(config, known);
  if (fills) add('auto', en`filled in by the launch`.zh`由启动端填入`);
  if (hasTemplate(path)) {
    const text = valueSnippet(known, { stage: writtenStage(config), reader: config.reader?.value, version, fillsAuto: fills });
    offers.push({ text, label: '{…}', detail: undefined, snippet: true });
  }
  if (path === 'optimizer.type') {
    for (const name of optimizerNames().deepspeed) add(name, same('DeepSpeed'));
    for (const name of optimizerNames().torch) add(name, same(`torch.optim.${name}`));
    return offers;
  }
  if (path === 'scheduler.type') {
    for (const name of schedulerNames().deepspeed) add(name, same('DeepSpeed'));
    return offers;
  }
  for (const v of known.enum ?? []) {
    // Below stage 3 the optimizer's states go to CPU memory only.
    if (v === 'nvme' && path === 'zero_optimization.offload_optimizer.device' && (writtenStage(config) ?? 3) < 3) continue;
    add(v, valueDetail(path, v) ?? isDefault(v));
  }
  if (known.types.includes('boolean')) for (const v of [true, false]) add(v, isDefault(v));
  if (typeof value === 'number' && value < 1e15) add(value, en`default`.zh`默认`);
  return offers;
}
