// Several trials at one moment: by the number of their step, or by the time since each began.

import type { Moment } from "../../generated/view";

export type AlignBy = "step" | "time";

/** The places that a scrubber has: steps, or the times at which anything happened in any of the trials. */
export function positions(trials: Moment[][], by: AlignBy): number[] {
  if (by === "step") {
    const longest = Math.max(0, ...trials.map((moments) => moments.length));
    return Array.from({ length: longest }, (_, step) => step);
  }
  const times = new Set(trials.flatMap((moments) => moments.map(timeOf)));
  return [...times].sort((a, b) => a - b);
}

/** Where a trial is at such a place: the last moment that is not later. */
export function momentAt(moments: Moment[], by: AlignBy, position: number): number {
  if (by === "step") return Math.min(position, moments.length - 1);
  let found = 0;
  while (found + 1 < moments.length && timeOf(moments[found + 1]!) <= position) found += 1;
  return found;
}

/** What was seen first was seen at the beginning. */
const timeOf = (moment: Moment) => moment.at_ms ?? 0;
