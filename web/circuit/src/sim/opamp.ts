// Op-amps: gain, one pole, rails. Their output is a voltage to ground.

import type { Equations, Pace } from "./equations";
import type { Layout } from "./layout";
import { numberOf, pinOf } from "./params";
import type { NetPart } from "./types";

/** Where the output is: between the rails or at one of them. */
type Mode = -1 | 0 | 1;

/** Above this many radians in a time step the pole is faster than the trapezoidal rule can follow without ringing. */
const FAST = 0.5;
/** How often it may change its mode in one solution. Op-amps that chase each other faster than the time step then oscillate with it. */
const MOST_CHANGES = 8;

export class OpAmp {
  readonly id: number;
  readonly out: number;
  readonly unknown: number;
  private readonly plus: number;
  private readonly minus: number;
  private readonly gain: number;
  private readonly bandwidth: number;
  private readonly max: number;
  private readonly min: number;
  private mode: Mode = 0;
  /** Came to a rail during this solution. */
  private arrived = false;
  private changes = 0;
  /** Output and input difference of the last time step. */
  private output = 0;
  private input = 0;
  /** output = keep · output before + now · input + before · input before. */
  private keep = 0;
  private now = 0;
  private before = 0;

  constructor(part: NetPart, layout: Layout, memory: readonly number[] | undefined) {
    this.id = part.id;
    this.out = pinOf(part, "out");
    this.unknown = layout.column[this.out]!;
    this.plus = pinOf(part, "plus");
    this.minus = pinOf(part, "minus");
    this.gain = numberOf(part, "gain");
    this.bandwidth = numberOf(part, "bandwidth", Infinity);
    this.max = numberOf(part, "maxOutput");
    this.min = Math.min(numberOf(part, "minOutput"), this.max);
    if (memory?.length === 3) this.restore(memory);
  }

  write(equations: Equations): void {
    this.prepare(equations.pace);
    equations.set(this.unknown, this.out, 1);
    if (this.mode !== 0) return;
    equations.set(this.unknown, this.plus, -this.now);
    equations.set(this.unknown, this.minus, this.now);
  }

  right(pace: Pace, right: Float64Array): void {
    this.prepare(pace);
    if (this.mode === 0) right[this.unknown]! += this.keep * this.output + this.before * this.input;
    else right[this.unknown]! += this.mode > 0 ? this.max : this.min;
  }

  begin(): void {
    this.arrived = false;
    this.changes = 0;
  }

  /** Whether a solution contradicts the mode, which then changes. */
  follow(volts: Float64Array): boolean {
    const input = volts[this.plus]! - volts[this.minus]!;
    const wanted = this.keep * this.output + this.now * input + this.before * this.input;
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
    const feedback = (1 - 1 / response) / this.now;
    const pull = input + feedback * (this.output - volts[this.out]!);
    this.arrive(pull < 0 ? -1 : 1);
    return true;
  }

  get linear(): boolean {
    return this.mode === 0;
  }

  accept(volts: Float64Array): void {
    this.output = volts[this.out]!;
    // At a rail the output stands still, as if the input just held it there.
    this.input = this.mode === 0 ? volts[this.plus]! - volts[this.minus]! : this.output / this.gain;
  }

  memory(): readonly number[] {
    return [this.output, this.input, this.mode];
  }

  restore([output, input, mode]: readonly number[]): void {
    this.output = output!;
    this.input = input!;
    this.mode = Math.sign(mode!) as Mode;
  }

  private arrive(mode: Mode): void {
    this.mode = mode;
    this.arrived = true;
  }

  private prepare({ step, damped }: Pace): void {
    const turn = 2 * Math.PI * this.bandwidth * step;
    if (turn === Infinity) {
      this.keep = this.before = 0;
      this.now = this.gain;
    } else if (damped || turn > FAST) {
      const share = turn / this.gain;
      this.keep = 1 / (1 + share);
      this.now = turn / (1 + share);
      this.before = 0;
    } else {
      const half = turn / (2 * this.gain);
      this.keep = (1 - half) / (1 + half);
      this.now = this.before = turn / (2 * (1 + half));
    }
  }
}
