import { rules as all } from '../../core/rules/index.generated';
import { en, render } from '../../core/text/say';
import { choice } from '../args';
import { exitCode, UsageError } from '../io';
import { painter } from '../terminal';
import { defineCommand } from './command';

export const rules = defineCommand({
  name: 'rules',
  operands: '',
  summary: en`List the rules with their severities.`.zh`列出规则及其级别。`,
  options: { format: choice('FORMAT', ['text', 'json'], en`text by default.`.zh`默认 text。`) },
  async run({ values, positionals }, { io, lang }) {
    if (positionals.length > 0) throw new UsageError(en`rules takes no name; explain does.`.zh`rules 不接受名称，请用 explain。`);
    const sorted = [...all].sort((a, b) => (a.name < b.name ? -1 : 1));
    if (values.format === 'json') {
      const rows = sorted.map((r) => ({ name: r.name, severity: r.severity, summary: render(r.docs.summary, lang), on: r.on, since: r.since, fixable: r.docs.fixSafety !== undefined }));
      io.stdout.write(JSON.stringify(rows) + '\n');
      return exitCode.clean;
    }
    const paint = painter(io.stdout, io.env);
    const width = Math.max(...sorted.map((r) => r.name.length));
    for (const r of sorted) io.stdout.write(`${r.name.padEnd(width)}  ${paint(r.severity, r.severity.padEnd(7))}  ${render(r.docs.summary, lang)}\n`);
    return exitCode.clean;
  },
});
