// Makes a time step of the scopes in as many shorter ones as the error bound asks for. It stops at every edge of a square wave, and
// finds by halving when a comparator, a logic input or an op-amp at its rails changes. Same circuit, same steps, on every machine.

import { effort } from "./effort";
import type { Network } from "./network";
import type { Mode } from "./opamp";
import { GAMMA } from "./states";

/** What the stepper asks of whoever knows sources and logic. */
export interface Surroundings {
  /** Gives sources their values at a time; square waves have those between here and the next edge. True if one of them jumped. */
  place(time: number, between: number): boolean;
  /** The time of the next edge after a time. */
  edgeAfter(time: number): number;
  /** Whether logic or a timer would answer the present voltages. */
  wouldAnswer(): boolean;
  /** Lets logic and timers answer at a standstill, until they rest. */
  answer(isEdge: boolean): void;
  /** Another part of the time step is done. */
  passed(): void;
}

/** Shares of a time step: the shortest step of all, how exactly changes are found, and the first step after one. */
const LEAST = 2 ** -18;
const MOMENT = 2 ** -10;
const AFTER_JUMP = 2 ** -4;
/** Times within this share of a step are one. */
const SAME = 1e-5;
/** How much longer or shorter the next step may be. */
const GROWTH = 4;
const SHRINK = 0.1;
const SAFETY = 0.9;
/** Changes that are sought in one time step, attempts, and arithmetic; beyond that the rest is made in one go. */
const MOST_FOUND = 4;
const MOST_ATTEMPTS = 600;
const MOST_EFFORT = 4e6;
const EFFORT_PER_ATTEMPT = 3000;

type Outcome = "fine" | "changed" | "failed";

export class Stepper {
  /** Whether the error bound was not held in the last time step. */
  exceeded = false;
  /** The length of step that the error bound allows, in seconds. */
  private wanted: number;
  /** Something has just jumped: derivatives of before are worth nothing. */
  private jumped = true;
  private error = 0;
  private order = 3;
  private modes: readonly Mode[] = [];
  private readonly saved: Float64Array;

  constructor(
    private readonly network: Network,
    private readonly volts: Float64Array,
    private readonly step: number,
    private readonly fixed: boolean,
    private readonly around: Surroundings,
  ) {
    this.wanted = step * AFTER_JUMP;
    this.saved = new Float64Array(volts.length);
  }

  /** Makes the time step that begins at a time; false if there is no solution. */
  advance(time: number): boolean {
    const { step, around } = this;
    const affordable = effort.spent + MOST_EFFORT;
    this.exceeded = false;
    let at = 0;
    let attempts = 0;
    let found = 0;
    /** A change happens before this; and no step may be longer than that, because a longer one had no solution. */
    let changeBy = Infinity;
    let solvable = Infinity;
    while (at < step) {
      const stop = this.stopAfter(time, at);
      if (around.place(time + at, time + (at + stop) / 2)) this.jump(true);
      const rest = stop - at;
      const free = this.fixed || attempts >= MOST_ATTEMPTS || effort.spent > affordable;
      const seeks = !free && found < MOST_FOUND;
      let length = Math.min(rest, free ? rest : this.wanted, solvable);
      if (seeks && changeBy > at) {
        const ahead = changeBy - at;
        length = Math.min(length, ahead > step * MOMENT ? ahead / 2 : ahead);
      }
      length = rest / Math.max(1, Math.ceil(rest / length - 1e-9));
      attempts++;
      effort.spent += EFFORT_PER_ATTEMPT;
      this.save();
      const outcome = this.attempt(time + at, length);
      if (outcome === "failed") {
        this.restore();
        if (length > step * LEAST && !this.network.isExhausted()) {
          solvable = length / 8;
          continue;
        }
        if (!this.walk(time + at, length)) return false;
      } else if (outcome === "changed" && seeks && length > step * MOMENT * 1.01) {
        this.restore();
        changeBy = at + length;
        continue;
      } else if (outcome === "fine" && this.error > 1 && !free && length > step * LEAST) {
        this.restore();
        this.wanted = this.quantised(length * Math.max(SHRINK, SAFETY * this.error ** (-1 / this.order)));
        continue;
      }
      // In the shortest steps of all a change is as good as a jump, which ends where it must.
      if (this.error > 1 && free && outcome === "fine") this.exceeded = true;
      at = length === rest ? stop : at + length;
      solvable *= 4;
      this.jumped = false;
      if (outcome === "changed") {
        found++;
        changeBy = Infinity;
        this.jump(false);
      } else {
        const growth = Math.min(GROWTH, SAFETY * Math.max(this.error, 1e-9) ** (-1 / this.order));
        if (growth > 1) this.wanted = Math.max(this.wanted, this.quantised(length * growth));
      }
      around.passed();
    }
    this.network.states.remember();
    return true;
  }

  private stopAfter(time: number, at: number): number {
    const { step } = this;
    const stop = this.around.edgeAfter(time + at + SAME * step) - time;
    return stop > step * (1 - SAME) ? step : stop;
  }

  /** Steps have lengths that come again, so that what was computed for one is of use for others. */
  private quantised(length: number): number {
    return this.step * 2 ** Math.min(0, Math.floor(Math.log2(length / this.step) + 1e-9));
  }

  private jump(isEdge: boolean): void {
    this.jumped = true;
    this.wanted = Math.min(this.wanted, this.step * AFTER_JUMP);
    this.around.answer(isEdge);
  }

  private save(): void {
    this.network.states.save();
    this.modes = this.network.modes();
    this.saved.set(this.volts);
  }

  private restore(): void {
    this.network.states.restore();
    this.network.setModes(this.modes);
    this.volts.set(this.saved);
  }

  private attempt(time: number, length: number): Outcome {
    const solved = this.jumped ? this.eulerSteps(time, length) : this.stages(time, length);
    if (!solved) return "failed";
    const changed = this.network.modes().some((mode, i) => mode !== this.modes[i]) || this.around.wouldAnswer();
    return changed ? "changed" : "fine";
  }

  /** The trapezoidal stage and the backward difference. */
  private stages(time: number, length: number): boolean {
    const { network } = this;
    const { states } = network;
    this.order = 3;
    states.trapezoid(length);
    if (!this.solve(time, GAMMA * length, length)) return false;
    states.backward();
    if (!this.solve(time, length, length)) return false;
    this.error = states.error(length);
    return true;
  }

  /** Two Euler steps, and one of twice the length to compare with: they forget what was before the jump. */
  private eulerSteps(time: number, length: number): boolean {
    const { states } = this.network;
    this.order = 2;
    states.euler(length);
    if (!this.solve(time, length, length)) return false;
    states.keepCoarse();
    this.network.setModes(this.modes);
    for (const share of [0.5, 1]) {
      states.euler(length / 2);
      if (!this.solve(time, share * length, length)) return false;
    }
    this.error = states.coarseError();
    return true;
  }

  private solve(time: number, to: number, length: number): boolean {
    this.around.place(time + to, time + length / 2);
    if (!this.network.solveStage()) return false;
    this.network.read();
    return true;
  }

  /** The last resort: the shortest step, by way of easier problems. */
  private walk(time: number, length: number): boolean {
    this.network.states.euler(length);
    this.around.place(time + length, time + length / 2);
    if (!this.network.walkStage()) return false;
    this.network.read();
    this.error = 0;
    return true;
  }
}
