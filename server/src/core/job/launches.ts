import type { ScriptSyntax } from '../syntax/script';
import type { LaunchCommand } from './launch';
export const launchesOf = (_u: string, _s: ScriptSyntax): readonly LaunchCommand[] => [];
