import { canonicalPath, canonicalStep, optionIn, sectionOf, type Option, type Section } from '../../catalog/deepspeed';
import { atLeast } from '../../catalog/version';
import { contextOf } from '../../job/option-context';
import type { DeepSpeedConfig } from '../../job/subjects';
import { keyOf, type Node } from '../../syntax/tree';

export { contextOf };

export interface Placed {
  readonly node: Node;
  /** Undefined for a key that the target version does not have. */
  readonly option: Option | undefined;
  /** The release that brings the key, where the target version is older. */
  readonly newer: string | undefined;
  /** What the holder makes of keys that it does not know. */
  readonly holder: Section;
}

/** Every key of the config whose holder is a section of the catalogue, in the order of the text. Worked out once for all rules. */
export const placedKeys = (config: DeepSpeedConfig): readonly Placed[] => config.once(place);

function place(config: DeepSpeedConfig): readonly Placed[] {
  const context = contextOf(config);
  const found: Placed[] = [];
  /** `at`: the catalogue's path of `node`, undefined where it has none. */
  const visit = (node: Node, at: string | undefined): void => {
    if (node.kind !== 'object') {
      for (const child of node.children) visit(child, canonicalPath(child.path));
      return;
    }
    const holder = at === undefined ? undefined : sectionOf(at, context);
    if (at === undefined || !holder) return;
    for (const child of node.children) {
      const key = keyOf(child);
      const known = optionIn(at, key, context);
      const beside = known?.ignoredBeside;
      if (beside !== undefined && (config.get(beside)?.kind ?? 'null') !== 'null') continue;
      const newer = known?.since !== undefined && config.version && !atLeast(config.version.value, known.since) ? known.since : undefined;
      found.push({ node: child, option: newer ? undefined : known, newer, holder });
      if (!newer && child.children.length > 0) visit(child, canonicalStep(at, key, false));
    }
  };
  if (config.tree.root?.kind === 'object') visit(config.tree.root, '');
  return found;
}

/** Whether the holder refuses unknown keys at the config's target version. */
export const refuses = (holder: Section, config: DeepSpeedConfig): boolean =>
  holder.unknownKeys === 'refuse' && (!holder.since || !config.version || atLeast(config.version.value, holder.since));
