// Bipolar transistors.

import { near, type Curved } from "./curved";
import type { Tangent } from "./equations";
import { Junction, THERMAL_VOLTAGE } from "./junction";
import { numberOf, pinOf } from "./params";
import type { NetPart } from "./types";

const REVERSE_BETA = 1;

/** Ebers and Moll's transistor in transport form; voltages and currents of a PNP are those of an NPN with the sign turned. */
export class Bipolar implements Curved {
  readonly id: number;
  private readonly nets: readonly [base: number, collector: number, emitter: number];
  private readonly forward: Junction;
  private readonly reverse: Junction;
  private readonly beta: number;
  private flowBase = 0;
  private flowCollector = 0;

  constructor(
    part: NetPart,
    private readonly sign: 1 | -1,
  ) {
    this.id = part.id;
    this.nets = [pinOf(part, "base"), pinOf(part, "collector"), pinOf(part, "emitter")];
    this.beta = numberOf(part, "beta");
    const saturation = numberOf(part, "saturation");
    this.forward = new Junction(saturation, THERMAL_VOLTAGE);
    this.reverse = new Junction(saturation, THERMAL_VOLTAGE);
  }

  write(tangent: Tangent): void {
    const [base, collector, emitter] = this.nets;
    const { forward, reverse, beta, sign } = this;
    // Slopes of the base's and the collector's current over base-emitter and base-collector voltage.
    const bf = forward.slope / beta;
    const br = reverse.slope / REVERSE_BETA;
    const cf = forward.slope;
    const cr = -reverse.slope - br;
    const baseRest = this.baseCurrent() - bf * forward.volts - br * reverse.volts;
    const collectorRest = this.collectorCurrent() - cf * forward.volts - cr * reverse.volts;
    tangent.slope(base, base, bf + br);
    tangent.slope(base, emitter, -bf);
    tangent.slope(base, collector, -br);
    tangent.slope(collector, base, cf + cr);
    tangent.slope(collector, emitter, -cf);
    tangent.slope(collector, collector, -cr);
    tangent.slope(emitter, base, -bf - br - cf - cr);
    tangent.slope(emitter, emitter, bf + cf);
    tangent.slope(emitter, collector, br + cr);
    tangent.current(base, sign * baseRest);
    tangent.current(collector, sign * collectorRest);
    tangent.current(emitter, -sign * (baseRest + collectorRest));
  }

  follow(volts: Float64Array): boolean {
    const [base, collector, emitter] = this.nets;
    const { forward, reverse, beta, sign } = this;
    const toForward = sign * (volts[base]! - volts[emitter]!);
    const toReverse = sign * (volts[base]! - volts[collector]!);
    const moreForward = forward.slope * (toForward - forward.volts);
    const moreReverse = reverse.slope * (toReverse - reverse.volts);
    this.flowBase = this.baseCurrent() + moreForward / beta + moreReverse / REVERSE_BETA;
    this.flowCollector = this.collectorCurrent() + moreForward - moreReverse * (1 + 1 / REVERSE_BETA);
    const whole = forward.move(toForward);
    if (!reverse.move(toReverse) || !whole) return false;
    // In saturation the pins' currents are small differences of large ones, which are what rounding goes by.
    const scale = Math.max(Math.abs(forward.amperes), Math.abs(reverse.amperes));
    return (
      near(this.flowBase, this.baseCurrent(), scale / beta) && near(this.flowCollector, this.collectorCurrent(), scale)
    );
  }

  current(pin: string): number {
    const { flowBase, flowCollector, sign } = this;
    if (pin === "base") return sign * flowBase;
    return pin === "collector" ? sign * flowCollector : -sign * (flowBase + flowCollector);
  }

  memory(): readonly number[] {
    return [this.forward.volts, this.reverse.volts];
  }

  restart(memory: readonly number[] = [0, 0]): void {
    [this.forward, this.reverse].forEach((junction, i) => {
      junction.volts = memory[i] ?? 0;
      junction.move(junction.volts);
    });
  }

  private baseCurrent(): number {
    return this.forward.amperes / this.beta + this.reverse.amperes / REVERSE_BETA;
  }

  private collectorCurrent(): number {
    return this.forward.amperes - this.reverse.amperes * (1 + 1 / REVERSE_BETA);
  }
}
