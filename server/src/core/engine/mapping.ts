import type { Detection } from '../model/detect';
import type { Settings } from '../model/settings';
import { en } from '../text/say';
import { fileName } from '../text/uri';
import { matches } from './lint';

/** What the user's `files` map says a file is; the last pattern that matches counts. */
export function mappingOf(settings: Settings, uri: string): Detection | 'none' | undefined {
  const hit = settings.files.findLast((f) => matches([f.pattern], uri, settings));
  if (!hit || hit.kind === 'none') return hit && 'none';
  return { kind: hit.kind, by: 'settings', at: hit.at, reason: en`${fileName(settings.uri ?? '')} maps ${hit.pattern} to it`.zh`${fileName(settings.uri ?? '')} 将 ${hit.pattern} 映射为此类型` };
}
