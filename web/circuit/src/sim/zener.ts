// Zener diodes: a diode, and beyond its breakdown voltage another junction the other way.

import { near, OFF_LEAK, type Curved } from "./curved";
import type { Tangent } from "./equations";
import { Junction, THERMAL_VOLTAGE } from "./junction";
import { numberOf, pinOf } from "./params";
import type { NetPart } from "./types";

/** Amperes at the breakdown voltage. */
const BREAKDOWN_CURRENT = 1e-3;

export class Zener implements Curved {
  readonly id: number;
  private readonly anode: number;
  private readonly cathode: number;
  private readonly breakdown: number;
  private readonly forward: Junction;
  /** Its voltage is what the reverse voltage exceeds the breakdown by. */
  private readonly reverse: Junction;
  private flow = 0;

  constructor(part: NetPart) {
    this.id = part.id;
    this.anode = pinOf(part, "anode");
    this.cathode = pinOf(part, "cathode");
    this.breakdown = numberOf(part, "breakdown");
    const scale = numberOf(part, "emission") * THERMAL_VOLTAGE;
    this.forward = new Junction(numberOf(part, "saturation"), scale);
    this.reverse = new Junction(BREAKDOWN_CURRENT, scale);
  }

  write(tangent: Tangent): void {
    const { anode, cathode, forward, reverse, breakdown } = this;
    const slope = forward.slope + this.steepness();
    // Both tangents go on to where no voltage is across the diode.
    const rest = this.amperes() - forward.slope * forward.volts - this.steepness() * (-reverse.volts - breakdown);
    tangent.slope(anode, anode, slope);
    tangent.slope(anode, cathode, -slope);
    tangent.slope(cathode, cathode, slope);
    tangent.slope(cathode, anode, -slope);
    tangent.current(anode, rest);
    tangent.current(cathode, -rest);
  }

  follow(volts: Float64Array): boolean {
    const { forward, reverse } = this;
    const to = volts[this.anode]! - volts[this.cathode]!;
    const beyond = -to - this.breakdown;
    this.flow = this.amperes() + forward.slope * (to - forward.volts) - this.steepness() * (beyond - reverse.volts);
    const whole = forward.move(to);
    return reverse.move(beyond) && whole && near(this.flow, this.amperes());
  }

  current(pin: string): number {
    return pin === "anode" ? this.flow : -this.flow;
  }

  memory(): readonly number[] {
    return [this.forward.volts];
  }

  restart(memory: readonly number[] = [0]): void {
    this.forward.volts = memory[0] ?? 0;
    this.forward.move(this.forward.volts);
    this.reverse.volts = -this.forward.volts - this.breakdown;
    this.reverse.move(this.reverse.volts);
  }

  private amperes(): number {
    // The leak of a junction is that of the forward one; without voltage no current may flow.
    const { amperes, volts } = this.reverse;
    return this.forward.amperes - (amperes + BREAKDOWN_CURRENT - OFF_LEAK * volts);
  }

  /** How the breakdown's current grows with the reverse voltage. */
  private steepness(): number {
    return this.reverse.slope - OFF_LEAK;
  }
}
