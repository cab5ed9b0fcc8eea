// Diodes, with light or without.

import { near, type Curved } from "./curved";
import type { Tangent } from "./equations";
import { Junction, THERMAL_VOLTAGE } from "./junction";
import { numberOf, pinOf } from "./params";
import type { NetPart } from "./types";

export class Diode implements Curved {
  readonly id: number;
  private readonly anode: number;
  private readonly cathode: number;
  private readonly junction: Junction;
  private flow = 0;

  constructor(part: NetPart) {
    this.id = part.id;
    this.anode = pinOf(part, "anode");
    this.cathode = pinOf(part, "cathode");
    this.junction = new Junction(numberOf(part, "saturation"), numberOf(part, "emission") * THERMAL_VOLTAGE);
  }

  write(tangent: Tangent): void {
    const { anode, cathode } = this;
    const { slope, amperes, volts } = this.junction;
    tangent.slope(anode, anode, slope);
    tangent.slope(anode, cathode, -slope);
    tangent.slope(cathode, cathode, slope);
    tangent.slope(cathode, anode, -slope);
    tangent.current(anode, amperes - slope * volts);
    tangent.current(cathode, slope * volts - amperes);
  }

  follow(volts: Float64Array): boolean {
    const { junction } = this;
    const to = volts[this.anode]! - volts[this.cathode]!;
    this.flow = junction.amperes + junction.slope * (to - junction.volts);
    return junction.move(to) && near(this.flow, junction.amperes);
  }

  current(pin: string): number {
    return pin === "anode" ? this.flow : -this.flow;
  }

  memory(): readonly number[] {
    return [this.junction.volts];
  }

  restart(memory: readonly number[] = [0]): void {
    this.junction.volts = memory[0] ?? 0;
    this.junction.move(this.junction.volts);
  }
}
