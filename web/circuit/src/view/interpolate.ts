// Between samples: where a smooth signal crosses a level, and how high its peaks are. Steps are taken as they are sampled.

import { slotOf, type Level, type Range } from "./history";

/** The time at which the signal crosses a level between block `index − 1` and block `index`. */
export function crossing(level: Level, from: number, index: number, middle: number): number {
  const at = (i: number): number => level.mean[slotOf(i)]! - middle;
  const y0 = at(index - 1);
  const y1 = at(index);
  const linear = y0 / (y0 - y1);
  if (index - 2 < from || index + 1 >= level.count) return index - 1 + linear;
  const before = at(index - 2);
  const after = at(index + 1);
  const bend0 = before - 2 * y0 + y1;
  const bend1 = y0 - 2 * y1 + after;
  if (Math.max(Math.abs(bend0), Math.abs(bend1)) > Math.abs(y1 - y0) / 4) return index - 1 + linear;
  // The cubic through the four neighbours is the line less its bends; a few rounds settle where it is zero.
  let t = linear;
  for (let round = 0; round < 4; round++) {
    const bend = (t * (1 - t) * (bend0 * (2 - t) + bend1 * (1 + t))) / 6;
    t = linear + bend / (y1 - y0);
  }
  return index - 1 + Math.max(0, Math.min(1, t));
}

/** The least and greatest value of blocks, peaks of smooth signals being rounded out between samples. */
export function extremes(level: Level, from: number, to: number): Range {
  const start = Math.max(from, level.oldest);
  const end = Math.min(to, level.count);
  const { min, max } = level.range(start, end);
  // Blocks know their true peaks; at so many samples a cycle there is nothing to round out.
  if (level.block > 1) return { min, max };
  const height = max - min;
  const rounded = { min, max };
  for (let i = start; i < end; i++) {
    const value = level.mean[slotOf(i)]!;
    if (value > max - height * NEAR_PEAK || value < min + height * NEAR_PEAK) {
      const peak = peakAt(level, i, height);
      rounded.min = Math.min(rounded.min, peak);
      rounded.max = Math.max(rounded.max, peak);
    }
  }
  return rounded;
}

/** Only samples so near to the greatest, as a part of the height, can hide a greater peak. */
const NEAR_PEAK = 0.03;
/** Third and fourth differences that a smooth signal does not exceed, as a part of its height. */
const ROUGH = 0.06;

/** The top of the curve through a sample and its four neighbours, if the signal is smooth there and the sample is a peak. */
function peakAt(level: Level, index: number, height: number): number {
  const at = (i: number): number => level.mean[slotOf(i)]!;
  const value = at(index);
  if (index - 2 < level.oldest || index + 2 >= level.count) return value;
  const [before2, before, after, after2] = [at(index - 2), at(index - 1), at(index + 1), at(index + 2)];
  if ((before - value) * (after - value) < 0) return value;
  // Central differences of the first to the fourth order.
  const first = (after - before) / 2;
  const second = before - 2 * value + after;
  const third = (after2 - 2 * after + 2 * before - before2) / 2;
  const fourth = after2 - 4 * after + 6 * value - 4 * before + before2;
  // Where the signal steps or turns sharply there is nothing between the samples to be guessed.
  const rough = Math.max(Math.abs(third), Math.abs(fourth));
  if (second === 0 || rough > height * ROUGH) return value;
  let t = 0;
  for (let round = 0; round < 3; round++) {
    const slope = first + t * second + ((3 * t * t - 1) / 6) * third + ((2 * t ** 3 - t) / 12) * fourth;
    t -= slope / (second + t * third + ((6 * t * t - 1) / 12) * fourth);
  }
  // A peak is at most half a sample from the highest one.
  if (!(Math.abs(t) <= 0.6)) return value;
  const cubic = (t * (t * t - 1) * third) / 6;
  return value + t * first + (t * t * second) / 2 + cubic + (t * t * (t * t - 1) * fourth) / 24;
}
