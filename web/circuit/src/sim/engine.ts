// One netlist in time: places the sources, lets logic settle, solves the network, and takes the solution over.

import { Bipolar } from "./bipolar";
import type { Curved } from "./curved";
import { Diode } from "./diode";
import { Equations, LEAK, Tangent } from "./equations";
import { CLASH, layOut, LOOP, type Layout } from "./layout";
import { Logic } from "./logic";
import { Mosfet } from "./mosfet";
import { OpAmp } from "./opamp";
import { flagOf, numberOf, pinOf } from "./params";
import { Reactive } from "./reactive";
import { Timer } from "./timer";
import type { NetPart, Netlist } from "./types";

export type Memory = ReadonlyMap<number, readonly number[]>;

export interface Resistor {
  id: number;
  a: number;
  b: number;
  conductance: number;
}

export const UNSETTLED = "The simulation does not settle; choose a smaller time step or undo the last change.";
export const SINGULAR = "The circuit has no single solution; look for sources or outputs wired straight to each other.";

const CLOSED_RESISTANCE = 0.01;
/** Solutions are equal to capacitors' start voltages when the time from there is this share of a step. */
const START_SHARE = 1e-6;
const ITERATIONS = 60;
/** How often logic and the network may answer each other within a time step. */
const ANSWERS = 8;
/** Into how many parts a time step is cut when it does not converge. */
const CUTS = [8, 64];
/** Conductances to ground that lead from an easy problem to the true one. */
const CRUTCHES = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, LEAK];
/** Sources that agree to this many volts do not clash. */
const AGREEMENT = 1e-9;

export class Engine {
  readonly layout: Layout;
  /** By net, then the currents of branches. */
  readonly volts: Float64Array;
  readonly resistors: readonly Resistor[];
  readonly reactive: Reactive;
  readonly curved: readonly Curved[];
  readonly opamps: readonly OpAmp[];
  readonly timers: readonly Timer[];
  problem: string | null;
  /** By source. */
  private readonly values: Float64Array;
  private readonly logic: Logic;
  private readonly tangent: Tangent;
  private readonly right: Float64Array;
  private readonly unknowns: Float64Array;
  private readonly push: Float64Array;
  private readonly pushed: Float64Array;
  private readonly smooth: Equations;
  private readonly damped: Equations;
  /** The last matrix had no solution. */
  private singular = false;
  /** The next step follows a jump. */
  private jumped = true;

  constructor(
    netlist: Netlist,
    private readonly step: number,
    time: number,
    memory: Memory,
  ) {
    const { parts } = netlist;
    const pins = new Int32Array(netlist.nets);
    for (const part of parts) {
      if (part.kind !== "wire") for (const net of Object.values(part.pins)) pins[net]!++;
    }
    this.resistors = parts.flatMap(resistorOf);
    this.curved = parts.flatMap((part) => curvedOf(part) ?? []);
    for (const part of this.curved) part.restart(memory.get(part.id));
    this.layout = layOut(netlist, [...this.resistors.map(({ a, b }) => [a, b] as const), ...parts.flatMap(conducting)]);
    const { layout } = this;
    this.problem = layout.problem;
    this.volts = new Float64Array(layout.nets);
    this.values = new Float64Array(layout.sources.length);
    this.reactive = new Reactive(parts, layout, memory);
    this.opamps = parts
      .filter((part) => part.kind.startsWith("opamp"))
      .map((part) => new OpAmp(part, layout, memory.get(part.id)));
    this.timers = parts
      .filter((part) => part.kind === "timer-555")
      .map((part) => new Timer(part, (net) => pins[net] === 1, memory.get(part.id)));
    this.tangent = new Tangent(layout, this.volts);
    this.right = new Float64Array(layout.size);
    this.unknowns = new Float64Array(layout.size);
    this.push = new Float64Array(layout.size);
    this.pushed = new Float64Array(layout.size);
    this.smooth = new Equations(layout, { step, damped: false });
    this.damped = new Equations(layout, { step, damped: true });
    this.logic = new Logic(parts, layout, this.volts, this.values, memory);
    if (this.problem === null) this.start(time);
  }

