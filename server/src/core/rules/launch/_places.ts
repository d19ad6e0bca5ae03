import type { FilePlace } from '../../model/fact';
import type { FlagUse, LaunchCommand } from '../../job/launch';

export const flagPlace = (launch: LaunchCommand, use: FlagUse): FilePlace => ({ uri: launch.uri, span: use.nameSpan });

/** The flag's value, else the flag itself. */
export const valuePlace = (launch: LaunchCommand, use: FlagUse): FilePlace => ({ uri: launch.uri, span: use.valueSpan ?? use.nameSpan });

export const launcherPlace = (launch: LaunchCommand): FilePlace => ({ uri: launch.uri, span: launch.launcherSpan });

/** A value that stands in the script as it is, not behind a variable: only that can be edited in place. */
export const isLiteral = (use: FlagUse): boolean => use.value !== undefined && use.value.from.length === 0 && use.valueSource !== undefined;
