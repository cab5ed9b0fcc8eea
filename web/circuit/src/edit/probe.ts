// Which voltage a scope shows of a part.

import { pinsOf } from "../model/geometry";
import type { Part } from "../model/part";

/** Pairs of pins across which one measures, plus first. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["plus", "minus"],
  ["anode", "cathode"],
  ["collector", "emitter"],
  ["drain", "source"],
  ["s1", "s2"],
];

/** The pins that the voltage across a part is taken from: one, or plus and minus; none if it has no pins. */
export function probed(part: Part): readonly string[] {
  const names = pinsOf(part).map((pin) => pin.name);
  const output = names.find((name) => ["out", "q", "s", "q0"].includes(name));
  if (output !== undefined && names.length > 1) return [output];
  if (names.includes("wiper")) return ["wiper"];
  const pair = PAIRS.find((two) => two.every((name) => names.includes(name)));
  if (pair) return pair;
  return part.kind === "wire" ? names.slice(0, 1) : names.slice(0, 2);
}
