// Parts whose current is not proportional to their voltage: diodes and transistors.

import { Tangent } from "./equations";
import { numberOf, pinOf } from "./params";
import type { NetPart } from "./types";

/** A part that Newton's iteration approaches from the tangent at its present voltages. */
export interface Curved {
  readonly id: number;
  write(tangent: Tangent): void;
  /** Moves to the voltages of a solution, not too far at once; true if the tangent was good enough there. */
  follow(volts: Float64Array): boolean;
  /** The current into a pin at the last solution. */
  current(pin: string): number;
  /** What it knows of its voltages, a good start for the next time. */
  memory(): readonly number[];
  restart(memory?: readonly number[]): void;
}

export const THERMAL_VOLTAGE = 0.025865;
const RELATIVE = 1e-6;
const ABSOLUTE = 1e-12;
const JUNCTION_LEAK = 1e-12;

export function curvedOf(part: NetPart): Curved | null {
  switch (part.kind) {
    case "diode":
    case "led":
      return new Diode(part);
    case "npn":
      return new Bipolar(part, 1);
    case "pnp":
      return new Bipolar(part, -1);
    case "nmos":
      return new Mosfet(part, 1);
    case "pmos":
      return new Mosfet(part, -1);
    default:
      return null;
  }
}

/** An exponential junction: its voltage, current and slope. */
class Junction {
  volts = 0;
  amperes = 0;
  slope = JUNCTION_LEAK;
  /** Above this the exponential is so steep that steps must be cut. */
  private readonly steep: number;

  constructor(
    private readonly saturation: number,
    private readonly scale: number,
  ) {
    this.steep = scale * Math.log(scale / (Math.SQRT2 * saturation));
  }

  /** Moves towards a voltage; false if the step was cut. */
  move(to: number): boolean {
    const reached = this.cut(to);
    this.volts = reached;
    const growth = Math.exp(Math.min(reached / this.scale, 200));
    this.amperes = this.saturation * (growth - 1) + JUNCTION_LEAK * reached;
    this.slope = (this.saturation * growth) / this.scale + JUNCTION_LEAK;
    return reached === to;
  }

  /** On the steep part a step of voltage becomes the step that the tangent's current asks for. */
  private cut(to: number): number {
    const { volts, scale, steep } = this;
    if (to <= steep || Math.abs(to - volts) <= 2 * scale) return to;
    if (volts <= 0) return Math.min(to, Math.max(scale * Math.log(Math.max(to / scale, 1)), steep));
    const ratio = 1 + (to - volts) / scale;
    return ratio > 0 ? volts + scale * Math.log(ratio) : steep;
  }
}

class Diode implements Curved {
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

const REVERSE_BETA = 1;

/** Ebers and Moll's transistor in transport form; voltages and currents of a PNP are those of an NPN with the sign turned. */
class Bipolar implements Curved {
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
    return (
      reverse.move(toReverse) &&
      whole &&
      near(this.flowBase, this.baseCurrent()) &&
      near(this.flowCollector, this.collectorCurrent())
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

/** The most that a transistor's voltages move in an iteration. */
const MOSFET_STRIDE = 2;

/** The square law; drain and source change places where the voltage between them is negative. */
class Mosfet implements Curved {
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
    const byAcross = transconductance * (over - bend) + JUNCTION_LEAK;
    this.amperes = (turned ? -amperes : amperes) + JUNCTION_LEAK * drainVolts;
    this.byGate = turned ? -byOver : byOver;
    this.byDrain = turned ? byOver + byAcross : byAcross;
  }
}

function stride(volts: number): number {
  return Math.max(-MOSFET_STRIDE, Math.min(MOSFET_STRIDE, volts));
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= ABSOLUTE + RELATIVE * Math.abs(b);
}
