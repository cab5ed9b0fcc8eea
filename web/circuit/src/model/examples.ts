// Circuits to begin with. None of them solves a task of the suite.

import type { Contents, NewPart } from "./document";
import { Document } from "./document";

export interface Example {
  name: string;
  parts: readonly NewPart[];
  /** The part, by its place in the list, and the pin that a scope watches. */
  scope: readonly [part: number, pin: string];
}

export const EXAMPLES: readonly Example[] = [
  {
    name: "Low-Pass Filter",
    parts: [
      { kind: "square-rail", a: [16, 14], b: [16, 10], label: "IN", params: { frequency: 1000 } },
      { kind: "resistor", a: [16, 14], b: [24, 14], label: "R1" },
      { kind: "capacitor", a: [24, 14], b: [24, 20], label: "C1", params: { capacitance: 1e-7 } },
      { kind: "ground", a: [24, 20], b: [24, 22] },
    ],
    scope: [2, "a"],
  },
  {
    name: "Transformer and Rectifier",
    parts: [
      { kind: "ac-source", a: [8, 18], b: [8, 12], label: "V1", params: { amplitude: 100 } },
      { kind: "transformer", a: [14, 13], b: [14, 13], label: "T1", params: { ratio: 0.1 } },
      { kind: "wire", a: [8, 12], b: [14, 13] },
      { kind: "wire", a: [8, 18], b: [14, 17] },
      { kind: "diode", a: [18, 13], b: [26, 13], label: "D1" },
      { kind: "capacitor", a: [26, 13], b: [26, 17], label: "C1", params: { capacitance: 1e-4 } },
      { kind: "resistor", a: [32, 13], b: [32, 17], label: "RL" },
      { kind: "wire", a: [26, 13], b: [32, 13] },
      { kind: "wire", a: [26, 17], b: [32, 17] },
      { kind: "wire", a: [18, 17], b: [26, 17] },
      { kind: "ground", a: [18, 17], b: [18, 19] },
      { kind: "ground", a: [8, 18], b: [8, 20] },
    ],
    scope: [6, "a"],
  },
  {
    name: "Zener Regulator",
    parts: [
      { kind: "ac-rail", a: [12, 12], b: [8, 12], label: "IN", params: { amplitude: 2, offset: 12 } },
      { kind: "resistor", a: [12, 12], b: [20, 12], label: "R1", params: { resistance: 470 } },
      { kind: "zener", a: [20, 18], b: [20, 12], label: "Z1" },
      { kind: "ground", a: [20, 18], b: [20, 20] },
      { kind: "wire", a: [20, 12], b: [28, 12] },
      { kind: "voltmeter", a: [28, 12], b: [28, 18], label: "OUT" },
      { kind: "ground", a: [28, 18], b: [28, 20] },
    ],
    scope: [2, "cathode"],
  },
  {
    name: "Relaxation Oscillator",
    parts: [
      { kind: "opamp", a: [18, 14], b: [24, 14], label: "U1" },
      { kind: "capacitor", a: [12, 13], b: [12, 19], label: "C1", params: { capacitance: 1e-8 } },
      { kind: "ground", a: [12, 19], b: [12, 21] },
      { kind: "wire", a: [12, 13], b: [18, 13] },
      { kind: "resistor", a: [18, 9], b: [24, 9], label: "R1", params: { resistance: 10000 } },
      { kind: "wire", a: [18, 9], b: [18, 13] },
      { kind: "wire", a: [24, 9], b: [24, 14] },
      { kind: "resistor", a: [18, 18], b: [24, 18], label: "R2", params: { resistance: 10000 } },
      { kind: "wire", a: [18, 15], b: [18, 18] },
      { kind: "wire", a: [24, 14], b: [24, 18] },
      { kind: "resistor", a: [18, 18], b: [18, 23], label: "R3", params: { resistance: 10000 } },
      { kind: "ground", a: [18, 23], b: [18, 25] },
    ],
    scope: [0, "out"],
  },
];

/** An example as a document's contents. */
export function contentsOf({ parts, scope: [watched, pin] }: Example): Contents {
  const document = new Document();
  const ids = parts.map((part) => document.add(part).id);
  document.addScope(ids[watched]!, pin);
  return document.contents();
}
