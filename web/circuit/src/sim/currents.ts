// The current into a part at a pin, from the last solution. What holds a voltage carries what the rest of its net asks for.

import type { Engine } from "./engine";
import type { NetPart, Netlist } from "./types";

type Read = (pin: string) => number;

export class Currents {
  private readonly reads = new Map<number, Read>();
  private readonly byNet: { part: NetPart; pin: string }[][];

  constructor(
    netlist: Netlist,
    private readonly engine: Engine,
  ) {
    this.byNet = Array.from({ length: netlist.nets }, () => []);
    for (const part of netlist.parts) {
      for (const [pin, net] of Object.entries(part.pins)) this.byNet[net]!.push({ part, pin });
    }
    // Where outputs are wired to each other nothing was solved, and each would ask the other for its current without end.
    if (engine.layout.problem !== null) return;
    this.readParts();
    this.readSources();
    const ground = netlist.parts.find((part) => part.kind === "ground");
    // Grounds are all one net: the first one stands for all.
    if (ground) this.reads.set(ground.id, () => -this.others(0, ground.id));
  }

  at(id: number, pin: string): number {
    return this.reads.get(id)?.(pin) ?? 0;
  }

  private readParts(): void {
    const { reads } = this;
    const { volts, network } = this.engine;
    const { reactive } = network;
    for (const { id, a, b, conductance } of network.resistors) {
      reads.set(id, (pin) => (pin === "a" ? 1 : -1) * (volts[a]! - volts[b]!) * conductance);
    }
    reactive.parts.forEach(({ id }, i) => reads.set(id, (pin) => (pin === "a" ? 1 : -1) * reactive.current(i)));
    for (const part of network.transformers) reads.set(part.id, (pin) => part.current(pin));
    for (const { id, amperes } of this.engine.layout.currents) reads.set(id, (pin) => (pin === "a" ? 1 : -1) * amperes);
    for (const part of network.curved) reads.set(part.id, (pin) => part.current(pin));
    for (const timer of network.timers) reads.set(timer.id, (pin) => timer.current(pin, volts));
    for (const { id, out } of network.opamps) reads.set(id, (pin) => (pin === "out" ? -this.others(out, id) : 0));
  }

  private readSources(): void {
    const { layout } = this.engine;
    layout.sources.forEach(({ part, pin }, source) => {
      const hold = layout.holds.find((hold) => hold.source === source);
      const before = this.reads.get(part.id);
      this.reads.set(part.id, (asked) => {
        const turned = pin === "plus" && asked === "minus" ? -1 : 1;
        if (turned === 1 && asked !== pin) return before?.(asked) ?? 0;
        if (!hold) return turned * (this.engine.network.branch(source) ?? 0);
        // Positive at the plus pin, which is the held one unless the source holds its net from above.
        return -turned * hold.sign * this.others(hold.net, part.id, hold.sign === 1 ? pin : "minus");
      });
    });
  }

  /** The current into everything on a net but one part's pin. */
  private others(net: number, id: number, pin?: string): number {
    let sum = 0;
    for (const other of this.byNet[net]!) {
      if (other.part.id === id && (pin === undefined || other.pin === pin)) continue;
      if (other.part.kind === "ground") continue;
      sum += this.at(other.part.id, other.pin);
    }
    return sum;
  }
}
