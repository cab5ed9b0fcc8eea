// Parts whose current is not proportional to their voltage.

import type { Tangent } from "./equations";

/** A part that Newton's iteration approaches from the tangent at its present voltages. */
export interface Curved {
  readonly id: number;
  write(tangent: Tangent): void;
  /** Moves to the voltages of a solution, not too far at once; true if the tangent was good enough there. */
  follow(volts: Float64Array): boolean;
  /** The current into a pin at the last solution. */
  current(pin: string): number;
  /** What it knows of its voltages, a good start for the next time. */
  memory(): readonly number[];
  restart(memory?: readonly number[]): void;
}

/** Siemens that are left between the pins of a part that is off. */
export const OFF_LEAK = 1e-12;
const RELATIVE = 1e-6;
const ABSOLUTE = 1e-12;

/** Whether the tangent's current was that of the part; `scale` is the largest of the currents it is made of. */
export function near(a: number, b: number, scale = Math.abs(b)): boolean {
  return Math.abs(a - b) <= ABSOLUTE + RELATIVE * scale;
}
