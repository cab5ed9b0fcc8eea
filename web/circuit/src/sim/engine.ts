// One netlist in time: places the sources, lets logic settle, solves the network, and takes the solution over.

import { conducting } from "./elements";
import { CLASH, layOut, LOOP, type Layout } from "./layout";
import { Logic } from "./logic";
import { Network, type Memory } from "./network";
import type { Netlist } from "./types";

export const UNSETTLED = "The simulation does not settle; choose a smaller time step or undo the last change.";
export const TOO_MUCH = "The circuit takes too much computing; take parts away or choose another time step.";
export const SINGULAR = "The circuit has no single solution; look for sources or outputs wired straight to each other.";

/** How often logic and the network may answer each other within a time step. */
const ANSWERS = 8;
/** Steps that are damped after a jump: the first takes it, the second forgets the currents that it made. */
const DAMPED_STEPS = 2;
/** Sources that agree to this many volts do not clash. */
const AGREEMENT = 1e-9;

export class Engine {
  readonly layout: Layout;
  readonly network: Network;
  /** By net. */
  readonly volts: Float64Array;
  problem: string | null;
  /** By source. */
  private readonly values: Float64Array;
  private readonly logic: Logic;
  /** Steps that are still to be damped. */
  private damped = DAMPED_STEPS;

  constructor(netlist: Netlist, step: number, time: number, memory: Memory) {
    const { parts } = netlist;
    this.layout = layOut(netlist, parts.flatMap(conducting));
    this.problem = this.layout.problem;
    this.volts = new Float64Array(netlist.nets);
    this.values = new Float64Array(this.layout.sources.length);
    this.network = new Network(parts, this.layout, step, this.volts, this.values, memory);
    this.logic = new Logic(parts, this.layout, this.volts, this.values, memory);
    if (this.problem === null) this.start(time);
  }

  /** Makes one time step that ends at `time`. */
  advance(time: number): void {
    const { network } = this;
    network.begin();
    if (this.place(time)) {
      this.damped = DAMPED_STEPS;
      this.settle(false);
    } else if (!this.logic.settled && this.settle(false)) this.damped = DAMPED_STEPS;
    for (let answer = 0; ; answer++) {
      if (!network.solveStep(this.damped > 0)) {
        if (network.cut()) break;
        this.fail();
        return;
      }
      if (answer >= ANSWERS || !this.answer(false)) break;
      this.damped = DAMPED_STEPS;
    }
    if (this.damped > 0) this.damped--;
    if (network.accept()) this.damped = Math.max(this.damped, 1);
    this.compare();
  }

  memory(): Map<number, readonly number[]> {
    const memory = new Map<number, readonly number[]>();
    this.network.memory(memory);
    this.logic.memory(memory);
    return memory;
  }

  /** The first solution: capacitors have their voltages and inductors their currents, and flip-flops have not seen a clock. */
  private start(time: number): void {
    this.network.begin();
    this.place(time);
    let starting = true;
    for (let answer = 0; answer < 2 * ANSWERS; answer++) {
      if (!this.network.solveStart()) {
        this.fail();
        return;
      }
      if (this.answer(starting) || (answer === 0 && this.settle(true))) continue;
      if (!starting) break;
      starting = false;
      if (!this.settle(false)) break;
    }
    this.network.accept();
    this.compare();
  }

  /** Gives sources their values and held nets their voltages; true if a wave jumped. */
  private place(time: number): boolean {
    const { sources } = this.layout;
    let jumped = false;
    for (let i = 0; i < sources.length; i++) {
      const wave = sources[i]!.wave;
      if (!wave) continue;
      const value = wave.at(time);
      if (wave.jumps && value !== this.values[i]) jumped = true;
      this.values[i] = value;
    }
    this.spread();
    return jumped;
  }

  private spread(): void {
    const { volts, values } = this;
    for (const { source, net, from, sign } of this.layout.holds) volts[net] = volts[from]! + sign * values[source]!;
  }

  private settle(starting: boolean): boolean {
    const changed = this.logic.settle(starting);
    if (changed) this.spread();
    return changed;
  }

  /** Lets timers and logic answer a solution; true if they changed something. */
  private answer(starting: boolean): boolean {
    const timed = this.network.answer();
    return (this.logic.stirred() && this.settle(starting)) || timed;
  }

  private fail(): void {
    if (this.network.isExhausted()) this.problem = TOO_MUCH;
    else this.problem = this.network.singular ? SINGULAR : UNSETTLED;
  }

  /** Sources that hold the same net must agree. */
  private compare(): void {
    for (const check of this.layout.checks) {
      const { net, from, pin } = this.layout.sources[check]!;
      if (Math.abs(this.volts[net]! - this.volts[from]! - this.values[check]!) > AGREEMENT) {
        this.problem = pin === "plus" ? LOOP : CLASH;
      }
    }
  }
}
