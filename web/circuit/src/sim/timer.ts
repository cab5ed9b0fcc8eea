// The 555: a divider of three resistors, two comparators, a latch, and switches at its output and its discharge pin.

import type { Equations } from "./equations";
import { pinOf } from "./params";
import type { NetPart } from "./types";

const DIVIDER = 5000;
const OUTPUT_RESISTANCE = 0.01;
const DISCHARGE_RESISTANCE = 10;
/** Reset is active below this, above the timer's ground. */
const RESET_LEVEL = 0.7;

export class Timer {
  readonly id: number;
  private readonly pin: Readonly<Record<string, number>>;
  private readonly resettable: boolean;
  private high: boolean;

  /** `alone` tells whether nothing else is on a net. */
  constructor(part: NetPart, alone: (net: number) => boolean, memory: readonly number[] | undefined) {
    this.id = part.id;
    const names = ["dis", "thr", "trig", "vcc", "rst", "out", "gnd", "ctl"];
    this.pin = Object.fromEntries(names.map((name) => [name, pinOf(part, name)]));
    this.resettable = !alone(this.pin["rst"]!);
    this.high = memory?.[0] === 1;
  }

  write(equations: Equations): void {
    for (const { a, b, conductance } of this.resistors())
      equations.conductance(this.pin[a]!, this.pin[b]!, conductance);
  }

  /** Compares; true if the latch changed. */
  follow(volts: Float64Array): boolean {
    const changes = this.wouldChange(volts);
    if (changes) this.high = !this.high;
    return changes;
  }

  /** Whether the latch changes at these voltages. The trigger is stronger than the threshold, reset stronger than both. */
  wouldChange(volts: Float64Array): boolean {
    const ground = volts[this.pin["gnd"]!]!;
    const control = volts[this.pin["ctl"]!]! - ground;
    const reset = this.resettable && volts[this.pin["rst"]!]! - ground < RESET_LEVEL;
    let high = this.high;
    if (reset) high = false;
    else if (volts[this.pin["trig"]!]! - ground < control / 2) high = true;
    else if (volts[this.pin["thr"]!]! - ground > control) high = false;
    return high !== this.high;
  }

  current(name: string, volts: Float64Array): number {
    let sum = 0;
    for (const { a, b, conductance } of this.resistors()) {
      const flow = (volts[this.pin[a]!]! - volts[this.pin[b]!]!) * conductance;
      if (a === name) sum += flow;
      if (b === name) sum -= flow;
    }
    return sum;
  }

  memory(): readonly number[] {
    return [Number(this.high)];
  }

  private resistors(): { a: string; b: string; conductance: number }[] {
    const fixed = [
      { a: "vcc", b: "ctl", conductance: 1 / DIVIDER },
      { a: "ctl", b: "gnd", conductance: 1 / (2 * DIVIDER) },
      { a: "out", b: this.high ? "vcc" : "gnd", conductance: 1 / OUTPUT_RESISTANCE },
    ];
    return this.high ? fixed : [...fixed, { a: "dis", b: "gnd", conductance: 1 / DISCHARGE_RESISTANCE }];
  }
}
