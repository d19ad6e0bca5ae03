import type { AnyRule } from '../rules/define';
import { en, same, type Lang, type Text } from '../text/say';
import { pageMarkdown, type Page, type Section } from './page';

const subjects: Record<AnyRule['on'], Text> = {
  deepspeed: same('DeepSpeed JSON'),
  hostfile: en`hostfiles`.zh`hostfile`,
  env: same('.deepspeed_env'),
  script: en`launch scripts`.zh`启动脚本`,
  variable: en`environment variables, in .deepspeed_env and scripts`.zh`.deepspeed_env 与脚本中的环境变量`,
  job: en`a launch command with the files it names`.zh`启动命令及其引用的文件`,
  engine: en`Shardlint itself`.zh`Shardlint 自身`,
};

const fixtureText = (fixture: string): string => fixture.replace(/^\n/, '').trimEnd();

/** A rule's docs. */
export function rulePage(rule: AnyRule): Page {
  const { docs } = rule;
  const code = (heading: Text, fixture: string): Section[] => (fixture.trim() === '' ? [] : [{ heading, code: fixtureText(fixture) }]);
  return {
    kind: 'rule',
    name: rule.name,
    lead: docs.summary,
    facts: [en`Severity ${rule.severity}, on ${subjects[rule.on]}, since ${rule.since}.`.zh`级别 ${rule.severity}，适用于${subjects[rule.on]}，自 ${rule.since} 起。`],
    sections: [
      { heading: en`Why`.zh`原因`, text: docs.why },
      ...code(en`Reported`.zh`会报告`, docs.bad),
      ...code(en`Not reported`.zh`不报告`, docs.good),
      ...(docs.fixSafety ? [{ heading: en`Fix`.zh`修复`, text: docs.fixSafety }] : []),
      ...(docs.references.length > 0 ? [{ heading: en`References`.zh`参考`, list: docs.references.map((r) => same(r.startsWith('http') ? `<${r}>` : `\`${r}\``)) }] : []),
    ],
  };
}

export const ruleMarkdown = (rule: AnyRule, lang: Lang): string => pageMarkdown(rulePage(rule), lang);
