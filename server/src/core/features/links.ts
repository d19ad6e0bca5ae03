import type { Job } from '../job/job';
import type { Project } from '../job/project';
import { readerName } from '../model/reader';
import { en, type Text } from '../text/say';
import type { Link } from './types';

/** The words of a script that name a file which is there: config, hostfile, environment file. */
export function links(project: Project, uri: string): readonly Link[] {
  const found: Link[] = [];
  for (const job of project.jobsOf(uri)) {
    for (const { reference, tooltip } of referencesOf(job)) {
      if (reference?.uri === undefined || reference.at?.uri !== uri) continue;
      const { span } = reference.at;
      if (span.start < span.end && !found.some((l) => l.span.start < span.end && span.start < l.span.end)) found.push({ span, target: reference.uri, tooltip });
    }
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}

function referencesOf(job: Job): readonly { readonly reference: Job['config']; readonly tooltip: Text }[] {
  const reader = job.reader && readerName(job.reader.value);
  return [
    { reference: job.config, tooltip: reader ? en`DeepSpeed config, read by ${reader}`.zh`DeepSpeed 配置，由 ${reader} 读取` : en`DeepSpeed config`.zh`DeepSpeed 配置` },
    { reference: job.hostfile, tooltip: en`Hostfile`.zh`hostfile` },
    ...job.envFiles.map((reference) => ({ reference, tooltip: en`Environment file`.zh`环境变量文件` })),
  ];
}
