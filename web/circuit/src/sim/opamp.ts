// Op-amps: gain, one pole, rails. Their output is a voltage to ground.

import type { Equations } from "./equations";
import type { Layout } from "./layout";
import { numberOf, pinOf } from "./params";
import type { States } from "./states";
import type { NetPart } from "./types";

/** Where the output is: between the rails or at one of them. */
export type Mode = -1 | 0 | 1;

/** How often it may change its mode in one solution. Op-amps that chase each other faster than the time step then oscillate with it. */
const MOST_CHANGES = 8;

/** A real op-amp is never quite balanced: without this one that stands on the edge would stand there for ever. */
const OFFSET = 1e-9;

export class OpAmp {
  readonly id: number;
  readonly out: number;
  readonly unknown: number;
  private readonly plus: number;
  private readonly minus: number;
  private readonly gain: number;
  /** Volts a second at the output, for each volt at the input. */
  private readonly speed: number;
  private readonly max: number;
  private readonly min: number;
  mode: Mode;
  /** Came to a rail during this solution. */
  private arrived = false;
  private changes = 0;
  /** The number of its output among the states; −1 where the output follows at once. */
  private readonly state: number;

  constructor(
    part: NetPart,
    layout: Layout,
    private readonly states: States,
    memory: readonly number[] | undefined,
  ) {
    this.id = part.id;
    this.out = pinOf(part, "out");
    this.unknown = layout.column[this.out]!;
    this.plus = pinOf(part, "plus");
    this.minus = pinOf(part, "minus");
    this.gain = numberOf(part, "gain");
    this.speed = 2 * Math.PI * numberOf(part, "bandwidth", Infinity);
    this.max = numberOf(part, "maxOutput");
    this.min = Math.min(numberOf(part, "minOutput"), this.max);
    const known = memory?.length === 2 ? memory : [0, 0];
    this.mode = Math.sign(known[1]!) as Mode;
    this.state = this.speed === Infinity ? -1 : states.add("volts", known[0]!);
  }

  write(equations: Equations): void {
    equations.set(this.unknown, this.out, 1);
    if (this.mode !== 0) return;
    const now = this.nowAt(equations.delta);
    equations.set(this.unknown, this.plus, -now);
    equations.set(this.unknown, this.minus, now);
  }

  right(right: Float64Array): void {
    if (this.mode === 0) right[this.unknown]! += this.kept + this.nowAt(this.states.delta) * OFFSET;
    else right[this.unknown]! += this.mode > 0 ? this.max : this.min;
  }

  begin(): void {
    this.arrived = false;
    this.changes = 0;
  }

  /** Whether a solution contradicts the mode, which then changes. */
  follow(volts: Float64Array): boolean {
    const input = volts[this.plus]! - volts[this.minus]!;
    const wanted = this.kept + this.nowAt(this.states.delta) * (input + OFFSET);
    const fits =
      this.mode === 0
        ? wanted <= this.max && wanted >= this.min
        : this.mode > 0
          ? wanted >= this.max
          : wanted <= this.min;
    if (fits || this.changes++ >= MOST_CHANGES) return false;
    // From a rail it returns between them, unless it has just come from there: then feedback is positive, and it falls to the other.
    if (this.mode === 0) this.arrive(wanted > this.max ? 1 : -1);
    else this.mode = this.arrived ? (-this.mode as Mode) : 0;
    return true;
  }

  /**
   * Between the rails: `response` is how the output answers to a push at it. A negative answer means positive feedback that grows within
   * a time step, so that a real op-amp would have gone to a rail; this one does, and true comes back.
   */
  flees(response: number, volts: Float64Array): boolean {
    if (this.mode !== 0 || response >= 0 || this.changes++ >= MOST_CHANGES) return false;
    const input = volts[this.plus]! - volts[this.minus]!;
    const feedback = (1 - 1 / response) / this.nowAt(this.states.delta);
    const before = this.state < 0 ? 0 : this.states.x[this.state]!;
    const pull = input + feedback * (before - volts[this.out]!);
    this.arrive(pull < 0 ? -1 : 1);
    return true;
  }

  get linear(): boolean {
    return this.mode === 0;
  }

  /** Reads its state from a solution. At a rail the output stands still. */
  read(volts: Float64Array): void {
    if (this.state < 0) return;
    const { x, f, base, delta } = this.states;
    x[this.state] = volts[this.out]!;
    f[this.state] = this.mode === 0 ? (volts[this.out]! - base[this.state]!) / delta : 0;
  }

  memory(): readonly number[] {
    return [this.state < 0 ? 0 : this.states.x[this.state]!, this.mode];
  }

  private arrive(mode: Mode): void {
    this.mode = mode;
    this.arrived = true;
  }

  /** What the output is without an input: it remembers. */
  private get kept(): number {
    const { base, delta } = this.states;
    return this.state < 0 ? 0 : base[this.state]! / (1 + (delta * this.speed) / this.gain);
  }

  /** How the output answers to the input. */
  private nowAt(delta: number): number {
    if (this.state < 0) return this.gain;
    const turn = delta * this.speed;
    return turn / (1 + turn / this.gain);
  }
}
