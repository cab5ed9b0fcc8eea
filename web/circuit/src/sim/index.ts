// The simulator: modified nodal analysis for networks, delta cycles for logic.

import { Currents } from "./currents";
import { Engine } from "./engine";
import type { Memory } from "./network";
import type { Make, Netlist, ParamValue, Simulation } from "./types";

export const make: Make = (netlist, options, time = 0, memory = new Map()) =>
  new Running(netlist, options.timeStep, time, readable(memory));

class Running implements Simulation {
  private engine!: Engine;
  private currents!: Currents;
  /** Time is counted in steps from here, so that it does not gather rounding. */
  private readonly began: number;
  private steps = 0;

  constructor(
    private netlist: Netlist,
    private readonly timeStep: number,
    time: number,
    memory: Memory,
  ) {
    this.began = time;
    this.build(memory);
  }

  get time(): number {
    return this.began + this.steps * this.timeStep;
  }

  get problem(): string | null {
    return this.engine.problem;
  }

  run(steps: number, after?: () => void): void {
    for (let i = 0; this.engine.problem === null && i < steps; i++) {
      this.engine.advance(this.began + (this.steps + 1) * this.timeStep);
      if (this.engine.problem !== null) return;
      this.steps++;
      after?.();
    }
  }

  voltage(net: number): number {
    return this.engine.volts[net] ?? 0;
  }

  current(part: number, pin: string): number {
    return this.currents.at(part, pin);
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
    this.engine = new Engine(this.netlist, this.timeStep, this.time, memory);
    this.currents = new Currents(this.netlist, this.engine);
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
