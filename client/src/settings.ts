import { env, workspace } from 'vscode';
import { render, type Lang, type Text } from '../../server/src/core/text/say';
import type { InitializationOptions } from './protocol';

const setting = <T>(name: string, otherwise: T): T => workspace.getConfiguration('shardlint').get(name, otherwise);

/** The language of findings and messages: the setting, else the editor's own where it is one of ours. */
export function lang(): Lang {
  const chosen = setting<string>('lang', 'auto');
  if (chosen === 'en' || chosen === 'zh-cn') return chosen;
  return env.language.toLowerCase() === 'zh-cn' ? 'zh-cn' : 'en';
}

export const say = (text: Text): string => render(text, lang());

export const enabled = (): boolean => setting('enable', true);

export const initializationOptions = (): InitializationOptions => ({
  lang: lang(),
  inlayHints: setting('inlayHints.enable', true),
  workspaceDiagnostics: setting('workspaceDiagnostics.enable', true),
  commands: true,
});
