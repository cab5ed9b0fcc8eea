// MOSFETs.

import { near, OFF_LEAK, type Curved } from "./curved";
import type { Tangent } from "./equations";
import { numberOf, pinOf } from "./params";
import type { NetPart } from "./types";

/** The most that a transistor's voltages move in an iteration. */
const MOSFET_STRIDE = 2;

/** The square law; drain and source change places where the voltage between them is negative. */
export class Mosfet implements Curved {
  readonly id: number;
  private readonly gate: number;
  private readonly drain: number;
  private readonly source: number;
  private readonly threshold: number;
  private readonly transconductance: number;
  private gateVolts = 0;
  private drainVolts = 0;
  private amperes = 0;
  private byGate = 0;
  private byDrain = 0;
  private flow = 0;

  constructor(
    part: NetPart,
    private readonly sign: 1 | -1,
  ) {
    this.id = part.id;
    this.gate = pinOf(part, "gate");
    this.drain = pinOf(part, "drain");
    this.source = pinOf(part, "source");
    this.threshold = numberOf(part, "threshold");
    this.transconductance = numberOf(part, "transconductance");
  }

  write(tangent: Tangent): void {
    const { gate, drain, source, byGate, byDrain, sign } = this;
    const rest = sign * (this.amperes - byGate * this.gateVolts - byDrain * this.drainVolts);
    tangent.slope(drain, gate, byGate);
    tangent.slope(drain, drain, byDrain);
    tangent.slope(drain, source, -byGate - byDrain);
    tangent.slope(source, gate, -byGate);
    tangent.slope(source, drain, -byDrain);
    tangent.slope(source, source, byGate + byDrain);
    tangent.current(drain, rest);
    tangent.current(source, -rest);
  }

  follow(volts: Float64Array): boolean {
    const gateVolts = this.sign * (volts[this.gate]! - volts[this.source]!);
    const drainVolts = this.sign * (volts[this.drain]! - volts[this.source]!);
    const gateStride = gateVolts - this.gateVolts;
    const drainStride = drainVolts - this.drainVolts;
    this.flow = this.amperes + this.byGate * gateStride + this.byDrain * drainStride;
    const whole = Math.abs(gateStride) <= MOSFET_STRIDE && Math.abs(drainStride) <= MOSFET_STRIDE;
    this.gateVolts += stride(gateStride);
    this.drainVolts += stride(drainStride);
    this.evaluate();
    return whole && near(this.flow, this.amperes);
  }

  current(pin: string): number {
    if (pin === "gate") return 0;
    return pin === "drain" ? this.sign * this.flow : -this.sign * this.flow;
  }

  memory(): readonly number[] {
    return [this.gateVolts, this.drainVolts];
  }

  restart(memory: readonly number[] = [0, 0]): void {
    this.gateVolts = memory[0] ?? 0;
    this.drainVolts = memory[1] ?? 0;
    this.evaluate();
  }

  private evaluate(): void {
    const { gateVolts, drainVolts, transconductance } = this;
    const turned = drainVolts < 0;
    const across = Math.abs(drainVolts);
    const over = Math.max(0, (turned ? gateVolts - drainVolts : gateVolts) - this.threshold);
    const bend = Math.min(across, over);
    const amperes = transconductance * (over - bend / 2) * bend;
    const byOver = transconductance * bend;
    const byAcross = transconductance * (over - bend) + OFF_LEAK;
    this.amperes = (turned ? -amperes : amperes) + OFF_LEAK * drainVolts;
    this.byGate = turned ? -byOver : byOver;
    this.byDrain = turned ? byOver + byAcross : byAcross;
  }
}

function stride(volts: number): number {
  return Math.max(-MOSFET_STRIDE, Math.min(MOSFET_STRIDE, volts));
}
