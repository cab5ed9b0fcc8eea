// What changes by integration over time: capacitors' voltages, inductors' and windings' currents, op-amps' outputs; all in one list.
//
// Every formula used here has the form x = base + delta · f, where f is the derivative at the end: parts write themselves with `delta` and
// `base` and need not know the formula. TR-BDF2 is a trapezoidal stage up to γ of the step, then a backward difference to its end; both
// stages have the same delta. It has second order, does not ring, and estimates its own error. Backward Euler takes the steps after a jump.

/** The stage between, as a share of a step; this one gives both stages the same delta. */
export const GAMMA = 2 - Math.SQRT2;
const DELTA = GAMMA / 2;
const MIDDLE = 1 / (GAMMA * (2 - GAMMA));
const START = ((1 - GAMMA) * (1 - GAMMA)) / (GAMMA * (2 - GAMMA));
/** The local error is this times the third derivative times the cube of the step. */
const ERROR = (-3 * GAMMA * GAMMA + 4 * GAMMA - 2) / (12 * (2 - GAMMA));

/** The local error that a step may make, as a share of the greatest value that a state has had of late. */
export const TOLERANCE = 5e-5;
/** The error that is always allowed, in volts and amperes. */
const ABSOLUTE: Readonly<Record<StateKind, number>> = { volts: 1e-6, amperes: 1e-9 };
/** How much of the greatest value is forgotten in a step of the scopes. */
const FORGETTING = 1e-3;

export type StateKind = "volts" | "amperes";

export function deltaOf(step: number): number {
  return DELTA * step;
}

export class States {
  readonly kinds: StateKind[] = [];
  x = new Float64Array(0);
  f = new Float64Array(0);
  base = new Float64Array(0);
  delta = 1;
  private startX = new Float64Array(0);
  private startF = new Float64Array(0);
  private middleF = new Float64Array(0);
  private coarse = new Float64Array(0);
  private greatest = new Float64Array(0);

  get count(): number {
    return this.kinds.length;
  }

  /** Adds states while the network is put together; gives the first one's number. */
  add(kind: StateKind, ...values: readonly number[]): number {
    const first = this.kinds.length;
    this.kinds.push(...values.map(() => kind));
    this.x = Float64Array.of(...this.x, ...values);
    for (const name of ["f", "base", "startX", "startF", "middleF", "coarse"] as const) {
      this[name] = new Float64Array(this.count);
    }
    this.greatest = this.x.map(Math.abs);
    return first;
  }

  save(): void {
    this.startX.set(this.x);
    this.startF.set(this.f);
  }

  restore(): void {
    this.x.set(this.startX);
    this.f.set(this.startF);
  }

  /** Backward Euler over a step that starts from here. */
  euler(step: number): void {
    this.delta = step;
    this.base.set(this.x);
  }

  /** The trapezoidal stage of a step. */
  trapezoid(step: number): void {
    const { x, f, base, count } = this;
    this.delta = deltaOf(step);
    for (let i = 0; i < count; i++) base[i] = x[i]! + this.delta * f[i]!;
  }

  /** The stage to the end, after the trapezoidal one was taken over. */
  backward(): void {
    const { x, base, startX, count } = this;
    this.middleF.set(this.f);
    for (let i = 0; i < count; i++) base[i] = MIDDLE * x[i]! - START * startX[i]!;
  }

  /** The error of a step of two stages, as a multiple of what is allowed. */
  error(step: number): number {
    const { f, startF, middleF, count } = this;
    let worst = 0;
    for (let i = 0; i < count; i++) {
      const bend = startF[i]! / GAMMA - middleF[i]! / (GAMMA * (1 - GAMMA)) + f[i]! / (1 - GAMMA);
      worst = Math.max(worst, Math.abs(2 * ERROR * step * bend) / this.allowed(i));
    }
    return worst;
  }

  /** Keeps a result of one long Euler step, and goes back to where it began. */
  keepCoarse(): void {
    this.coarse.set(this.x);
    this.restore();
  }

  /** How far two Euler steps ended from one of twice the length. */
  coarseError(): number {
    let worst = 0;
    for (let i = 0; i < this.count; i++) {
      worst = Math.max(worst, Math.abs(this.x[i]! - this.coarse[i]!) / this.allowed(i));
    }
    return worst;
  }

  /** A step of the scopes is over. */
  remember(): void {
    const { x, greatest, count } = this;
    for (let i = 0; i < count; i++) {
      greatest[i] = Math.max(Math.abs(x[i]!), greatest[i]! * (1 - FORGETTING));
    }
  }

  private allowed(i: number): number {
    const scale = Math.max(this.greatest[i]!, Math.abs(this.x[i]!), Math.abs(this.startX[i]!));
    return TOLERANCE * scale + ABSOLUTE[this.kinds[i]!];
  }
}
