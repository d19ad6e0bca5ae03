import { option } from '../catalog/deepspeed';
import { conceptOfKey, conceptOfLauncherFlag, conceptOfVariable } from '../catalog/concepts';
import { variable } from '../catalog/env';
import type { Project } from '../job/project';
import { same, type Text } from '../text/say';
import { completeConfig } from './completion-config';
import { completeEnv } from './completion-env';
import { completeHostfile } from './completion-hostfile';
import { completeScript } from './completion-script';
import { variableWords } from './hover-env';
import { launcherOption, launcherOptionWords } from './hover-script';
import { bold, bullets, paragraphs } from './markdown';
import { conceptWords, contextFrom, optionFacts, optionNotes } from './option-words';
import type { CompletionData, CompletionItem } from './types';

/** What can stand at an offset, best first. */
export function complete(project: Project, uri: string, offset: number): readonly CompletionItem[] {
  switch (project.document(uri)?.kind) {
    case 'deepspeed':
      return completeConfig(project, uri, offset);
    case 'hostfile':
      return completeHostfile(project, uri, offset);
    case 'env':
      return completeEnv(project, uri, offset);
    case 'script':
      return completeScript(project, uri, offset);
    case undefined:
      return [];
  }
}

/** The documentation of an item, as Markdown: asked for when the editor shows it. */
export function resolveCompletion(data: CompletionData): Text | undefined {
  switch (data.of) {
    case 'option': {
      const known = option(data.path, contextFrom(data.optimizer, data.scheduler)) ?? option(data.path);
      return known && paragraphs(same(bold(data.path)), known.meaning, optionFacts(known), bullets(optionNotes(known)), conceptWords(conceptOfKey(data.path)));
    }
    case 'flag': {
      const known = launcherOption(data.launcher, data.dest);
      return known && paragraphs(same(bold(known.spellings[0]!)), ...launcherOptionWords(known, data.launcher), conceptWords(conceptOfLauncherFlag(data.dest)));
    }
    case 'variable': {
      const known = variable(data.name);
      return known && paragraphs(same(bold(data.name)), ...variableWords(known), conceptWords(conceptOfVariable(data.name)));
    }
  }
}
