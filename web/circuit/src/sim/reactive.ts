// Capacitors and inductors: in each time step a conductance beside a current that remembers.

import type { Equations, Pace } from "./equations";
import type { Layout } from "./layout";
import { numberOf, pinOf } from "./params";
import type { NetPart } from "./types";

/** Steps of alternating sign after which a trapezoidal solution is taken to ring. */
const RINGING = 2;
/** Alternation below this many volts is rounding. */
const AUDIBLE = 1e-6;

export class Reactive {
  readonly parts: readonly NetPart[];
  private readonly a: Int32Array;
  private readonly b: Int32Array;
  private readonly rowA: Int32Array;
  private readonly rowB: Int32Array;
  private readonly inductive: Uint8Array;
  private readonly size: Float64Array;
  private readonly conductance: Float64Array;
  private readonly memoryCurrent: Float64Array;
  private readonly alternations: Uint8Array;
  readonly volts: Float64Array;
  readonly amperes: Float64Array;

  constructor(parts: readonly NetPart[], layout: Layout, memory: ReadonlyMap<number, readonly number[]>) {
    this.parts = parts.filter((part) => part.kind === "capacitor" || part.kind === "inductor");
    const count = this.parts.length;
    this.a = Int32Array.from(this.parts, (part) => pinOf(part, "a"));
    this.b = Int32Array.from(this.parts, (part) => pinOf(part, "b"));
    this.rowA = this.a.map((net) => layout.row[net]!);
    this.rowB = this.b.map((net) => layout.row[net]!);
    this.inductive = Uint8Array.from(this.parts, (part) => Number(part.kind === "inductor"));
    this.size = Float64Array.from(this.parts, (part) =>
      numberOf(part, part.kind === "inductor" ? "inductance" : "capacitance"),
    );
    this.conductance = new Float64Array(count);
    this.memoryCurrent = new Float64Array(count);
    this.alternations = new Uint8Array(count);
    this.volts = new Float64Array(count);
    this.amperes = new Float64Array(count);
    this.parts.forEach((part, i) => {
      const known = memory.get(part.id)?.[0];
      if (this.inductive[i]) this.amperes[i] = known ?? numberOf(part, "initialCurrent");
      else this.volts[i] = known ?? numberOf(part, "initialVoltage");
    });
  }

  write(equations: Equations): void {
    for (let i = 0; i < this.a.length; i++) {
      equations.conductance(this.a[i]!, this.b[i]!, this.conductanceAt(i, equations.pace));
    }
  }

  /** Brings what is remembered to the right side. */
  right(pace: Pace, right: Float64Array): void {
    const { a, rowA, rowB, conductance, memoryCurrent, volts, amperes, inductive } = this;
    for (let i = 0; i < a.length; i++) {
      const g = (conductance[i] = this.conductanceAt(i, pace));
      let rest: number;
      if (inductive[i]) rest = pace.damped ? amperes[i]! : amperes[i]! + g * volts[i]!;
      else rest = pace.damped ? -g * volts[i]! : -g * volts[i]! - amperes[i]!;
      memoryCurrent[i] = rest;
      if (rowA[i]! >= 0) right[rowA[i]!]! -= rest;
      if (rowB[i]! >= 0) right[rowB[i]!]! += rest;
    }
  }

  /** Takes over a solution; true if it rings, so that the next step should be damped. */
  accept(net: Float64Array): boolean {
    const { a, b, conductance, memoryCurrent, volts, amperes, inductive, alternations } = this;
    let rings = false;
    for (let i = 0; i < a.length; i++) {
      const across = net[a[i]!]! - net[b[i]!]!;
      const through = conductance[i]! * across + memoryCurrent[i]!;
      // What can ring is an inductor's voltage and a capacitor's current, here as the voltage that it adds in a step.
      const now = inductive[i] ? across : through / conductance[i]!;
      const before = inductive[i] ? volts[i]! : amperes[i]! / conductance[i]!;
      if (now * before < 0 && Math.abs(now) > AUDIBLE) {
        if (++alternations[i]! >= RINGING) {
          rings = true;
          alternations[i] = 0;
        }
      } else alternations[i] = 0;
      volts[i] = across;
      amperes[i] = through;
    }
    return rings;
  }

  save(): Float64Array[] {
    return [this.volts.slice(), this.amperes.slice()];
  }

  load([volts, amperes]: Float64Array[]): void {
    this.volts.set(volts!);
    this.amperes.set(amperes!);
  }

  memory(into: Map<number, readonly number[]>): void {
    this.parts.forEach((part, i) => into.set(part.id, [this.inductive[i] ? this.amperes[i]! : this.volts[i]!]));
  }

  private conductanceAt(i: number, { step, damped }: Pace): number {
    const whole = this.inductive[i] ? step / this.size[i]! : this.size[i]! / step;
    if (damped) return whole;
    return this.inductive[i] ? whole / 2 : whole * 2;
  }
}
