// The network of one netlist: solves it for a moment, by Newton's iteration where parts are curved.

import type { Curved } from "./curved";
import { curvedOf, resistorOf, type Resistor } from "./elements";
import { effort } from "./effort";
import { Equations, LEAK, Tangent } from "./equations";
import type { Layout } from "./layout";
import { OpAmp, type Mode } from "./opamp";
import { Reactive } from "./reactive";
import { States } from "./states";
import { Timer } from "./timer";
import { Transformer } from "./transformer";
import type { NetPart } from "./types";

/** What parts remember, by id. */
export type Memory = ReadonlyMap<number, readonly number[]>;

/** Solutions are equal to capacitors' start voltages when the time from there is this share of a step. */
const START_SHARE = 1e-6;
const ITERATIONS = 60;
/** Equations that are kept for different lengths of step. */
const KEPT_EQUATIONS = 6;
/** Arithmetic that one time step may take, some tenths of a second's worth: a network that needs more is not for a page. */
const MOST_EFFORT = 3e8;
/** Conductances to ground that lead from an easy problem to the true one. */
const CRUTCHES = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, LEAK];

const NO_MODES: readonly Mode[] = [];

export class Network {
  readonly states = new States();
  readonly resistors: readonly Resistor[];
  readonly reactive: Reactive;
  readonly transformers: readonly Transformer[];
  readonly curved: readonly Curved[];
  readonly opamps: readonly OpAmp[];
  readonly timers: readonly Timer[];
  /** The last matrix had no solution. */
  singular = false;
  /** Up to where effort may be spent on the present time step. */
  private limit = Infinity;
  private readonly tangent: Tangent;
  private readonly right: Float64Array;
  private readonly unknowns: Float64Array;
  private readonly push: Float64Array;
  private readonly pushed: Float64Array;
  /** For states that stand still. */
  private readonly still: Equations;
  /** For steps, the last used first. */
  private readonly moving: Equations[] = [];

  /** Reads and writes `volts`, by net; reads `values`, by source. */
  constructor(
    parts: readonly NetPart[],
    private readonly layout: Layout,
    step: number,
    private readonly volts: Float64Array,
    private readonly values: Float64Array,
    memory: Memory,
  ) {
    const { size } = layout;
    const alone = (net: number): boolean => {
      const others = parts.filter(({ kind }) => kind !== "wire").flatMap(({ pins }) => Object.values(pins));
      return others.filter((other) => other === net).length === 1;
    };
    this.resistors = parts.flatMap(resistorOf);
    this.reactive = new Reactive(parts, layout, this.states, memory);
    this.transformers = parts
      .filter((part) => part.kind === "transformer")
      .map((part) => new Transformer(part, layout, this.states, memory.get(part.id)));
    this.curved = parts.flatMap((part) => curvedOf(part) ?? []);
    for (const part of this.curved) part.restart(memory.get(part.id));
    this.opamps = parts
      .filter((part) => part.kind.startsWith("opamp"))
      .map((part) => new OpAmp(part, layout, this.states, memory.get(part.id)));
    this.timers = parts
      .filter((part) => part.kind === "timer-555")
      .map((part) => new Timer(part, alone, memory.get(part.id)));
    this.tangent = new Tangent(layout, volts);
    this.right = new Float64Array(size);
    this.unknowns = new Float64Array(size);
    this.push = new Float64Array(size);
    this.pushed = new Float64Array(size);
    this.still = new Equations(layout, step * START_SHARE);
  }

  /** The current of a branch, or null if the source has none. */
  branch(source: number): number | null {
    const branch = this.layout.branches.find((branch) => branch.source === source);
    return branch ? this.unknowns[branch.unknown]! : null;
  }

  /** Solves with capacitors at their voltages and inductors at their currents, if need be by way of easier problems. */
  solveStill(): boolean {
    this.states.euler(this.still.delta);
    return this.walk(this.still);
  }

