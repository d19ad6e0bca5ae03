import { canonicalPath, defaultOf, option, removed, type Option } from '../catalog/deepspeed';
import { conceptOfKey } from '../catalog/concepts';
import { batchKeys } from '../job/batch';
import type { DeepSpeedConfig } from '../job/deepspeed-config';
import { contextOf } from '../job/option-context';
import type { Project } from '../job/project';
import { keyOf, nodeAt, type Node } from '../syntax/tree';
import { touches } from '../text/span';
import { en, same, type Text } from '../text/say';
import { argumentDefault, autoUses, flagPlace } from './auto';
import { autoWords } from './auto-words';
import { allKnown, batchesOf, batchWords } from './batches';
import { explain, inactiveWords } from './explain';
import { bold, bullets, code, link, paragraphs } from './markdown';
import { conceptWords, optionFacts, optionNotes } from './option-words';
import type { Hover } from './types';

/** Keys and values of a DeepSpeed config. */
export function hoverConfig(project: Project, uri: string, offset: number): Hover | undefined {
  const config = project.config(uri);
  const node = config && nodeAt(config.tree, offset);
  if (!config || !node) return undefined;
  if (node.keySpan && touches(node.keySpan, offset)) {
    const contents = keyContents(project, config, node, false);
    return contents && { span: node.keySpan, contents };
  }
  if (node.kind === 'object' || node.kind === 'array' || !touches(node.span, offset) || node.span.start === node.span.end) return undefined;
  const owner = memberOf(node);
  const contents = owner && keyContents(project, config, owner, true);
  return contents && { span: node.span, contents };
}

/** The member that a value belongs to: its own, or that of the list around it. */
function memberOf(node: Node): Node | undefined {
  let at: Node | undefined = node;
  while (at && !at.keySpan) at = at.parent;
  return at;
}

function keyContents(project: Project, config: DeepSpeedConfig, node: Node, value: boolean): Text | undefined {
  const path = canonicalPath(node.path);
  const known = option(node.path, contextOf(config));
  if (!known || path === undefined) return removedContents(node);
  const version = config.version?.value;
  const name = node.path.join('.');
  const shown = value && node.kind !== 'object' && node.kind !== 'array';
  const head = shown ? en`${bold(name)} = ${code(node.raw)}`.zh`${bold(name)} = ${code(node.raw)}` : same(bold(name));
  const inactive = inactiveWords(config, path, node);
  // What a value would do is beside the point where it does nothing.
  const own = inactive ? undefined : explain(project, config, path, node);
  return paragraphs(
    head,
    shown && own,
    // The stage's own words say all that its meaning says.
    !(own && path === 'zero_optimization.stage') && known.meaning,
    // What holds in this very run comes before what holds in general.
    !shown && own,
    resolved(project, config, path, node, known),
    inactive,
    optionFacts(known, version),
    bullets(optionNotes(known, version)),
    autoContents(project, config, path, node),
    conceptWords(conceptOfKey(path)),
  );
}

/** Who fills "auto" here, and with which flag of which launch. */
function autoContents(project: Project, config: DeepSpeedConfig, path: string, node: Node): Text | undefined {
  const written = node.value === 'auto';
  const reader = config.reader?.value;
  const words = autoWords(path, reader, written);
  if (!written) return words.length > 0 ? bullets(words) : undefined;
  // The equation of the batch has them all.
  const told = (batchKeys as readonly string[]).includes(path) && allKnown(config, batchesOf(config));
  const uses = told ? [] : autoUses(config, path);
  const flags = uses.map((use) => {
    const value = use.flag.value?.value;
    const text = use.flag.value === undefined ? use.flag.name : value === undefined ? `${use.flag.name} ${use.flag.value.raw}` : `${use.flag.name} ${value}`;
    return en`${code(text)} (${link(project, flagPlace(use))})`.zh`${code(text)}（${link(project, flagPlace(use))}）`;
  });
  const fallback = reader === 'trainer' && uses.length === 0 && !told ? argumentDefault(path) : undefined;
  if (fallback) {
    const own = en`the argument's own default is ${code(fallback.value)}`.zh`该参数自身的默认值为 ${code(fallback.value)}`;
    flags.push(config.jobs.length === 0 ? own : en`no launch of this file gives ${code(`--${fallback.name}`)}; ${own}`.zh`引用该文件的启动命令均未给出 ${code(`--${fallback.name}`)}；${own}`);
  }
  return bullets([...words, ...flags]);
}

/** The value as the run has it, and where that comes from. */
function resolved(project: Project, config: DeepSpeedConfig, path: string, node: Node, known: Option): Text | undefined {
  if ((batchKeys as readonly string[]).includes(path)) return batchWords(project, config);
  if (node.value === 'auto' && known.dropsAuto && config.reader?.value === 'deepspeed') {
    const value = defaultOf(known, config.version?.value);
    return value === undefined || value === null ? undefined : en`As DeepSpeed has it: ${code(JSON.stringify(value))}`.zh`DeepSpeed 实际取值：${code(JSON.stringify(value))}`;
  }
  return undefined;
}

/** A key that older releases read. */
function removedContents(node: Node): Text | undefined {
  const gone = removed(node.path);
  if (!gone) return undefined;
  const until = gone.until === undefined ? en`No DeepSpeed release reads this key.`.zh`没有任何 DeepSpeed 版本读取该键。` : en`DeepSpeed read this key up to ${gone.until}.`.zh`DeepSpeed 直到 ${gone.until} 都读取该键。`;
  const now = gone.behaviour === 'refused' ? en`Now it stops the run.`.zh`现在会停止运行。` : en`Now it has no effect.`.zh`现在不起作用。`;
  return paragraphs(same(bold(keyOf(node))), en`${until} ${now}`.zh`${until}${now}`, gone.replacedBy !== undefined && en`Use ${code(gone.replacedBy)}.`.zh`请改用 ${code(gone.replacedBy)}。`);
}
