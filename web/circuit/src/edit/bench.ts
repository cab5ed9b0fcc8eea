// The bench: where the circuit runs. It turns the document into a netlist, makes time steps as app time passes, and says what
// the simulation says.

import type { Document, Scope } from "../model/document";
import { findNets, looseTouches, netlistOf, type Nets } from "../model/nets";
import type { Part, Point } from "../model/part";
import { routesOf, type Routes } from "../model/route";
import { wireCurrents, type WireCurrents } from "../model/wire-currents";
import { effort } from "../sim/effort";
import { automaticStep, USUAL_STEP } from "../sim/sampling";
import type { Make, Simulation } from "../sim/types";
import { Scope as Trace } from "../view/scope";
import type { Live } from "../view/types";
import { Dots } from "./dots";
import { probed } from "./probe";

const STEPS_PER_SECOND = 20_000;

/** App time that a frame may make up for at most, in seconds: a page that was hidden does not catch up. */
const MOST_ELAPSED = 0.1;
/** Wall time that a frame's steps may take, in milliseconds. In an exam the clock stands still meanwhile. */
const MOST_WALL_MS = 12;
/** Arithmetic that a frame's steps may take: about as much as fits into that time, and counted the same on every machine. */
const EFFORT_PER_FRAME = 15e6;

export class Bench {
  running = true;
  /** Times the usual number of steps a second. */
  speed = 1;
  /** Seconds; null leaves it to the simulator. */
  chosenStep: number | null = null;
  /** Whether its current is looked at, so that dots move. */
  showsCurrent = false;
  readonly dots = new Dots();
  nets: Nets = findNets([]);
  /** How wires are drawn. */
  routes: Routes = new Map();
  /** Where pins lie on wires without being connected. */
  missedPins: readonly Point[] = [];

  readonly #document: Document;
  readonly #make: Make;
  #timeStep = USUAL_STEP;
  #simulation: Simulation;
  #traces = new Map<number, Trace>();
  #probes: { trace: Trace; plus: number; minus: number; min: number; max: number }[] = [];
  #wireCurrents: WireCurrents | undefined;
  #owed = 0;
  /** Up to where effort may be spent. */
  #affordable = effort.spent;

  constructor(document: Document, make: Make) {
    this.#document = document;
    this.#make = make;
    this.#simulation = this.#start(0);
  }

  get time(): number {
    return this.#simulation.time;
  }

  /** Seconds from one sample of the scopes to the next. */
  get timeStep(): number {
    return this.#timeStep;
  }

  get problem(): string | null {
    return this.#simulation.problem;
  }

  /** In one sentence, if the numbers may be off. */
  get warning(): string | null {
    return this.#simulation.warning;
  }

  /** What drawing asks about a part. */
  readonly live: Live = {
    voltage: (part, pin) => {
      const net = this.nets.of(part.id, pin);
      return net === undefined ? undefined : this.#simulation.voltage(net);
    },
    current: (part, pin) => {
      if (part.kind === "net-label") return 0;
      if (part.kind !== "wire" && part.kind !== "ground") return this.#simulation.current(part.id, pin);
      const amps = this.#currentsOfWires().get(part.id);
      return amps === undefined || pin === "a" ? amps : -amps;
    },
  };

  /** By net. */
  voltages(): number[] {
    return Array.from({ length: this.nets.count }, (_, net) => this.#simulation.voltage(net));
  }

  /** The document was edited: goes on with the time and the states of parts that stay. */
  rebuild(): void {
    this.#simulation = this.#start(this.#simulation.time, this.#simulation.memory());
  }

  /** A part's parameters were changed by its user while it runs. */
  set(part: Part): void {
    this.#wireCurrents = undefined;
    if (this.problem !== null) this.rebuild();
    else this.#simulation.set(part.id, part.params);
  }

  reset(): void {
    for (const trace of this.#traces.values()) trace.clear();
    this.#simulation = this.#start(0);
    this.#owed = 0;
  }

  /** Lets app time pass; tells whether anything was simulated. */
  pass(seconds: number): boolean {
    if (!this.running || this.problem !== null) return false;
    const elapsed = Math.min(Math.max(seconds, 0), MOST_ELAPSED);
    this.#owed += elapsed * STEPS_PER_SECOND * this.speed;
    const end = performance.now() + MOST_WALL_MS;
    const before = this.time;
    this.#wireCurrents = undefined;
    // What one step spent beyond a frame's share, and what an edit spent on starting anew, is made up for by the frames that follow.
    this.#affordable = Math.min(this.#affordable + EFFORT_PER_FRAME, effort.spent + EFFORT_PER_FRAME);
    while (this.#owed >= 1 && this.problem === null && effort.spent < this.#affordable && performance.now() <= end) {
      this.#simulation.run(1, this.#sample, this.#look);
      this.#owed -= 1;
    }
    // A machine too slow for the speed asked for simulates less, and does not fall behind for ever.
    this.#owed = Math.min(this.#owed, 1);
    if (this.showsCurrent) this.dots.pass(elapsed, this.#document.parts, this.live);
    return this.time !== before || this.problem !== null;
  }

  /** What a scope of the document has seen. */
  trace(scope: Scope): Trace {
    return this.#traces.get(scope.id)!;
  }

  #start(time: number, memory?: ReadonlyMap<number, unknown>): Simulation {
    const parts = this.#document.parts;
    this.nets = findNets(parts);
    this.routes = routesOf(parts);
    this.missedPins = looseTouches(parts, this.nets, this.routes);
    this.#wireCurrents = undefined;
    this.#timeStep = this.chosenStep ?? automaticStep(parts);
    this.#setTraces();
    const options = { timeStep: this.#timeStep, fixed: this.chosenStep !== null };
    return this.#make(netlistOf(parts, this.nets), options, time, memory);
  }

  /** Worked out only when somebody asks, and once for a moment of the simulation. */
  #currentsOfWires(): WireCurrents {
    this.#wireCurrents ??= wireCurrents(this.#document.parts, (part, pin) => this.#simulation.current(part.id, pin));
    return this.#wireCurrents;
  }

  /** Scopes that stay go on; new ones begin. */
  #setTraces(): void {
    const before = this.#traces;
    this.#traces = new Map();
    this.#probes = [];
    for (const scope of this.#document.scopes) {
      const trace = before.get(scope.id) ?? new Trace(this.timeStep);
      trace.setTimeStep(this.timeStep);
      trace.setTimeScale(scope.timeScale);
      trace.shows.clear();
      for (const show of scope.shows) trace.shows.add(show);
      this.#traces.set(scope.id, trace);
      const part = this.#document.part(scope.part)!;
      const [plus, minus] = (scope.pin === null ? probed(part) : [scope.pin]).map((pin) => this.nets.of(part.id, pin));
      this.#probes.push({ trace, plus: plus ?? 0, minus: minus ?? 0, min: Infinity, max: -Infinity });
    }
  }

  /** Between samples only the least and the greatest value are of interest. */
  readonly #look = (): void => {
    for (const probe of this.#probes) {
      const volts = this.#simulation.voltage(probe.plus) - this.#simulation.voltage(probe.minus);
      if (volts < probe.min) probe.min = volts;
      if (volts > probe.max) probe.max = volts;
    }
  };

  readonly #sample = (): void => {
    for (const probe of this.#probes) {
      const volts = this.#simulation.voltage(probe.plus) - this.#simulation.voltage(probe.minus);
      probe.trace.sample(volts, Math.min(volts, probe.min), Math.max(volts, probe.max));
      [probe.min, probe.max] = [Infinity, -Infinity];
    }
  };
}
