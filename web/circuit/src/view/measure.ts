// What a scope measures: the last steady cycles of a signal, found by its crossings of the level midway between its peaks.

import { findCycles, type Cycles } from "./cycles";
import { CAPACITY, slotOf, type History, type Level } from "./history";
import { extremes } from "./interpolate";
import type { Measurements } from "./types";

export interface Measured {
  measurements: Measurements;
  /** Of a periodic signal: samples a cycle, and the sample (counted from the start) at which the last one measured began. */
  cycle: { samples: number; trigger: number } | null;
}

/** The shortest window that is looked at, so that a cycle's length is known to a small part of a thousand. */
const LEAST_WINDOW = 4096;
/** As many cycles are wanted, as few are enough. */
const WANTED_CYCLES = 10;
const LEAST_CYCLES = 2;

/** Measures the recent past; what has no cycles is measured over the last `span` samples. */
export function measure(history: History, timeStep: number, span: number): Measured {
  // Best are many cycles that a longer look back confirms, then a few of them; then what there is.
  const choices: { window: Window; cycles: Cycles }[] = [];
  for (const window of windows(history)) {
    const cycles = findCycles(window.level, window.from);
    if (!cycles || cycles.count < LEAST_CYCLES) continue;
    const rank = (isCalm(history, window, cycles) ? 0 : 2) + (cycles.count >= WANTED_CYCLES ? 0 : 1);
    choices[rank] ??= { window, cycles };
    if (rank === 0) break;
  }
  const best = choices.find((choice) => choice !== undefined);
  return best ? ofCycles(best.window.level, best.cycles, timeStep) : ofSpan(history, span);
}

interface Window {
  level: Level;
  /** Its first block; it ends now. */
  from: number;
}

/** Windows that end now, each about twice as long as the one before. */
function windows(history: History): Window[] {
  const result: Window[] = [];
  let longest = 0;
  for (const level of history.levels) {
    for (let blocks = LEAST_WINDOW; blocks <= CAPACITY; blocks *= 2) {
      const known = Math.min(blocks, level.count);
      if (known * level.block <= longest) continue;
      longest = known * level.block;
      result.push({ level, from: level.count - known });
    }
  }
  return result;
}

/** Whether a longer look back shows much the same: else it is a ripple on something slower, or a transient is not yet over. */
function isCalm(history: History, { level, from }: Window, { max, min }: Cycles): boolean {
  const span = (samples: number): number => {
    const range = history.recentRange(samples);
    return range.max - range.min;
  };
  const own = max - min;
  const samples = (level.count - from) * level.block;
  return own >= span(8 * samples) / 2 && own >= span(Infinity) / 1000;
}

function ofCycles(level: Level, cycles: Cycles, timeStep: number): Measured {
  const { first, last, count, above } = cycles;
  const length = last - first;
  const { min, max } = extremes(level, Math.floor(first), Math.ceil(last) + 1);
  const samples = (length * level.block) / count;
  return {
    measurements: {
      frequency: 1 / (samples * timeStep),
      duty: above / length,
      peakToPeak: max - min,
      max,
      min,
      average: integral(level.mean, first, last) / length,
      rms: Math.sqrt(Math.max(0, integral(level.square, first, last) / length)),
    },
    // A block's mean stands for its middle.
    cycle: { samples, trigger: (last + 0.5) * level.block - 0.5 },
  };
}

function ofSpan(history: History, span: number): Measured {
  const nothing = { frequency: null, duty: null };
  if (history.count === 0) {
    const unknown = { peakToPeak: null, max: null, min: null, average: null, rms: null };
    return { measurements: { ...nothing, ...unknown }, cycle: null };
  }
  const first = Math.max(0, history.count - Math.max(1, Math.round(span)));
  const level = history.levelFor(first);
  const from = Math.max(level.oldest, Math.floor(first / level.block));
  let sum = 0;
  let squares = 0;
  for (let i = from; i < level.count; i++) {
    sum += level.mean[slotOf(i)]!;
    squares += level.square[slotOf(i)]!;
  }
  const { min, max } = history.recentRange(span);
  const blocks = level.count - from;
  const measurements = {
    ...nothing,
    peakToPeak: max - min,
    max,
    min,
    average: sum / blocks,
    rms: Math.sqrt(squares / blocks),
  };
  return { measurements, cycle: null };
}

/** The area under values between two times, by trapezia with their ends cut off. */
function integral(values: Float64Array, from: number, to: number): number {
  const value = (time: number): number => {
    const index = Math.floor(time);
    const share = time - index;
    return values[slotOf(index)]! * (1 - share) + values[slotOf(index + 1)]! * share;
  };
  const first = Math.ceil(from);
  const last = Math.floor(to);
  let area = ((first - from) * (value(from) + value(first))) / 2 + ((to - last) * (value(last) + value(to))) / 2;
  for (let i = first; i < last; i++) area += (values[slotOf(i)]! + values[slotOf(i + 1)]!) / 2;
  return area;
}
