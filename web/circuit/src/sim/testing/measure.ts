// What a scope reads from a trace, whose samples need not be evenly spaced.

export interface Trace {
  times: number[];
  values: number[];
}

export interface Reading {
  last: number;
  max: number;
  min: number;
  peakToPeak: number;
  average: number;
  /** Hertz, from rising passages through the middle; 0 if there are fewer than two. */
  frequency: number;
  /** The share of the time above the middle, over whole periods. */
  duty: number;
}

export function measure({ times, values }: Trace, from: number): Reading {
  const first = Math.max(
    1,
    times.findIndex((time) => time >= from),
  );
  const max = values.slice(first).reduce((a, b) => Math.max(a, b));
  const min = values.slice(first).reduce((a, b) => Math.min(a, b));
  const middle = (max + min) / 2;
  const rises: number[] = [];
  const highs: number[] = [];
  let area = 0;
  let high = 0;
  for (let i = first; i < values.length; i++) {
    const [before, now] = [values[i - 1]!, values[i]!];
    const [since, step] = [times[i - 1]!, times[i]! - times[i - 1]!];
    area += (step * (before + now)) / 2;
    const crosses = before <= middle !== now <= middle;
    const share = crosses ? (middle - before) / (now - before) : 1;
    high += step * (before > middle ? share : crosses ? 1 - share : 0);
    if (crosses && now > middle) {
      rises.push(since + step * share);
      highs.push(high - step * (1 - share));
    }
  }
  const periods = rises.length - 1;
  const span = periods > 0 ? rises[periods]! - rises[0]! : Infinity;
  return {
    last: values.at(-1)!,
    max,
    min,
    peakToPeak: max - min,
    average: area / (times.at(-1)! - times[first - 1]!),
    frequency: Math.max(0, periods) / span,
    duty: periods > 0 ? (highs[periods]! - highs[0]!) / span : 0,
  };
}
