// The simulator: modified nodal analysis for networks, delta cycles for logic.

import { Currents } from "./currents";
import { effort } from "./effort";
import { Engine } from "./engine";
import { expand, type Expanded } from "./expand";
import type { Memory } from "./network";
import type { Make, Netlist, ParamValue, SimOptions, Simulation } from "./types";

/** What a step costs beside solving: sources, scopes, looking after what changed. */
const EFFORT_PER_STEP = 300;

/** How long a warning stays, in time steps. */
const WARNED_STEPS = 2000;
const TOO_LONG =
  "The fixed time step is too long for this circuit: readings may be wrong. Choose a shorter one, or auto.";
const TOO_FAST =
  "The circuit changes faster than it can be computed: readings may be wrong. Slow it down, or choose a time step.";

export const make: Make = (netlist, options, time = 0, memory = new Map()) =>
  new Running(netlist, options, time, readable(memory));

class Running implements Simulation {
  private expanded!: Expanded;
  private engine!: Engine;
  private currents!: Currents;
  /** Time is counted in steps from here, so that it does not gather rounding. */
  private readonly began: number;
  private steps = 0;
  /** The error bound was not held a short while before this step. */
  private warnedUntil = 0;

  constructor(
    private netlist: Netlist,
    private readonly options: SimOptions,
    time: number,
    memory: Memory,
  ) {
    this.began = time;
    this.build(memory);
  }

  get time(): number {
    return this.began + this.steps * this.options.timeStep;
  }

  get problem(): string | null {
    return this.engine.problem;
  }

  get warning(): string | null {
    if (this.steps >= this.warnedUntil) return null;
    return this.options.fixed ? TOO_LONG : TOO_FAST;
  }

  run(steps: number, after?: () => void, each?: () => void): void {
    const { timeStep } = this.options;
    for (let i = 0; this.engine.problem === null && i < steps; i++) {
      this.engine.advance(this.time, this.began + (this.steps + 1) * timeStep, each);
      if (this.engine.problem !== null) return;
      this.steps++;
      if (this.engine.exceeded) this.warnedUntil = this.steps + WARNED_STEPS;
      effort.spent += EFFORT_PER_STEP;
      after?.();
    }
  }

  voltage(net: number): number {
    return this.engine.volts[net] ?? 0;
  }

  current(part: number, pin: string): number {
    return this.expanded.pinsOf(part, pin).reduce((sum, [id, name]) => sum + this.currents.at(id, name), 0);
  }

  set(part: number, params: Readonly<Record<string, ParamValue>>): void {
    const parts = this.netlist.parts.map((other) =>
      other.id === part ? { ...other, params: { ...other.params, ...params } } : other,
    );
    this.netlist = { ...this.netlist, parts };
    this.build(readable(this.engine.memory()));
  }

  memory(): Map<number, unknown> {
    return this.engine.memory();
  }

  private build(memory: Memory): void {
    this.expanded = expand(this.netlist);
    this.engine = new Engine(this.expanded.netlist, this.options, this.time, memory);
    this.currents = new Currents(this.expanded.netlist, this.engine);
  }
}

/** Memory comes back through the editor as something unknown; what is not a list of finite numbers is forgotten. */
function readable(memory: ReadonlyMap<number, unknown>): Memory {
  const known = new Map<number, readonly number[]>();
  for (const [id, value] of memory) {
    if (Array.isArray(value) && value.every(Number.isFinite)) known.set(id, value as number[]);
  }
  return known;
}
