// The samples of a scope, in bounded memory: the newest one by one, older ones in blocks that keep their mean, mean square,
// least and greatest value. So nothing that happened is lost at any time scale, though the memory stays the same.

/** Blocks that each level keeps; a power of two. */
export const CAPACITY = 32_768;
/** How many blocks of one level make one of the next. */
const RATIO = 16;
const LEVELS = 3;

export interface Range {
  min: number;
  max: number;
}

/** The same signal at one resolution. Blocks are counted from the start; only the last `CAPACITY` are kept. */
export class Level {
  readonly mean: Float64Array;
  readonly square: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** Blocks so far, those forgotten included. */
  count = 0;

  /** `block` is the number of samples in each. */
  constructor(readonly block: number) {
    this.mean = new Float64Array(CAPACITY);
    this.square = new Float64Array(CAPACITY);
    this.min = new Float64Array(CAPACITY);
    this.max = new Float64Array(CAPACITY);
  }

  /** The oldest block that is still kept. */
  get oldest(): number {
    return Math.max(0, this.count - CAPACITY);
  }

  push(mean: number, square: number, min: number, max: number): void {
    const slot = slotOf(this.count++);
    this.mean[slot] = mean;
    this.square[slot] = square;
    this.min[slot] = min;
    this.max[slot] = max;
  }

  /** The range of blocks from one to before another. */
  range(from: number, to: number): Range {
    let min = Infinity;
    let max = -Infinity;
    const { min: lows, max: highs } = this;
    const end = Math.min(to, this.count);
    for (let i = Math.max(from, this.oldest); i < end; i++) {
      const slot = slotOf(i);
      if (lows[slot]! < min) min = lows[slot]!;
      if (highs[slot]! > max) max = highs[slot]!;
    }
    return { min, max };
  }

  /** The last full run of blocks as one block of the next level. */
  fold(blocks: number, into: Level): void {
    let mean = 0;
    let square = 0;
    for (let i = this.count - blocks; i < this.count; i++) {
      mean += this.mean[slotOf(i)]!;
      square += this.square[slotOf(i)]!;
    }
    const { min, max } = this.range(this.count - blocks, this.count);
    into.push(mean / blocks, square / blocks, min, max);
  }
}

export class History {
  readonly levels: readonly Level[] = Array.from({ length: LEVELS }, (_, i) => new Level(RATIO ** i));

  /** Samples so far. */
  get count(): number {
    return this.levels[0]!.count;
  }

  /** `min` and `max` are what the signal came to since the sample before. */
  push(volts: number, min = volts, max = volts): void {
    this.levels[0]!.push(volts, volts * volts, min, max);
    for (let i = 0; i + 1 < LEVELS; i++) {
      const level = this.levels[i]!;
      if (level.count % RATIO !== 0) return;
      level.fold(RATIO, this.levels[i + 1]!);
    }
  }

  clear(): void {
    for (const level of this.levels) level.count = 0;
  }

  /** The finest level that still knows a sample. */
  levelFor(sample: number): Level {
    return this.levels.find((level) => sample >= level.oldest * level.block) ?? this.levels.at(-1)!;
  }

  /** The range of the last so many samples, to a thousandth of them. */
  recentRange(samples: number): Range {
    const first = Math.max(0, this.count - samples);
    const fine = this.levelFor(first);
    // Coarse blocks know their peaks as well, and there are fewer of them.
    const level = this.levels.filter(({ block }) => block <= (this.count - first) / 1000).at(-1) ?? fine;
    const chosen = level.block > fine.block ? level : fine;
    const { min, max } = chosen.range(Math.floor(first / chosen.block), chosen.count);
    // The newest samples may not have filled a block yet.
    const rest = this.levels[0]!.range(chosen.count * chosen.block, this.count);
    return { min: Math.min(min, rest.min), max: Math.max(max, rest.max) };
  }
}

/** Where a block is kept. */
export function slotOf(index: number): number {
  return index & (CAPACITY - 1);
}
