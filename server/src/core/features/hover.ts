import type { Project } from '../job/project';
import { hoverConfig } from './hover-config';
import { hoverEnv } from './hover-env';
import { hoverHostfile } from './hover-hostfile';
import { hoverScript } from './hover-script';
import type { Hover } from './types';

/** What is known about the thing at an offset; undefined where nothing is. */
export function hover(project: Project, uri: string, offset: number): Hover | undefined {
  switch (project.document(uri)?.kind) {
    case 'deepspeed':
      return hoverConfig(project, uri, offset);
    case 'hostfile':
      return hoverHostfile(project, uri, offset);
    case 'env':
      return hoverEnv(project, uri, offset);
    case 'script':
      return hoverScript(project, uri, offset);
    case undefined:
      return undefined;
  }
}
