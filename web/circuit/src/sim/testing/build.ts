// Short ways to write netlists in tests.

import type { NetPart, Netlist, ParamValue } from "../types";

type Params = Record<string, ParamValue>;

export class Build {
  readonly parts: NetPart[] = [];
  private count = 1;

  /** A new net. */
  net(): number {
    return this.count++;
  }

  netlist(): Netlist {
    return { nets: this.count, parts: this.parts };
  }

  /** Any part; returns its id. */
  part(kind: string, pins: Record<string, number>, params: Params = {}): number {
    const id = this.parts.length + 1;
    this.parts.push({ id, kind, params, pins });
    return id;
  }

  /** A part with one pin on a new net; returns the net. */
  post(kind: string, params: Params): number {
    const a = this.net();
    this.part(kind, { a }, params);
    return a;
  }

  rail(voltage: number): number {
    return this.post("dc-rail", { voltage });
  }

  sine(amplitude: number, frequency: number, offset = 0): number {
    return this.post("ac-rail", { amplitude, frequency, offset, phase: 0 });
  }

  square(high: number, low: number, frequency: number): number {
    return this.post("square-rail", { high, low, frequency, duty: 50, phase: 0 });
  }

  resistor(a: number, b: number, resistance: number): number {
    return this.part("resistor", { a, b }, { resistance });
  }

  capacitor(a: number, b: number, capacitance: number, initialVoltage = 0): number {
    return this.part("capacitor", { a, b }, { capacitance, initialVoltage });
  }

  inductor(a: number, b: number, inductance: number, initialCurrent = 0): number {
    return this.part("inductor", { a, b }, { inductance, initialCurrent });
  }

  diode(anode: number, cathode: number): number {
    return this.part("diode", { anode, cathode });
  }

  bipolar(kind: "npn" | "pnp", base: number, collector: number, emitter: number): number {
    return this.part(kind, { base, collector, emitter });
  }

  mosfet(kind: "nmos" | "pmos", gate: number, drain: number, source: number): number {
    return this.part(kind, { gate, drain, source });
  }

  opamp(kind: "opamp" | "opamp-ideal", minus: number, plus: number, params: Params = {}): number {
    const out = this.net();
    this.part(kind, { minus, plus, out }, params);
    return out;
  }

  /** A two-input gate or an inverter; returns its output. */
  gate(kind: string, ...inputs: number[]): number {
    const out = this.net();
    const names = kind === "not" ? ["in"] : inputs.map((_, i) => `in${i + 1}`);
    const pins = Object.fromEntries(names.map((name, i) => [name, inputs[i]!]));
    this.part(kind, { ...pins, out }, kind === "not" ? { high: 5 } : { inputs: inputs.length, high: 5 });
    return out;
  }
}
