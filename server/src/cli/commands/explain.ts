import { allPaths } from '../../core/catalog/deepspeed';
import { allVariables, commonTypos } from '../../core/catalog/env';
import { optionPage, variablePage } from '../../core/report/option-page';
import { pageMarkdown, pageText, type Page } from '../../core/report/page';
import { rulePage } from '../../core/report/rule-page';
import { ruleUrl } from '../../core/report/links';
import type { AnyRule } from '../../core/rules/define';
import { rules } from '../../core/rules/index.generated';
import { nearest } from '../../core/text/nearest';
import { en, joinTexts, render, type Lang, type Text } from '../../core/text/say';
import { choice } from '../args';
import { exitCode, UsageError } from '../io';
import { widthOf } from '../terminal';
import { defineCommand } from './command';

export const explain = defineCommand({
  name: 'explain',
  operands: 'NAME',
  summary: en`Print what a rule, a DeepSpeed option (zero_optimization.stage) or an environment variable (NCCL_IB_DISABLE) is about.`
    .zh`说明一条规则、一个 DeepSpeed 选项（zero_optimization.stage）或环境变量（NCCL_IB_DISABLE）。`,
  options: { format: choice('FORMAT', ['text', 'markdown', 'json'], en`text by default.`.zh`默认 text。`) },
  async run({ values, positionals }, { io, lang }) {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new UsageError(en`explain takes one name.`.zh`explain 需要且只需要一个名称。`);
    const rule = rules.find((r) => r.name === name);
    const page = rule ? rulePage(rule) : (optionPage(name) ?? variablePage(name));
    if (!page) throw new UsageError(unknownName(name));
    if (values.format === 'json') io.stdout.write(JSON.stringify(rule ? ruleJson(rule, lang) : pageJson(page, lang)) + '\n');
    else io.stdout.write(values.format === 'markdown' ? pageMarkdown(page, lang) : pageText(page, lang, Math.min(widthOf(io.stdout), 100)));
    return exitCode.clean;
  },
});

function unknownName(name: string): Text {
  const candidates = [...rules.map((r) => r.name), ...allPaths(), ...allVariables().map((v) => v.name)];
  // `stage` alone is the end of one path, or of several.
  const ends = allPaths().filter((p) => p.endsWith(`.${name}`));
  const meant = commonTypos().get(name) ?? nearest(name, candidates) ?? (ends.length <= 3 ? ends.join(', ') : '');
  const unknown = en`No rule, option or environment variable is named ${name}.`.zh`没有名为 ${name} 的规则、选项或环境变量。`;
  return meant === '' ? unknown : joinTexts([unknown, en`Did you mean ${meant}?`.zh`是否想写 ${meant}？`], en`${' '}`.zh``);
}

const ruleJson = (rule: AnyRule, lang: Lang): object => ({
  kind: 'rule',
  name: rule.name,
  severity: rule.severity,
  on: rule.on,
  since: rule.since,
  summary: render(rule.docs.summary, lang),
  why: render(rule.docs.why, lang),
  bad: rule.docs.bad.replace(/^\n/, ''),
  good: rule.docs.good.replace(/^\n/, ''),
  ...(rule.docs.fixSafety ? { fixSafety: render(rule.docs.fixSafety, lang) } : {}),
  references: rule.docs.references,
  url: ruleUrl(rule.name),
});

const pageJson = (page: Page, lang: Lang): object => ({
  kind: page.kind,
  name: page.name,
  summary: page.lead ? render(page.lead, lang) : '',
  facts: page.facts.map((f) => render(f, lang)),
  sections: page.sections.map((s) => ({
    heading: render(s.heading, lang),
    ...(s.text ? { text: render(s.text, lang) } : {}),
    ...(s.list ? { list: s.list.map((l) => render(l, lang)) } : {}),
  })),
});
