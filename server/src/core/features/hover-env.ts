import { conceptOfVariable } from '../catalog/concepts';
import { variable, type EnvVariable } from '../catalog/env';
import { effectOf, parsed } from '../catalog/env-values';
import type { Project } from '../job/project';
import { touches } from '../text/span';
import { en, same, type Text } from '../text/say';
import { bold, bullets, code, inline, paragraphs } from './markdown';
import { conceptWords } from './option-words';
import type { Hover } from './types';

/** Names and values in a `.deepspeed_env`. */
export function hoverEnv(project: Project, uri: string, offset: number): Hover | undefined {
  const subject = project.env(uri);
  const entry = subject?.env.lines.find((l) => touches(l.span, offset))?.entry;
  if (!entry) return undefined;
  const name = entry.name.replace(/^export\s+/, '');
  const onName = touches(entry.nameSpan, offset);
  if (!onName && !touches(entry.valueSpan, offset)) return undefined;
  const contents = variableContents(name, entry.value, onName);
  return contents && { span: onName ? entry.nameSpan : entry.valueSpan, contents };
}

/**
 * A variable with what its reader makes of a value.
 * @param value As the program finds it; undefined when only known at run time.
 */
export function variableContents(name: string, value: string | undefined, onName: boolean): Text | undefined {
  const known = variable(name);
  if (!known) return undefined;
  const hidden = known.secret === true;
  const head = onName || value === undefined || hidden ? same(bold(name)) : en`${bold(name)} = ${code(value)}`.zh`${bold(name)} = ${code(value)}`;
  const read = value === undefined || hidden ? undefined : valueContents(known, value);
  return paragraphs(head, !onName && read, ...variableWords(known), onName && read, conceptWords(conceptOfVariable(name)));
}

/** What the catalogue says of a variable, without a value. */
export function variableWords(known: EnvVariable): readonly (Text | undefined)[] {
  return [
    known.meaning,
    inline([
      en`read by ${known.readBy}`.zh`由 ${known.readBy} 读取`,
      same(known.type),
      known.default === undefined ? undefined : en`default ${known.default}`.zh`默认 ${known.default}`,
      known.values ? en`one of ${known.values.map(code).join(', ')}`.zh`可取 ${known.values.map(code).join('、')}` : undefined,
      known.allowed === undefined ? undefined : en`allowed ${known.allowed}`.zh`允许 ${known.allowed}`,
      known.since === undefined ? undefined : en`since ${known.since}`.zh`自 ${known.since} 起`,
    ]),
    bullets([
      ...(known.removedIn ? [en`**No longer read** in ${known.removedIn}.`.zh`**${known.removedIn} 起不再读取**。`] : known.deprecatedSince ? [en`**Deprecated** since ${known.deprecatedSince}.`.zh`**已弃用**，自 ${known.deprecatedSince} 起。`] : []),
      ...(known.replacedBy ? [en`Use ${code(known.replacedBy)}.`.zh`请改用 ${code(known.replacedBy)}。`] : []),
      ...(known.undocumented ? [en`Not in the vendor's documentation.`.zh`未见于厂商文档。`] : []),
      ...(known.secret ? [en`Holds a credential: it does not belong in a file that is shared.`.zh`含有凭据，不应写入共享的文件。`] : []),
      ...(known.dangerNote ? [known.danger ? en`⚠ ${known.dangerNote}`.zh`⚠ ${known.dangerNote}` : known.dangerNote] : []),
    ]),
  ];
}

/** The value as the tool parses it. */
export function valueContents(known: EnvVariable, value: string): Text | undefined {
  const result = parsed(known, value);
  if (!result) return undefined;
  if (result.kind === 'ok') {
    const effect = effectOf(known, result.readsAs);
    if (effect) return en`Read as ${code(result.readsAs)}: ${effect}.`.zh`读作 ${code(result.readsAs)}：${effect}。`;
    return result.readsAs === '' ? en`Empty: counts as not set.`.zh`空值：视为未设置。` : en`Read as ${code(result.readsAs)}.`.zh`读作 ${code(result.readsAs)}。`;
  }
  const what = {
    'read-as': en`Read as ${code(result.readsAs ?? '')}, not as written.`.zh`读作 ${code(result.readsAs ?? '')}，与所写不同。`,
    ignored: en`Ignored: the variable has no effect.`.zh`被忽略：该变量不起作用。`,
    refused: en`Refused: the run stops.`.zh`被拒绝：运行会停止。`,
  }[result.effect];
  const effect = result.effect === 'read-as' && result.readsAs !== undefined ? effectOf(known, result.readsAs) : undefined;
  return paragraphs(en`${what} ${result.why}`.zh`${what}${result.why}`, effect && en`${code(result.readsAs ?? '')}: ${effect}.`.zh`${code(result.readsAs ?? '')}：${effect}。`);
}
