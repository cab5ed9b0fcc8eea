// The exponential junction, of which diodes and bipolar transistors are made.

import { OFF_LEAK } from "./curved";

export const THERMAL_VOLTAGE = 0.025865;
/** Amperes beyond which a junction is a resistor. */
const MOST_CURVED = 1e4;

/** An exponential junction: its voltage, current and slope. */
export class Junction {
  volts = 0;
  amperes = 0;
  slope = OFF_LEAK;
  /** Above this the exponential is so steep that steps must be cut. */
  private readonly steep: number;
  /** Above this it goes on as a straight line, so that a diode straight across a supply has a current that can be computed. */
  private readonly straight: number;

  constructor(
    private readonly saturation: number,
    private readonly scale: number,
  ) {
    this.steep = scale * Math.log(scale / (Math.SQRT2 * saturation));
    this.straight = scale * Math.log(MOST_CURVED / saturation);
  }

  /** Moves towards a voltage; false if the step was cut. */
  move(to: number): boolean {
    const reached = this.cut(to);
    this.volts = reached;
    const bent = Math.min(reached, this.straight);
    const growth = this.saturation * Math.exp(bent / this.scale);
    const slope = growth / this.scale;
    this.amperes = growth - this.saturation + slope * (reached - bent) + OFF_LEAK * reached;
    this.slope = slope + OFF_LEAK;
    return reached === to;
  }

  /** On the steep part a step of voltage becomes the step that the tangent's current asks for. */
  private cut(to: number): number {
    const { volts, scale, steep, straight } = this;
    if (to <= steep || volts > straight || Math.abs(to - volts) <= 2 * scale) return to;
    if (volts <= 0) return Math.min(to, Math.max(scale * Math.log(Math.max(to / scale, 1)), steep));
    const ratio = 1 + (to - volts) / scale;
    return ratio > 0 ? volts + scale * Math.log(ratio) : steep;
  }
}
