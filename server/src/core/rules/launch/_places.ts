import type { FileReference, Job } from '../../job/job';
import type { FilePlace } from '../../model/fact';
import type { Fix } from '../../model/finding';
import { en } from '../../text/say';
import { directory, relativePath } from '../../text/uri';
import type { FlagUse, LaunchCommand } from '../../job/launch';

/** Launchers whose argparse stops on a flag or value that it does not know. Slurm's and MPI's flags vary by site and version. */
export const usesArgparse: ReadonlySet<LaunchCommand['launcher']> = new Set(['deepspeed', 'torchrun', 'torch.distributed.launch', 'accelerate']);

export const flagPlace = (launch: LaunchCommand, use: FlagUse): FilePlace => ({ uri: launch.uri, span: use.nameSpan });

/** The flag's value, else the flag itself. */
export const valuePlace = (launch: LaunchCommand, use: FlagUse): FilePlace => ({ uri: launch.uri, span: use.valueSpan ?? use.nameSpan });

export const launcherPlace = (launch: LaunchCommand): FilePlace => ({ uri: launch.uri, span: launch.launcherSpan });

/** A value that stands in the script as it is, not behind a variable: only that can be edited in place. */
export const isLiteral = (use: FlagUse): boolean => use.value !== undefined && use.value.from.length === 0 && use.valueSource !== undefined;

/** Names the other file instead, as seen from the folder that the launch starts in. */
export function pathFix(reference: FileReference, meant: string | undefined, { launch, chain }: Job): { readonly fix?: Fix } {
  const use = chain.flatMap((l) => [...l.flags, ...l.targetFlags]).find((f) => f.valueSpan === reference.at?.span);
  const first = reference.candidates[0];
  if (meant === undefined || first === undefined || !use?.valueSource || !isLiteral(use)) return {};
  const depth = reference.path.split('/').filter((p) => p !== '' && p !== '.').length;
  const folder = Array.from({ length: depth }).reduce<string>((f) => directory(f), first);
  const path = reference.path.includes('..') ? undefined : relativePath(folder, meant);
  if (path === undefined || !/^[\w./-]+$/.test(path)) return {};
  return { fix: { title: en`Change to ${path}`.zh`改为 ${path}`, safety: 'unsafe', edits: [{ span: use.valueSource, newText: path, uri: launch.uri }] } };
}
