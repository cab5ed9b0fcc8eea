// The matrix and right side of one moment, and how parts write themselves into them.

import type { Layout } from "./layout";
import { Lu } from "./lu";

/** So that nothing floats: from every unknown net to ground. */
export const LEAK = 1e-12;
/** The least that leaks, as a share of what else conducts at a net: less would be lost in rounding. */
const LEAST_SHARE = 1e-14;
/** Ties a group of nets that nothing connects to ground; no current flows in it. */
const TIE = 1;

/** The part of the equations that stays while no part changes its mode, for one delta of the states. */
export class Equations {
  readonly matrix: Float64Array;
  readonly lu: Lu;
  /** Whether the matrix is written. */
  valid = false;
  /** Whether `lu` holds it. */
  factored = false;
  /** Whether op-amps are known to have no positive feedback in it. */
  steady = false;
  /** Conductances from rows to known nets. */
  private readonly links: { row: number; net: number; conductance: number }[] = [];

  constructor(
    readonly layout: Layout,
    public delta: number,
  ) {
    this.matrix = new Float64Array(layout.size * layout.size);
    this.lu = new Lu(layout.size);
  }

  /** Is used for another delta from now on. */
  adapt(delta: number): void {
    if (delta !== this.delta) this.valid = false;
    this.delta = delta;
  }

  clear(leak: number): void {
    const { layout, matrix } = this;
    matrix.fill(0);
    this.links.length = 0;
    this.factored = false;
    this.steady = false;
    for (let net = 1; net < layout.nets; net++) this.add(net, net, leak);
    for (const net of layout.loose) this.add(net, net, TIE);
    for (const { source, unknown } of layout.branches) {
      const { net, from } = layout.sources[source]!;
      for (const [at, sign] of [[net, 1] as const, [from, -1] as const]) {
        if (layout.row[at]! >= 0) matrix[layout.row[at]! * layout.size + unknown]! += sign;
        this.set(unknown, at, sign);
      }
    }
  }

  /** Lets strongly connected nets leak enough to be seen. */
  finish(): void {
    const { size, row, nets } = this.layout;
    for (let net = 1; net < nets; net++) {
      const at = row[net]! * (size + 1);
      if (at >= 0) this.matrix[at]! += LEAST_SHARE * Math.abs(this.matrix[at]!);
    }
  }

  conductance(a: number, b: number, conductance: number): void {
    this.add(a, a, conductance);
    this.add(a, b, -conductance);
    this.add(b, b, conductance);
    this.add(b, a, -conductance);
  }

  /** The voltage from c to d drives a current from a to b. */
  transfer(a: number, b: number, c: number, d: number, conductance: number): void {
    this.add(a, c, conductance);
    this.add(a, d, -conductance);
    this.add(b, d, conductance);
    this.add(b, c, -conductance);
  }

  /** A coefficient in a row that is not a current law. */
  set(row: number, net: number, coefficient: number): void {
    const column = this.layout.column[net]!;
    if (column >= 0) this.matrix[row * this.layout.size + column]! += coefficient;
    else if (net !== 0) this.links.push({ row, net, conductance: coefficient });
  }

  /** What known nets bring to the right side. */
  known(volts: Float64Array, right: Float64Array): void {
    for (const { row, net, conductance } of this.links) right[row]! -= conductance * volts[net]!;
  }

  private add(at: number, net: number, conductance: number): void {
    const row = this.layout.row[at]!;
    if (row >= 0) this.set(row, net, conductance);
  }
}

/** The equations of one Newton iteration: non-linear parts add what they are like at their present voltages. */
export class Tangent {
  readonly matrix: Float64Array;
  readonly right: Float64Array;
  readonly lu: Lu;

  constructor(
    private readonly layout: Layout,
    private readonly volts: Float64Array,
  ) {
    this.matrix = new Float64Array(layout.size * layout.size);
    this.right = new Float64Array(layout.size);
    this.lu = new Lu(layout.size);
  }

  /** The current into a part at net `at` depends on the voltage of `net`. */
  slope(at: number, net: number, conductance: number): void {
    const row = this.layout.row[at]!;
    if (row < 0) return;
    const column = this.layout.column[net]!;
    if (column >= 0) this.matrix[row * this.layout.size + column]! += conductance;
    else this.right[row]! -= conductance * this.volts[net]!;
  }

  /** A constant current into a part at a net. */
  current(at: number, amperes: number): void {
    const row = this.layout.row[at]!;
    if (row >= 0) this.right[row]! -= amperes;
  }
}