  /** Solves for the stage that the states were prepared for. */
  solveStage(): boolean {
    return this.solve(this.equationsFor(this.states.delta));
  }

  /** The same by way of easier problems. */
  walkStage(): boolean {
    return this.walk(this.equationsFor(this.states.delta));
  }

  /** Whether nothing here changes by integration over time. */
  get isStatic(): boolean {
    return this.states.count === 0;
  }

  /** Whether a timer would change at the present voltages. */
  wouldAnswer(): boolean {
    return this.timers.some((timer) => timer.wouldChange(this.volts));
  }

  /** Lets timers compare; true if one changed. */
  answer(): boolean {
    let changed = false;
    for (const timer of this.timers) if (timer.follow(this.volts)) changed = true;
    if (changed) this.forget();
    return changed;
  }

  /** Takes states and derivatives from the solution. */
  read(): void {
    this.reactive.read(this.volts);
    for (const transformer of this.transformers) transformer.read(this.volts);
    for (const opamp of this.opamps) opamp.read(this.volts);
  }

  /** The modes of the op-amps, in their order. */
  modes(): readonly Mode[] {
    return this.opamps.length === 0 ? NO_MODES : this.opamps.map(({ mode }) => mode);
  }

  /** Puts op-amps back into modes. */
  setModes(modes: readonly Mode[]): void {
    if (this.opamps.every(({ mode }, i) => mode === modes[i])) return;
    this.opamps.forEach((opamp, i) => (opamp.mode = modes[i]!));
    this.forget();
  }

  memory(into: Map<number, readonly number[]>): void {
    this.reactive.memory(into);
    for (const part of [...this.transformers, ...this.curved, ...this.opamps, ...this.timers])
      into.set(part.id, part.memory());
  }

  /** Whether the present time step has taken more arithmetic than it may. */
  isExhausted(): boolean {
    return effort.spent > this.limit;
  }

  /** A new time step begins, with a bound on what it may take. */
  begin(): void {
    this.limit = effort.spent + MOST_EFFORT;
  }

  /** Something in the matrix changed. */
  private forget(): void {
    for (const equations of [this.still, ...this.moving]) equations.valid = false;
  }

  private equationsFor(delta: number): Equations {
    const known = this.moving.findIndex((equations) => equations.delta === delta);
    const [equations = new Equations(this.layout, delta)] =
      known >= 0 || this.moving.length >= KEPT_EQUATIONS ? this.moving.splice(known, 1) : [];
    equations.adapt(delta);
    this.moving.unshift(equations);
    return equations;
  }

  private solve(equations: Equations, leak = LEAK): boolean {
    const { opamps } = this;
    for (const opamp of opamps) opamp.begin();
    let stale = true;
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      if (this.isExhausted()) return false;
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
    for (const transformer of this.transformers) transformer.write(equations);
    for (const timer of this.timers) timer.write(equations);
    for (const opamp of this.opamps) opamp.write(equations);
    equations.finish();
    equations.valid = true;
  }

  private bring(equations: Equations): void {
    const { right, layout, values } = this;
    right.fill(0);
    this.reactive.right(right);
    for (const transformer of this.transformers) transformer.right(right);
    for (const { a, b, amperes } of layout.currents) {
      if (layout.row[a]! >= 0) right[layout.row[a]!]! -= amperes;
      if (layout.row[b]! >= 0) right[layout.row[b]!]! += amperes;
    }
    equations.known(this.volts, right);
    for (const { source, unknown } of layout.branches) right[unknown]! += values[source]!;
    for (const opamp of this.opamps) opamp.right(right);
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

  /** Solves, if need be by way of easier problems. */
  private walk(equations: Equations): boolean {
    if (this.solve(equations)) return true;
    for (const part of this.curved) part.restart();
    return CRUTCHES.every((leak) => {
      equations.valid = false;
      return this.solve(equations, leak);
    });
  }
}
