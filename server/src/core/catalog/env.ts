import type { Text } from '../text/say';
import data from './env.generated.json';

/** How the reading tool turns the characters into a value; `schemas/option.ts` says what each name stands for. */
export type EnvParse =
  | 'nccl-int' | 'nccl-bool' | 'nccl-level' | 'nccl-debug' | 'interfaces' | 'interface-names' | 'nccl-algo' | 'nccl-proto'
  | 'torch-bool' | 'torch-int' | 'torch-enum' | 'hf-bool' | 'alloc-conf';

export interface EnvVariable {
  readonly name: string;
  /** What it belongs to: `NCCL`, `TORCH_NCCL`, `UCX`. */
  readonly family: string;
  /** Who reads it; `nobody` for names that many scripts set and no tool looks at. */
  readonly readBy: string;
  /** What the value is: `int`, `bool01`, `path`, with a unit where it has one (`int (ms)`). */
  readonly type: string;
  readonly parse?: EnvParse;
  readonly allowed?: string;
  readonly values?: readonly string[];
  readonly default?: string;
  /** A NCCL version, or `torch 2.9`. */
  readonly since?: string;
  readonly deprecatedSince?: string;
  /** The release that no longer reads it; `after X`: one later than X. */
  readonly removedIn?: string;
  /** What to set instead; a name of the catalogue wherever one name does it. */
  readonly replacedBy?: string;
  /** How much it hurts a production run when set; absent: little. */
  readonly danger?: 'medium' | 'high';
  /** Holds a credential. */
  readonly secret?: boolean;
  readonly undocumented?: boolean;
  /** The facts were not read in the tool's source: not to be reported on. */
  readonly unsure?: boolean;
  readonly meaning?: Text;
  /** What goes wrong when it is set. */
  readonly dangerNote?: Text;
  /** What a value does: by `0` and `1` for switches. */
  readonly effects?: Readonly<Record<string, Text>>;
}

type Extra = Partial<Omit<EnvVariable, 'name' | 'family' | 'readBy' | 'type' | 'meaning' | 'dangerNote' | 'effects'>> & { readonly typos?: readonly string[] };
type PackedText = readonly [en: string, zh?: string];
type PackedVariable = readonly [name: string, type: string, extra?: Extra | 0, meaning?: PackedText | 0, danger?: PackedText | 0, effects?: Readonly<Record<string, PackedText>>];
interface Group {
  readonly family: string;
  readonly readBy: string;
  readonly variables: readonly PackedVariable[];
}

const groups = (data as unknown as { readonly groups: readonly Group[] }).groups;

const text = ([english, chinese]: PackedText): Text => ({ en: english, zh: chinese ?? english });

interface Table {
  readonly variables: ReadonlyMap<string, EnvVariable>;
  readonly typos: ReadonlyMap<string, string>;
}
let table: Table | undefined;

function build(): Table {
  if (table) return table;
  const variables = new Map<string, EnvVariable>();
  const typos = new Map<string, string>();
  for (const { family, readBy, variables: list } of groups) {
    for (const [name, type, extra, meaning, danger, effects] of list) {
      const { typos: misspellings = [], ...rest } = extra || {};
      variables.set(name, {
        name, family, readBy, type, ...rest,
        ...(meaning ? { meaning: text(meaning) } : {}),
        ...(danger ? { dangerNote: text(danger) } : {}),
        ...(effects ? { effects: Object.fromEntries(Object.entries(effects).map(([value, t]) => [value, text(t)])) } : {}),
      });
      for (const typo of misspellings) typos.set(typo, name);
    }
  }
  table = { variables, typos };
  return table;
}

/** The variable of a name; for `PET_…`, torchrun's way to give an option a default, the row that says so. */
export function variable(name: string): EnvVariable | undefined {
  const { variables } = build();
  const known = variables.get(name);
  if (known || !/^PET_[A-Z_]+$/.test(name)) return known;
  return { ...variables.get('PET_')!, name };
}

/** Every variable, in the catalogue's order; without the row for `PET_…`. */
export const allVariables = (): readonly EnvVariable[] => [...build().variables.values()].filter((v) => v.name !== 'PET_');

/** Misspellings that name nothing else → what was meant. */
export const commonTypos = (): ReadonlyMap<string, string> => build().typos;
