// What the simulator takes and gives. The editor turns its document into a netlist; ids are the document's part ids.

export type ParamValue = number | boolean | string;

/** A part as the simulator sees it: wires are gone, pins are net numbers, net 0 is ground. */
export interface NetPart {
  id: number;
  kind: string;
  params: Readonly<Record<string, ParamValue>>;
  pins: Readonly<Record<string, number>>;
}

export interface Netlist {
  /** Net numbers are 0 … nets − 1. */
  nets: number;
  parts: readonly NetPart[];
}

export interface SimOptions {
  /** Seconds from one sample of the scopes to the next. */
  timeStep: number;
  /** Integrates in these very steps; else in as many shorter ones as the error bound asks for. */
  fixed?: boolean;
}

/** A running simulation. `make` in `index.ts` gives one. */
export interface Simulation {
  /** Simulated seconds. */
  readonly time: number;
  /** Why it stands still, in one sentence for the user, if it does. */
  readonly problem: string | null;
  /** In one sentence, if its numbers may be off by more than the error bound. */
  readonly warning: string | null;
  /**
   * Makes time steps, and calls `after` at the end of each (scopes sample there), and `each` after every shorter one that it is made of;
   * stops early at a problem.
   */
  run(steps: number, after?: () => void, each?: () => void): void;
  voltage(net: number): number;
  /** The current into a part at a pin. */
  current(part: number, pin: string): number;
  /** A parameter was changed by the user while running (a switch, a logic input, a value): keeps time and states. */
  set(part: number, params: Readonly<Record<string, ParamValue>>): void;
  /** What a part remembers, to be carried over an edit: capacitor voltage, inductor current, flip-flop bits. */
  memory(): Map<number, unknown>;
}

/** Starts a simulation, from memory where parts are known there. */
export type Make = (
  netlist: Netlist,
  options: SimOptions,
  time?: number,
  memory?: ReadonlyMap<number, unknown>,
) => Simulation;
