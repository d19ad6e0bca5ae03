import type { AnyRule } from '../rules/define';
import { en, render, type Lang, type Text } from '../text/say';

const subjects: Record<AnyRule['on'], Text> = {
  deepspeed: en`DeepSpeed JSON`.zh`DeepSpeed JSON`,
  hostfile: en`hostfiles`.zh`hostfile`,
  env: en`.deepspeed_env`.zh`.deepspeed_env`,
  script: en`launch scripts`.zh`启动脚本`,
  variable: en`environment variables, in .deepspeed_env and scripts`.zh`.deepspeed_env 与脚本中的环境变量`,
  job: en`a launch command with the files it names`.zh`启动命令及其引用的文件`,
  engine: en`Shardlint itself`.zh`Shardlint 自身`,
};
export const subjectName = (on: AnyRule['on']): Text => subjects[on];

export const headings = {
  why: en`Why`.zh`原因`,
  reported: en`Reported`.zh`会报告`,
  silent: en`Not reported`.zh`不报告`,
  fix: en`Fix`.zh`修复`,
  references: en`References`.zh`参考`,
};

/** `Severity error, on DeepSpeed JSON, since 0.1.0.` */
export const ruleFacts = (rule: AnyRule): Text =>
  en`Severity ${rule.severity}, on ${subjectName(rule.on)}, since ${rule.since}.`.zh`级别 ${rule.severity}，适用于${subjectName(rule.on)}，自 ${rule.since} 起。`;

export const fixtureText = (fixture: string): string => fixture.replace(/^\n/, '').trimEnd();

/** A rule's docs as Markdown, without a front line. */
export function rulePage(rule: AnyRule, lang: Lang): string {
  const say = (t: Text): string => render(t, lang);
  const { docs } = rule;
  const block = (title: Text, fixture: string): string[] => (fixture.trim() === '' ? [] : [`## ${say(title)}`, '', '```text', fixtureText(fixture), '```', '']);
  return [
    `# ${rule.name}`,
    '',
    say(docs.summary),
    '',
    say(ruleFacts(rule)),
    '',
    `## ${say(headings.why)}`,
    '',
    say(docs.why),
    '',
    ...block(headings.reported, docs.bad),
    ...block(headings.silent, docs.good),
    ...(docs.fixSafety ? [`## ${say(headings.fix)}`, '', say(docs.fixSafety), ''] : []),
    ...(docs.references.length > 0 ? [`## ${say(headings.references)}`, '', ...docs.references.map((r) => `- ${r.startsWith('http') ? `<${r}>` : `\`${r}\``}`), ''] : []),
  ].join('\n');
}
