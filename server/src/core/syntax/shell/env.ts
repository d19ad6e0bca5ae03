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
  /** Its definition was only reached on some path: perhaps there is no such function. */
  readonly conditional: boolean;
  calls: number;
  running: boolean;
  /** It called itself while it was followed. */
  recurs: boolean;
}

export interface Run {
  readonly collector: Collector;
  readonly budget: Budget;
  /** By name, what a call of it can mean: several where it is only known at run time which definition holds. */
  readonly functions: Map<string, readonly ShellFunction[]>;
  /** In the order in which they were met, those that others replaced included. */
  readonly defined: ShellFunction[];
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
  /** In a subshell, a part of a pipeline or the background: what is set there is gone afterwards. */
  readonly detached: boolean;
  readonly sink: Sink;
  readonly loop: Region | undefined;
  readonly fn: (Region & { readonly locals: Map<string, Variable | undefined> }) | undefined;
  /** How many strings run as scripts stand around this one. */
  readonly nesting: number;
  /** How many substitutions (`$(…)`) stand around this place. */
  readonly substitutions: number;
  /** How many functions are being followed. */
  readonly depth: number;
}
