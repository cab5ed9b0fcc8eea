// Transformers: two inductors that share a part of their field.

import type { Equations } from "./equations";
import type { Layout } from "./layout";
import { numberOf, pinOf } from "./params";
import type { States } from "./states";
import type { NetPart } from "./types";

export class Transformer {
  readonly id: number;
  /** Of the primary, then of the secondary. */
  private readonly windings: readonly { a: number; b: number; rowA: number; rowB: number }[];
  /** The inverse of the matrix of inductances: how fast currents rise with voltages. */
  private readonly inverse: readonly (readonly [number, number])[];
  private readonly first: number;

  constructor(
    part: NetPart,
    layout: Layout,
    private readonly states: States,
    memory: readonly number[] | undefined,
  ) {
    this.id = part.id;
    this.windings = [
      ["p1", "p2"],
      ["s1", "s2"],
    ].map((ends) => {
      const [a, b] = ends.map((pin) => pinOf(part, pin)) as [number, number];
      return { a, b, rowA: layout.row[a]!, rowB: layout.row[b]! };
    });
    const primary = numberOf(part, "inductance");
    const secondary = primary * numberOf(part, "ratio") ** 2;
    const mutual = numberOf(part, "coupling") * Math.sqrt(primary * secondary);
    const determinant = primary * secondary - mutual * mutual;
    this.inverse = [
      [secondary / determinant, -mutual / determinant],
      [-mutual / determinant, primary / determinant],
    ];
    this.first = states.add("amperes", ...(memory?.length === 2 ? memory : [0, 0]));
  }

  write(equations: Equations): void {
    this.windings.forEach((at, i) =>
      this.windings.forEach((by, k) =>
        equations.transfer(at.a, at.b, by.a, by.b, equations.delta * this.inverse[i]![k]!),
      ),
    );
  }

  right(right: Float64Array): void {
    this.windings.forEach(({ rowA, rowB }, i) => {
      const rest = this.states.base[this.first + i]!;
      if (rowA >= 0) right[rowA]! -= rest;
      if (rowB >= 0) right[rowB]! += rest;
    });
  }

  read(volts: Float64Array): void {
    const { x, f, base, delta } = this.states;
    const across = this.windings.map(({ a, b }) => volts[a]! - volts[b]!);
    this.inverse.forEach((row, i) => {
      f[this.first + i] = row[0] * across[0]! + row[1] * across[1]!;
      x[this.first + i] = base[this.first + i]! + delta * f[this.first + i]!;
    });
  }

  current(pin: string): number {
    const winding = pin.startsWith("p") ? 0 : 1;
    return (pin.endsWith("1") ? 1 : -1) * this.states.x[this.first + winding]!;
  }

  memory(): readonly number[] {
    return [this.states.x[this.first]!, this.states.x[this.first + 1]!];
  }
}
