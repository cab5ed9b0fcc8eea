// Which voltage a scope shows.

import { pinsOf } from "../model/geometry";
import type { Part } from "../model/part";
import type { Live } from "../view/types";

/** Pairs of pins across which one measures, plus first. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["plus", "minus"],
  ["anode", "cathode"],
  ["collector", "emitter"],
  ["drain", "source"],
];

/** The voltage at a pin, or across the part: between its two ends, at its output, or at its only pin. */
export function probe(part: Part, pin: string | null, live: Live): number | undefined {
  const across = pin === null ? probed(part) : [pin];
  const [first, second] = across;
  if (first === undefined) return undefined;
  const plus = live.voltage(part, first);
  if (second === undefined || plus === undefined) return plus;
  const minus = live.voltage(part, second);
  return minus === undefined ? undefined : plus - minus;
}

/** The pins that the voltage across a part is taken from: one, or plus and minus; none if it has no pins. */
export function probed(part: Part): readonly string[] {
  const names = pinsOf(part).map((pin) => pin.name);
  const output = names.find((name) => ["out", "q", "s", "q0"].includes(name));
  if (output !== undefined && names.length > 1) return [output];
  const pair = PAIRS.find((two) => two.every((name) => names.includes(name)));
  if (pair) return pair;
  return part.kind === "wire" ? names.slice(0, 1) : names.slice(0, 2);
}
