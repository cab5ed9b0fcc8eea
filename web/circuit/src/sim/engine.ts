// One netlist in time: places the sources, lets logic settle, solves the network, and takes the solution over.

import { conducting } from "./elements";
import { CLASH, layOut, LOOP, type Layout } from "./layout";
import { Logic } from "./logic";
import { Network, type Memory } from "./network";
import { Stepper } from "./stepper";
import type { Netlist, SimOptions } from "./types";

export const UNSETTLED = "The simulation does not settle; choose a smaller time step or undo the last change.";
export const TOO_MUCH = "The circuit takes too much computing; take parts away or choose another time step.";
export const SINGULAR = "The circuit has no single solution; look for sources or outputs wired straight to each other.";
export const UNBOUNDED = "The voltages grow without bound; look for values that are far too large or too small.";

/** How often logic and the network may answer each other within a time step. */
const ANSWERS = 8;
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
  private readonly stepper: Stepper;
  /** Called after every part of a time step. */
  private each: (() => void) | undefined;

  constructor(netlist: Netlist, options: SimOptions, time: number, memory: Memory) {
    const { parts } = netlist;
    const { timeStep, fixed = false } = options;
    this.layout = layOut(netlist, parts.flatMap(conducting));
    this.problem = this.layout.problem;
    this.volts = new Float64Array(netlist.nets);
    this.values = new Float64Array(this.layout.sources.length);
    this.network = new Network(parts, this.layout, timeStep, this.volts, this.values, memory);
    this.logic = new Logic(parts, this.layout, this.volts, this.values, memory);
    this.stepper = new Stepper(this.network, this.volts, timeStep, fixed, {
      place: (at, between) => this.place(at, between),
      edgeAfter: (at) => this.edgeAfter(at),
      wouldAnswer: () => this.network.wouldAnswer() || this.logic.wouldStir(),
      answer: (isEdge) => this.rest(isEdge),
      passed: () => this.each?.(),
    });
    if (this.problem === null) this.start(time);
  }

  /** Whether the error bound was not held in the last time step. */
  get exceeded(): boolean {
    return this.stepper.exceeded;
  }

  /** Makes one time step that begins at `time` and ends at `end`. */
  advance(time: number, end: number, each?: () => void): void {
    const { network } = this;
    this.each = each;
    network.begin();
    const isSolved = network.isStatic ? this.advanceStatic(end) : this.advanceMoving(time);
    if (!isSolved) this.fail();
    else if (!this.isFinite()) this.problem = UNBOUNDED;
    else this.compare();
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
    this.place(time, time);
    let starting = true;
    for (let answer = 0; answer < 2 * ANSWERS; answer++) {
      if (!this.network.solveStill()) {
        this.fail();
        return;
      }
      if (this.answer(starting) || (answer === 0 && this.settle(true))) continue;
      if (!starting) break;
      starting = false;
      if (!this.settle(false)) break;
    }
    this.network.read();
    if (!this.isFinite()) this.problem = UNBOUNDED;
    else this.compare();
  }

  /** Where nothing changes by integration every moment stands for itself. */
  private advanceStatic(end: number): boolean {
    if (this.place(end, end) || !this.logic.settled) this.settle(false);
    for (let answer = 0; ; answer++) {
      // Logic alone leaves nothing to be solved.
      if (this.layout.size > 0 && !this.network.solveStill()) return false;
      if (answer >= ANSWERS || !this.answer(false)) return true;
    }
  }

  private advanceMoving(time: number): boolean {
    if (!this.logic.settled && this.settle(false)) this.rest(false);
    return this.stepper.advance(time);
  }

  /** Gives sources their values and held nets their voltages; true if a wave jumped. */
  private place(time: number, between: number): boolean {
    const { sources } = this.layout;
    let jumped = false;
    for (let i = 0; i < sources.length; i++) {
      const wave = sources[i]!.wave;
      if (!wave) continue;
      const value = wave.at(wave.edgeAfter ? between : time);
      if (wave.edgeAfter && value !== this.values[i]) jumped = true;
      this.values[i] = value;
    }
    this.spread();
    return jumped;
  }

  private edgeAfter(time: number): number {
    let edge = Infinity;
    for (const { wave } of this.layout.sources) if (wave?.edgeAfter) edge = Math.min(edge, wave.edgeAfter(time));
    return edge;
  }

  /** Lets logic and timers answer while the states stand still. */
  private rest(isEdge: boolean): void {
    if (isEdge) this.settle(false);
    for (let answer = 0; answer < ANSWERS; answer++) {
      // A moment without a solution of its own is passed over: the next step has one, or tells.
      if (!this.network.solveStill() || !this.answer(false)) return;
    }
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

  private isFinite(): boolean {
    const { volts } = this;
    for (let net = 0; net < volts.length; net++) if (!Number.isFinite(volts[net])) return false;
    return true;
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
