// Capacitors and inductors: in each solution a conductance beside a current that remembers.

import type { Equations } from "./equations";
import type { Layout } from "./layout";
import { numberOf, pinOf } from "./params";
import type { States } from "./states";
import type { NetPart } from "./types";

export class Reactive {
  readonly parts: readonly NetPart[];
  private readonly a: Int32Array;
  private readonly b: Int32Array;
  private readonly rowA: Int32Array;
  private readonly rowB: Int32Array;
  private readonly inductive: Uint8Array;
  private readonly size: Float64Array;
  /** The number of the first one's state; those of the others follow. */
  private readonly first: number;

  constructor(
    parts: readonly NetPart[],
    layout: Layout,
    private readonly states: States,
    memory: ReadonlyMap<number, readonly number[]>,
  ) {
    this.parts = parts.filter((part) => part.kind === "capacitor" || part.kind === "inductor");
    this.a = Int32Array.from(this.parts, (part) => pinOf(part, "a"));
    this.b = Int32Array.from(this.parts, (part) => pinOf(part, "b"));
    this.rowA = this.a.map((net) => layout.row[net]!);
    this.rowB = this.b.map((net) => layout.row[net]!);
    this.inductive = Uint8Array.from(this.parts, (part) => Number(part.kind === "inductor"));
    this.size = Float64Array.from(this.parts, (part) =>
      numberOf(part, part.kind === "inductor" ? "inductance" : "capacitance"),
    );
    this.first = states.count;
    for (const part of this.parts) {
      const known = memory.get(part.id)?.[0];
      if (part.kind === "inductor") states.add("amperes", known ?? numberOf(part, "initialCurrent"));
      else states.add("volts", known ?? numberOf(part, "initialVoltage"));
    }
  }

  write(equations: Equations): void {
    for (let i = 0; i < this.a.length; i++) {
      equations.conductance(this.a[i]!, this.b[i]!, this.conductanceAt(i, equations.delta));
    }
  }

  /** Brings what is remembered to the right side. */
  right(right: Float64Array): void {
    const { a, rowA, rowB, inductive, first } = this;
    const { base, delta } = this.states;
    for (let i = 0; i < a.length; i++) {
      const rest = inductive[i] ? base[first + i]! : -this.conductanceAt(i, delta) * base[first + i]!;
      if (rowA[i]! >= 0) right[rowA[i]!]! -= rest;
      if (rowB[i]! >= 0) right[rowB[i]!]! += rest;
    }
  }

  /** Reads states and their derivatives from a solution. */
  read(volts: Float64Array): void {
    const { a, b, inductive, size, first } = this;
    const { x, f, base, delta } = this.states;
    for (let i = 0; i < a.length; i++) {
      const across = volts[a[i]!]! - volts[b[i]!]!;
      if (inductive[i]) {
        f[first + i] = across / size[i]!;
        x[first + i] = base[first + i]! + delta * f[first + i]!;
      } else {
        x[first + i] = across;
        f[first + i] = (across - base[first + i]!) / delta;
      }
    }
  }

  /** From a to b. */
  current(i: number): number {
    const { x, f } = this.states;
    return this.inductive[i] ? x[this.first + i]! : this.size[i]! * f[this.first + i]!;
  }

  memory(into: Map<number, readonly number[]>): void {
    this.parts.forEach((part, i) => into.set(part.id, [this.states.x[this.first + i]!]));
  }

  private conductanceAt(i: number, delta: number): number {
    return this.inductive[i] ? delta / this.size[i]! : this.size[i]! / delta;
  }
}
