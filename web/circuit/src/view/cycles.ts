// Finds the cycles of a signal in a window that ends now.

import { slotOf, type Level } from "./history";
import { crossing, extremes } from "./interpolate";

/** Steady cycles, the newest of the window. Times are in blocks of the level. */
export interface Cycles {
  first: number;
  last: number;
  count: number;
  /** The time spent above the middle. */
  above: number;
  /** Of the window. */
  min: number;
  max: number;
}

/** A signal must go so far beyond the middle, as a part of its whole height, before it may cross again. */
const HYSTERESIS = 0.1;
/** How much cycles may differ in length and in height and still be of one kind. */
const SAME_LENGTH = 0.02;
const SAME_HEIGHT = 0.05;
/** What alternates faster is noise of the arithmetic. */
const SHORTEST_CYCLE = 4;

interface Cycle {
  start: number;
  end: number;
  above: number;
  min: number;
  max: number;
}

export function findCycles(level: Level, from: number): Cycles | null {
  const { min, max } = extremes(level, from, level.count);
  const height = max - min;
  if (!(height > 1e-7 + 1e-6 * Math.max(Math.abs(min), Math.abs(max)))) return null;
  const steady = newestSteady(allCycles(level, from, (min + max) / 2, height * HYSTERESIS), height);
  if (steady.length === 0) return null;
  const first = steady[0]!.start;
  const last = steady.at(-1)!.end;
  if ((last - first) / steady.length < SHORTEST_CYCLE) return null;
  const above = steady.reduce((sum, cycle) => sum + cycle.above, 0);
  return { first, last, count: steady.length, above, min, max };
}

/** Cycles from one rising crossing of the middle to the next. */
function allCycles(level: Level, from: number, middle: number, margin: number): Cycle[] {
  const cycles: Cycle[] = [];
  const { mean } = level;
  let side = 0;
  let rise: number | null = null;
  let fall: number | null = null;
  // The last crossing in either direction; it counts once the signal has gone beyond the margin.
  let up = 0;
  let down = 0;
  let [min, max] = [Infinity, -Infinity];
  for (let i = from + 1; i < level.count; i++) {
    const before = mean[slotOf(i - 1)]!;
    const value = mean[slotOf(i)]!;
    if (before < middle && value >= middle) up = i;
    if (before >= middle && value < middle) down = i;
    if (value > middle + margin) {
      if (side < 0) {
        const end = crossing(level, from, up, middle);
        if (rise !== null && fall !== null) cycles.push({ start: rise, end, above: fall - rise, min, max });
        rise = end;
        [min, max] = [Infinity, -Infinity];
      }
      side = 1;
    } else if (value < middle - margin) {
      if (side > 0) fall = crossing(level, from, down, middle);
      side = -1;
    }
    const slot = slotOf(i);
    if (level.min[slot]! < min) min = level.min[slot]!;
    if (level.max[slot]! > max) max = level.max[slot]!;
  }
  return cycles;
}

/** The newest cycles as far back as they are like the last. */
function newestSteady(cycles: readonly Cycle[], height: number): readonly Cycle[] {
  const last = cycles.at(-1);
  if (!last) return [];
  const length = last.end - last.start;
  const near = height * SAME_HEIGHT;
  let first = cycles.length - 1;
  while (first > 0) {
    const { start, end, min, max } = cycles[first - 1]!;
    // A crossing between two samples of a steep edge is known to a sample only.
    if (Math.abs(end - start - length) > length * SAME_LENGTH + 1.5) break;
    if (Math.abs(min - last.min) > near || Math.abs(max - last.max) > near) break;
    first--;
  }
  return cycles.slice(first);
}
