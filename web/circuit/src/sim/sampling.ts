// How often scopes sample when nobody has said it: often enough for the fastest source.

import { numberOf } from "./params";
import type { NetPart } from "./types";

/** Seconds; the usual. */
export const USUAL_STEP = 5e-6;
const LEAST_STEP = 1e-9;
const SAMPLES_PER_CYCLE = 20;

/** A step of 1, 2 or 5 times a power of ten. */
export function automaticStep(parts: readonly Pick<NetPart, "id" | "kind" | "params">[]): number {
  const fastest = Math.max(0, ...parts.map((part) => numberOf({ ...part, pins: {} }, "frequency", 0)));
  const wanted = 1 / (SAMPLES_PER_CYCLE * fastest);
  if (!(wanted < USUAL_STEP * (1 - 1e-9))) return USUAL_STEP;
  const power = 10 ** Math.floor(Math.log10(wanted) + 1e-9);
  const factor = [5, 2, 1].find((factor) => factor * power <= wanted * (1 + 1e-9)) ?? 1;
  return Math.max(LEAST_STEP, Number((factor * power).toPrecision(3)));
}
