// Starts a rule: `npm run new-rule -- GROUP/NAME [--on KIND] [--severity LEVEL]`, then fills in the registry.
// GROUP is the folder under server/src/core/rules; KIND is what the rule looks at (default: from the group).
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'server/src/core/rules');
const groups = readdirSync(folder, { withFileTypes: true }).filter((e) => e.isDirectory() && e.name !== 'meta').map((e) => e.name);
const kinds = ['deepspeed', 'hostfile', 'env', 'script', 'variable', 'job'];
const usage = `usage: npm run new-rule -- GROUP/NAME [--on ${kinds.join('|')}] [--severity error|warning|info|hint]\ngroups: ${groups.join(', ')}`;

function fail(message: string): never {
  console.error(`${message}\n${usage}`);
  process.exit(2);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { on: { type: 'string' }, severity: { type: 'string', default: 'error' } } });
const [group, name] = (positionals[0] ?? '').split('/');
if (!group || !name || positionals.length !== 1) fail('one GROUP/NAME is needed');
if (!groups.includes(group)) fail(`there is no group ${group}`);
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) fail('a name is made of lower-case words joined by -');
const on = values.on ?? ({ launch: 'job', job: 'job' }[group] ?? group);
if (!kinds.includes(on)) fail(`--on ${on} is not a kind`);
if (!['error', 'warning', 'info', 'hint'].includes(values.severity)) fail(`--severity ${values.severity} is not a level`);
const taken = groups.find((g) => existsSync(join(folder, g, `${name}.ts`)));
if (taken) fail(`${taken}/${name}.ts is already there`);

const version = (JSON.parse(execFileSync(process.execPath, ['-p', 'JSON.stringify(require("./package.json"))'], { cwd: root, encoding: 'utf8' })) as { version: string }).version;
const examples: Record<string, { bad: string; good: string; body: string }> = {
  deepspeed: {
    bad: `{\n  "train_micro_batch_size_per_gpu": 4,\n  "steps_per_print": 0\n  ^^^^^^^^^^^^^^^^^ ${values.severity} ${name}\n}`,
    good: '{\n  "train_micro_batch_size_per_gpu": 4,\n  "steps_per_print": 100\n}',
    body: `const node = subject.get('steps_per_print');\n    if (!node?.keySpan || node.value !== 0) return;\n    report({\n      at: node.keySpan,\n      message: en\`steps_per_print is 0.\`.zh\`steps_per_print 为 0。\`,\n      help: en\`What to do instead.\`.zh\`应如何修改。\`,\n    });`,
  },
  hostfile: {
    bad: `worker-0 slots=8\n^^^^^^^^ ${values.severity} ${name}\nworker-1 slots=8`,
    good: 'worker-1 slots=8\nworker-2 slots=8',
    body: `for (const { entry } of subject.hostfile.lines) {\n      if (entry?.host !== 'worker-0') continue;\n      report({ at: entry.hostSpan, message: en\`The host is \${entry.host}.\`.zh\`主机为 \${entry.host}。\` });\n    }`,
  },
  env: {
    bad: `EXAMPLE=1\n^^^^^^^^^ ${values.severity} ${name}`,
    good: 'NCCL_DEBUG=INFO',
    body: `for (const line of subject.env.lines) {\n      if (line.entry?.name !== 'EXAMPLE') continue;\n      report({ at: line.span, message: en\`The name is \${line.entry.name}.\`.zh\`变量名为 \${line.entry.name}。\` });\n    }`,
  },
  variable: {
    bad: `EXAMPLE=1\n^^^^^^^ ${values.severity} ${name}`,
    good: 'NCCL_DEBUG=INFO',
    body: `if (subject.variable.name !== 'EXAMPLE') return;\n    report({ at: subject.variable.nameSpan, message: en\`The name is \${subject.variable.name}.\`.zh\`变量名为 \${subject.variable.name}。\` });`,
  },
  script: {
    bad: `deepspeed --num_gpus 8 train.py\n^^^^^^^^^ ${values.severity} ${name}`,
    good: 'torchrun --nproc_per_node 8 train.py',
    body: `for (const launch of subject.launches) {\n      if (launch.launcher !== 'deepspeed') continue;\n      report({ at: launch.launcherSpan, message: en\`The launcher is \${launch.launcher}.\`.zh\`启动器为 \${launch.launcher}。\` });\n    }`,
  },
  job: {
    bad: `deepspeed --num_gpus 8 train.py\n^^^^^^^^^ ${values.severity} ${name}`,
    good: 'torchrun --nproc_per_node 8 train.py',
    body: `const { launch } = subject.job;\n    if (launch.launcher !== 'deepspeed') return;\n    report({ at: { uri: launch.uri, span: launch.launcherSpan }, message: en\`The launcher is \${launch.launcher}.\`.zh\`启动器为 \${launch.launcher}。\` });`,
  },
};
const { bad, good, body } = examples[on]!;
const text = `import { en } from '../../text/say';
import { defineRule } from '../define';

export default defineRule({
  name: '${name}',
  severity: '${values.severity}',
  since: '${version}',
  on: '${on}',
  docs: {
    summary: en\`What the rule finds, in one sentence.\`.zh\`用一句话说明此规则发现什么。\`,
    why: en\`What happens at run time, and when.\`.zh\`运行时会发生什么，何时发生。\`,
    bad: \`
${bad}
\`,
    good: \`
${good}
\`,
    references: ['source file:line @ version'],
  },
  check(subject, report) {
    ${body}
  },
});
`;
const file = join(folder, group, `${name}.ts`);
writeFileSync(file, text);
execFileSync(process.execPath, ['--import', 'tsx', 'scripts/generate.ts'], { cwd: root, stdio: 'inherit' });
console.log(`server/src/core/rules/${group}/${name}.ts is ready to be filled in; "npm run test:rules -- ${name}" runs its examples`);
