import { launcherOf } from '../../job/job';
import { en } from '../../text/say';
import { directory, shownPath } from '../../text/uri';
import { defineRule } from '../define';
import { pathFix } from './_places';

export default defineRule({
  name: 'hostfile-not-found',
  severity: 'warning',
  since: '0.1.0',
  on: 'job',
  docs: {
    summary: en`The hostfile that the deepspeed launcher is given does not exist.`.zh`传给 deepspeed 启动器的 hostfile 不存在。`,
    why: en`The launcher does not stop: it logs "Unable to find hostfile, will proceed with training with local resources only" and trains on this one machine, at a fraction of the ranks and of the global batch size.`
      .zh`启动器不会停止：它只记录 "Unable to find hostfile, will proceed with training with local resources only"，然后仅在本机训练，rank 数和全局批大小都远小于预期。`,
    bad: `
//- train.sh
deepspeed --hostfile hostfil train.py
                     ^^^^^^^ warning hostfile-not-found
//- hostfile
worker-0 slots=8
worker-1 slots=8
`,
    good: `
//- train.sh
deepspeed --hostfile hostfile train.py
//- hostfile
worker-0 slots=8
worker-1 slots=8
`,
    fixSafety: en`Unsafe: the launch goes to the machines of that file.`.zh`不安全：会在该文件列出的机器上启动。`,
    references: ['deepspeed/launcher/runner.py: fetch_hostfile @ 0.19'],
  },
  check({ job, similar }, report) {
    const { hostfile } = job;
    if (hostfile?.state !== 'missing' || !hostfile.at || !launcherOf(job, 'deepspeed')) return;
    const meant = similar(hostfile);
    if (!job.folderShown && meant === undefined) return;
    report({
      at: hostfile.at,
      message: en`The hostfile ${hostfile.path} does not exist; the launcher trains on this machine alone: "Unable to find hostfile, will proceed with training with local resources only".`
        .zh`hostfile ${hostfile.path} 不存在，启动器将只在本机训练："Unable to find hostfile, will proceed with training with local resources only"。`,
      help: meant
        ? en`There is a ${shownPath(meant, directory(hostfile.at.uri))}.`.zh`存在 ${shownPath(meant, directory(hostfile.at.uri))}。`
        : en`Correct the path; it is relative to the folder the script is started from.`.zh`请修正路径；路径相对于启动脚本时所在的目录。`,
      ...pathFix(hostfile, meant, job),
    });
  },
});
