// A scope: takes one sample in every time step of the simulation, measures the recent past and draws it.

import { History } from "./history";
import { measure, type Measured } from "./measure";
import type { Look } from "./look";
import type { Rect } from "./panel";
import { DIVISIONS, drawScope } from "./scope-draw";
import type { Measurements } from "./types";

export type Readout = keyof Measurements;

/** What a scope shows until its signal turns out to be periodic, in samples a division. */
const FIRST_SCALE = 2000;
/** A signal's cycles that are in view when the time scale is automatic. */
const LEAST_CYCLES = 2;
const MOST_CYCLES = 8;
const BEST_CYCLES = 4;

export class Scope {
  /** The readouts that are written into the picture. */
  readonly shows = new Set<Readout>();
  private readonly history = new History();
  private chosenScale: number | null = null;
  private automaticScale: number;
  private measured: (Measured & { count: number }) | null = null;

  /** The simulation's time step in seconds. */
  constructor(private timeStep: number) {
    this.automaticScale = nice(timeStep * FIRST_SCALE);
  }

  /** `min` and `max` are what the signal came to since the sample before, if it was looked at in between. */
  sample(volts: number, min = volts, max = volts): void {
    this.history.push(volts, min, max);
  }

  measurements(): Measurements {
    return this.measuredNow().measurements;
  }

  /** Seconds a division. */
  get timeScale(): number {
    if (this.chosenScale !== null) return this.chosenScale;
    const { cycle } = this.measuredNow();
    if (cycle) {
      const period = cycle.samples * this.timeStep;
      const inView = (this.automaticScale * DIVISIONS) / period;
      if (inView < LEAST_CYCLES || inView > MOST_CYCLES) this.automaticScale = nice((period * BEST_CYCLES) / DIVISIONS);
    }
    return this.automaticScale;
  }

  get isAutomatic(): boolean {
    return this.chosenScale === null;
  }

  /** Seconds a division; null lets the scope choose. */
  setTimeScale(seconds: number | null): void {
    this.chosenScale = seconds;
    this.measured = null;
  }

  /** Samples that were taken at another time step cannot be compared: the scope starts anew. */
  setTimeStep(seconds: number): void {
    if (seconds === this.timeStep) return;
    this.timeStep = seconds;
    this.automaticScale = nice(seconds * FIRST_SCALE);
    this.clear();
  }

  clear(): void {
    this.history.clear();
    this.measured = null;
  }

  /** Draws in screen pixels. `title` says what is measured; `trace` picks a colour of the look. */
  draw(context: CanvasRenderingContext2D, rect: Readonly<Rect>, look: Look, title: string, trace = 0): void {
    const { measurements, cycle } = this.measuredNow();
    const { timeScale, timeStep, history, shows } = this;
    const span = (timeScale * DIVISIONS) / timeStep;
    // A periodic signal stands still: the picture ends at the start of a cycle. Slow ones move with the time.
    const end = cycle && cycle.samples <= span ? cycle.trigger : null;
    const colour = look.trace[trace % look.trace.length]!;
    drawScope(context, rect, look, { history, span, end, timeScale, measurements, shows, title, colour });
  }

  private measuredNow(): Measured {
    const { count } = this.history;
    if (this.measured?.count !== count) {
      const scale = this.chosenScale ?? this.automaticScale;
      this.measured = { ...measure(this.history, this.timeStep, (scale * DIVISIONS) / this.timeStep), count };
    }
    return this.measured;
  }
}

/** The nearest of 1, 2, 5, 10, 20 … that is not below. */
export function nice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10;
  // Written out and read again, 3 × 1e-6 is not 3.0000000000000001e-6.
  return Number((step * power).toPrecision(3));
}
