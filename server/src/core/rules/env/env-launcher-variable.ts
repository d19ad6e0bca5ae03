import { en } from '../../text/say';
import { defineRule } from '../define';
import { onlyPdsh, pdshRuns } from './_launcher';

/** What `launch.py` sets on every node, from the launcher's own options and the hostfile. */
const setByLauncher: Readonly<Record<string, string>> = {
  MASTER_ADDR: '--master_addr',
  MASTER_PORT: '--master_port',
  WORLD_SIZE: 'hostfile',
  RANK: 'hostfile',
  LOCAL_RANK: 'hostfile',
  LOCAL_SIZE: 'hostfile',
  CROSS_RANK: 'hostfile',
  CROSS_SIZE: 'hostfile',
};

export default defineRule({
  name: 'env-launcher-variable',
  severity: 'warning',
  since: '0.1.0',
  on: 'env',
  docs: {
    summary: en`A variable in .deepspeed_env that the launcher sets itself.`.zh`.deepspeed_env 中设置了由启动器自行设置的变量。`,
    why: en`On every node launch.py sets MASTER_ADDR, MASTER_PORT, WORLD_SIZE, RANK and their like from its own options and the hostfile, after the file's values: those are lost without a word.`
      .zh`在每个节点上，launch.py 会根据自身参数和 hostfile 设置 MASTER_ADDR、MASTER_PORT、WORLD_SIZE、RANK 等变量，且晚于此文件的值：这里的值会被直接覆盖，没有任何提示。`,
    bad: `
//- .deepspeed_env
MASTER_PORT=29501
^^^^^^^^^^^ warning env-launcher-variable: --master_port
NCCL_DEBUG=WARN
`,
    good: `
//- .deepspeed_env
NCCL_DEBUG=WARN
`,
    fixSafety: en`Safe where the launch is known to use pdsh: the value is overwritten. Unsafe where no launch is known.`.zh`已知使用 pdsh 启动时是安全的：该值会被覆盖。不知道启动方式时不安全。`,
    references: ['deepspeed/launcher/launch.py:187 @ 0.19', 'deepspeed/launcher/launch.py:241 @ 0.19'],
  },
  check(subject, report) {
    if (!pdshRuns(subject.jobs)) return;
    for (const { entry, line } of subject.env.lines) {
      const source = entry && Object.hasOwn(setByLauncher, entry.name) ? setByLauncher[entry.name]! : undefined;
      if (!entry || source === undefined) continue;
      report({
        at: entry.nameSpan,
        message: source.startsWith('-')
          ? en`The launcher sets ${entry.name} on every node from ${source}, and this value is lost.`.zh`启动器会在每个节点上根据 ${source} 设置 ${entry.name}，此处的值会被覆盖。`
          : en`The launcher sets ${entry.name} on every node from the hostfile, and this value is lost.`.zh`启动器会在每个节点上根据 hostfile 设置 ${entry.name}，此处的值会被覆盖。`,
        help: source.startsWith('-') ? en`Give it to the launch: deepspeed ${source} ….`.zh`在启动命令中指定：deepspeed ${source} …。` : en`Remove the line.`.zh`删除该行。`,
        fix: { title: en`Remove the line`.zh`删除该行`, safety: onlyPdsh(subject.jobs) ? 'safe' : 'unsafe', edits: [{ span: subject.document.source.lines.fullLineSpan(line), newText: '' }] },
      });
    }
  },
});