  /** The current of a branch, or null if the source has none. */
  branch(source: number): number | null {
    const branch = this.layout.branches.find((branch) => branch.source === source);
    return branch ? this.unknowns[branch.unknown]! : null;
  }

  /** Makes one time step that ends at `time`. */
  advance(time: number): void {
    let damped = this.jumped;
    this.jumped = false;
    const placed = this.place(time);
    if (placed || !this.logic.settled) {
      const settled = this.settle(false);
      damped ||= placed || settled;
    }
    for (let answer = 0; ; answer++) {
      if (!this.solve(damped ? this.damped : this.smooth) && !this.cut()) {
        this.problem = this.singular ? SINGULAR : UNSETTLED;
        return;
      }
      if (answer >= ANSWERS || !this.answer(false)) break;
      damped = true;
    }
    if (this.reactive.accept(this.volts)) this.jumped = true;
    for (const opamp of this.opamps) opamp.accept(this.volts);
    this.compare();
  }

  memory(): Map<number, readonly number[]> {
    const memory = new Map<number, readonly number[]>();
    this.reactive.memory(memory);
    this.logic.memory(memory);
    for (const part of [...this.curved, ...this.opamps, ...this.timers]) memory.set(part.id, part.memory());
    return memory;
  }

  /** The first solution: capacitors have their voltages and inductors their currents, and flip-flops have not seen a clock. */
  private start(time: number): void {
    const first = new Equations(this.layout, { step: this.step * START_SHARE, damped: true });
    this.place(time);
    let starting = true;
    for (let answer = 0; answer < 2 * ANSWERS; answer++) {
      if (!this.solve(first) && !this.walk(first)) {
        this.problem = this.singular ? SINGULAR : UNSETTLED;
        return;
      }
      if (this.answer(starting) || (answer === 0 && this.settle(true))) continue;
      if (!starting) break;
      starting = false;
      if (!this.settle(false)) break;
    }
    this.reactive.accept(this.volts);
    for (const opamp of this.opamps) opamp.accept(this.volts);
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
    let changed = false;
    for (const timer of this.timers) if (timer.follow(this.volts)) changed = true;
    if (changed) this.forget();
    if (this.logic.stirred() && this.settle(starting)) changed = true;
    return changed;
  }

  /** Something in the matrix changed. */
  private forget(): void {
    this.smooth.valid = false;
    this.damped.valid = false;
  }

