// Comparing our readings with ngspice's.

import { expect } from "vitest";
import type { Build } from "./build";
import { measure, type Reading } from "./measure";
import { spice, type Probe } from "./spice";

export interface Compared {
  probe: Probe;
  /** ngspice's longest step, and ours where a test does not leave it to the simulator. */
  step: number;
  until: number;
  /** Where measuring begins; at the start if not given. */
  from?: number;
  what: (keyof Reading)[];
}

/** By reading: how far apart we may be, relative to the larger of value and swing. */
const ALLOWED: Record<keyof Reading, number> = {
  last: 0.001,
  max: 0.01,
  min: 0.01,
  peakToPeak: 0.01,
  average: 0.01,
  frequency: 0.01,
  duty: 0.01,
};

export function theirs(build: Build, { probe, step, until, from = 0 }: Compared): Reading {
  return measure(spice(build.netlist(), probe, step, until), from);
}

export function expectSame(what: readonly (keyof Reading)[], ours: Partial<Reading>, reading: Reading): void {
  for (const key of what) {
    const scale = Math.max(Math.abs(reading[key]), ["max", "min", "average"].includes(key) ? reading.peakToPeak : 0);
    const apart = Math.abs((ours[key] ?? NaN) - reading[key]) / scale;
    expect(apart, `${key}: ours ${ours[key]}, ngspice's ${reading[key]}`).toBeLessThan(ALLOWED[key]);
  }
}
