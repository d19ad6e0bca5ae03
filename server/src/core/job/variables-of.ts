import type { ScriptSyntax } from '../syntax/script';
import type { EnvSyntax } from '../syntax/env';
import type { Variable } from './variables';
export const variablesOfScript = (_u: string, _s: ScriptSyntax): readonly Variable[] => [];
export const variablesOfEnv = (_u: string, _s: EnvSyntax): readonly Variable[] => [];