  private solve(equations: Equations, leak = LEAK): boolean {
    const { layout, opamps } = this;
    if (layout.size === 0) return true;
    for (const opamp of opamps) opamp.begin();
    let stale = true;
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      if (!equations.valid || leak !== LEAK) this.write(equations, leak);
      if (stale) this.bring(equations);
      stale = false;
      const lu = this.iterate(equations);
      this.singular = !lu;
      if (!lu) return false;
      let rest = true;
      for (const part of this.curved) if (!part.follow(this.volts)) rest = false;
      let moved = false;
      for (const opamp of opamps) if (opamp.follow(this.volts)) moved = true;
      if (rest && !moved) moved = this.flee(equations, lu);
      if (moved) {
        this.forget();
        equations.valid = false;
        stale = true;
      } else if (rest) return true;
    }
    return false;
  }

  /** Writes what does not depend on voltages. */
  private write(equations: Equations, leak: number): void {
    equations.clear(leak);
    for (const { a, b, conductance } of this.resistors) equations.conductance(a, b, conductance);
    this.reactive.write(equations);
    for (const timer of this.timers) timer.write(equations);
    for (const opamp of this.opamps) opamp.write(equations);
    equations.finish();
    equations.valid = true;
  }

  private bring(equations: Equations): void {
    const { right, layout, values } = this;
    right.fill(0);
    this.reactive.right(equations.pace, right);
    equations.known(this.volts, right);
    for (const { source, unknown } of layout.branches) right[unknown]! += values[source]!;
    for (const opamp of this.opamps) opamp.right(equations.pace, right);
  }

  /** Solves the present tangent; gives its factors, or null if it is singular. */
  private iterate(equations: Equations): Equations["lu"] | null {
    const { tangent, unknowns, volts, curved } = this;
    const { column } = this.layout;
    let lu = equations.lu;
    if (curved.length > 0) {
      lu = tangent.lu;
      tangent.matrix.set(equations.matrix);
      tangent.right.set(this.right);
      for (const part of curved) part.write(tangent);
      if (!lu.factor(tangent.matrix)) return null;
      lu.solve(tangent.right, unknowns);
    } else {
      if (!equations.factored && !lu.factor(equations.matrix)) return null;
      equations.factored = true;
      lu.solve(this.right, unknowns);
    }
    for (let net = 1; net < column.length; net++) if (column[net]! >= 0) volts[net] = unknowns[column[net]!]!;
    return lu;
  }

  /** Sends op-amps with positive feedback to their rails. */
  private flee(equations: Equations, lu: Equations["lu"]): boolean {
    if (this.opamps.length === 0 || (this.curved.length === 0 && equations.steady)) return false;
    equations.steady = true;
    const { push, pushed } = this;
    let fled = false;
    for (const opamp of this.opamps) {
      if (!opamp.linear) continue;
      push.fill(0);
      push[opamp.unknown] = 1;
      lu.solve(push, pushed);
      if (opamp.flees(pushed[opamp.unknown]!, this.volts)) fled = true;
    }
    return fled;
  }

  /** Makes a step that does not converge in smaller ones. */
  private cut(): boolean {
    for (const count of CUTS) {
      const state = this.reactive.save();
      const small = new Equations(this.layout, { step: this.step / count, damped: true });
      let done = 0;
      while (done < count && this.walk(small)) {
        if (++done < count) {
          this.reactive.accept(this.volts);
          for (const opamp of this.opamps) opamp.accept(this.volts);
        }
      }
      if (done === count) return true;
      this.reactive.load(state);
    }
    return false;
  }

  /** Solves, if need be by way of easier problems. */
  private walk(equations: Equations): boolean {
    if (this.solve(equations)) return true;
    for (const part of this.curved) part.restart();
    return CRUTCHES.every((leak) => {
      equations.valid = false;
      return this.solve(equations, leak);
    });
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

function resistorOf(part: NetPart): Resistor[] {
  const between = (conductance: number): Resistor[] => [
    { id: part.id, a: pinOf(part, "a"), b: pinOf(part, "b"), conductance },
  ];
  if (part.kind === "resistor") return between(1 / numberOf(part, "resistance"));
  if (part.kind === "switch" && flagOf(part, "closed")) return between(1 / CLOSED_RESISTANCE);
  return [];
}

/** Other pairs of nets between which a part carries current. */
function conducting(part: NetPart): (readonly [number, number])[] {
  const pair = (a: string, b: string): readonly [number, number] => [pinOf(part, a), pinOf(part, b)];
  switch (part.kind) {
    case "capacitor":
    case "inductor":
      return [pair("a", "b")];
    case "diode":
    case "led":
      return [pair("anode", "cathode")];
    case "npn":
    case "pnp":
      return [pair("base", "collector"), pair("base", "emitter")];
    case "nmos":
    case "pmos":
      return [pair("drain", "source")];
    case "timer-555":
      return [pair("vcc", "ctl"), pair("ctl", "gnd"), pair("out", "vcc"), pair("dis", "gnd")];
    default:
      return [];
  }
}

function curvedOf(part: NetPart): Curved | null {
  switch (part.kind) {
    case "diode":
    case "led":
      return new Diode(part);
    case "npn":
      return new Bipolar(part, 1);
    case "pnp":
      return new Bipolar(part, -1);
    case "nmos":
      return new Mosfet(part, 1);
    case "pmos":
      return new Mosfet(part, -1);
    default:
      return null;
  }
}
