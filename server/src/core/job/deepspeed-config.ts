import type { Document } from '../model/document';
import type { Fact, FilePlace } from '../model/fact';
import { fact } from '../model/fact';
import type { Reader } from '../model/reader';
import type { Settings } from '../model/settings';
import type { Node, Tree } from '../syntax/tree';
import type { Job } from './job';

/** The view of a DeepSpeed JSON config that rules, hovers and the planner share. */
export class DeepSpeedConfig {
  readonly uri: string;
  readonly text: string;
  readonly tree: Tree;

  constructor(
    readonly document: Document,
    readonly settings: Settings,
    /** The jobs that name this file. */
    readonly jobs: readonly Job[],
    /** Who loads the file; undefined when nothing says so, or two jobs differ. */
    readonly reader: Fact<Reader> | undefined,
    /** The data-parallel world sizes it is known to run at: one a job, or the one given. */
    readonly worldSizes: readonly Fact<number>[],
    /** The target DeepSpeed version (`0.16.9`); undefined means the newest known. */
    readonly version: Fact<string> | undefined,
  ) {
    this.uri = document.uri;
    this.text = document.source.text;
    this.tree = document.source.json;
  }

  private readonly made = new Map<unknown, unknown>();

  /** What several rules want to know of the config, worked out once. */
  once<T>(make: (config: DeepSpeedConfig) => T): T {
    let value = this.made.get(make) as T | undefined;
    if (value === undefined) this.made.set(make, (value = make(this)));
    return value;
  }

  /** The node at an option path (`zero_optimization.stage`). Where the key is written twice, the last one. */
  get(path: string): Node | undefined {
    return this.tree.nodes.get(path);
  }

  place(node: Node): FilePlace {
    return { uri: this.uri, span: node.span };
  }

  /** The number written at a path; undefined for anything else, `"auto"` included. */
  number(path: string): Fact<number> | undefined {
    const node = this.get(path);
    return node && typeof node.value === 'number' ? fact(node.value, this.place(node)) : undefined;
  }

  string(path: string): Fact<string> | undefined {
    const node = this.get(path);
    return node && typeof node.value === 'string' ? fact(node.value, this.place(node)) : undefined;
  }

  /** A switch as pydantic's lax mode reads it (`true`, 1, "yes"); undefined when absent, `"auto"` or not a switch. */
  boolean(path: string): Fact<boolean> | undefined {
    const node = this.get(path);
    const value = node && laxBoolean(node.value);
    return node && value !== undefined ? fact(value, this.place(node)) : undefined;
  }

  /** ZeRO's stage, 0 when the section or key is absent; undefined when written but unknown, `"auto"` or not a stage. */
  stage(): Fact<number> | undefined {
    const section = this.get('zero_optimization');
    const at = { uri: this.uri, span: this.tree.root?.span ?? { start: 0, end: 0 } };
    if (!section) return this.tree.template ? undefined : fact(0, at);
    if (typeof section.value === 'boolean') return fact(section.value ? 1 : 0, this.place(section));
    if (section.kind !== 'object') return undefined;
    const node = this.get('zero_optimization.stage');
    if (!node) return fact(0, this.place(section));
    const value = laxInteger(node.value);
    return value !== undefined && value >= 0 && value <= 3 ? fact(value, this.place(node)) : undefined;
  }
}

const truths = new Map<string | number, boolean>([
  ['1', true], ['true', true], ['t', true], ['yes', true], ['y', true], ['on', true], [1, true],
  ['0', false], ['false', false], ['f', false], ['no', false], ['n', false], ['off', false], [0, false],
]);

/** pydantic 2's lax bool: true/false, 0/1, and the usual words in any case. */
export function laxBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return truths.get(value.toLowerCase());
  return typeof value === 'number' ? truths.get(value) : undefined;
}

/** pydantic 2's lax int: integers, integral floats, numeric strings, true/false as 1/0. */
export function laxInteger(value: unknown): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  if (typeof value === 'string' && /^\s*[+-]?\d+(_\d+)*(\.0+)?\s*$/.test(value)) return Number(value.replaceAll('_', ''));
  return undefined;
}
