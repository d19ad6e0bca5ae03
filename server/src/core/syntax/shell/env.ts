import type { Function as FunctionNode, ParsedScript } from 'unbash';
import type { Collector, Sink } from './collect';
import type { Source } from './source';
import type { State, Variable } from './state';

/** Limits on work that a script could otherwise multiply; past them everything counts as unknown. */
export interface Budget {
  /** Simple commands still to be followed, those of functions each time they are called. */
  commands: number;
  /** Characters that expansions may still produce. */
  characters: number;
  /** Nodes that may still be looked at for what a loop sets. */
  visits: number;
}

export interface ShellFunction {
  readonly node: FunctionNode;
  readonly source: Source;
  calls: number;
  running: boolean;
}

export interface Run {
  readonly collector: Collector;
  readonly budget: Budget;
  readonly functions: Map<string, ShellFunction>;
  /** A template language decides which lines are there: no value is certain. */
  readonly template: boolean;
  /** Walks the script of a substitution or of a string in a layer of its own; set up by the walker. */
  walk(script: ParsedScript, env: Env): void;
}

/** A loop or a function; `left` says that some path leaves it before its end. */
export interface Region {
  left: boolean;
  readonly state: State;
}

/** Where the walk stands. */
export interface Env {
  readonly run: Run;
  readonly source: Source;
  readonly state: State;
  readonly conditional: boolean;
  readonly sink: Sink;
  readonly loop: Region | undefined;
  readonly fn: (Region & { readonly locals: Map<string, Variable | undefined> }) | undefined;
  /** How many strings run as scripts stand around this one. */
  readonly nesting: number;
  /** How many functions are being followed. */
  readonly depth: number;
}
