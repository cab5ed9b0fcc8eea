// Logic without delay: gates settle in the order of their wiring, then all flip-flops that saw an edge act at once, and so on.

import { cellOf, isLogic, type Cell } from "./cells";
import { effort } from "./effort";
import type { Layout } from "./layout";
import { numberOf, pinOf } from "./params";
import type { NetPart } from "./types";

/** The high voltage of chips, which have no parameter for it. */
const CHIP_HIGH = 5;
const EFFORT_PER_GATE = 20;

interface Unit {
  id: number;
  cell: Cell;
  inputs: Int32Array;
  threshold: number;
  high: number;
  /** Source and net by output; the net is −1 if another source holds it. */
  sources: Int32Array;
  nets: Int32Array;
  bits: number;
}

export class Logic {
  private readonly gates: Unit[];
  private readonly keepers: Unit[];
  /** Inputs that stand on nets which logic does not drive, and what they last read. */
  private readonly watched: { net: number; threshold: number; bit: number }[] = [];
  /** Whether the outputs came to rest. */
  settled = false;

  constructor(
    parts: readonly NetPart[],
    layout: Layout,
    private readonly volts: Float64Array,
    private readonly values: Float64Array,
    memory: ReadonlyMap<number, readonly number[]>,
  ) {
    const units = parts.filter((part) => isLogic(part.kind)).map((part) => unitOf(part, layout));
    this.gates = inOrder(units.filter(({ cell }) => !cell.rest));
    this.keepers = units.filter(({ cell }) => cell.rest);
    for (const unit of units) this.start(unit, memory.get(unit.id));
    const driven = new Set(units.flatMap(({ nets }) => [...nets]));
    for (const { inputs, threshold } of units) {
      for (const net of inputs) if (!driven.has(net)) this.watched.push({ net, threshold, bit: 0 });
    }
  }

  /** Whether the voltages of such nets would change what is read. */
  wouldStir(): boolean {
    return this.watched.some(({ net, threshold, bit }) => Number(this.volts[net]! > threshold) !== bit);
  }

  /** Whether the voltages of such nets have changed what is read. */
  stirred(): boolean {
    let stirred = false;
    for (const input of this.watched) {
      const bit = Number(this.volts[input.net]! > input.threshold);
      if (bit !== input.bit) {
        input.bit = bit;
        stirred = true;
      }
    }
    return stirred;
  }

  /**
   * Brings the outputs to rest, or gives up after a bound that is odd, so that what cannot rest changes from time step to time step.
   * Flip-flops wait while `starting`. True if an output changed.
   */
  settle(starting: boolean): boolean {
    const { gates, keepers } = this;
    let changed = false;
    this.settled = false;
    for (let round = 0; round <= 4 * keepers.length; round++) {
      let moved = true;
      for (let pass = 0; moved && pass <= 2 * gates.length; pass++) {
        moved = false;
        effort.spent += EFFORT_PER_GATE * gates.length;
        for (const gate of gates) if (this.put(gate, gate.cell.next(this.read(gate), gate.cell.state))) moved = true;
        if (moved) changed = true;
      }
      if (moved && gates.length > 0) return changed;
      let acted = false;
      if (!starting) {
        for (const keeper of keepers) keeper.bits = keeper.cell.next(this.read(keeper), keeper.cell.state);
        for (const keeper of keepers) if (this.put(keeper, keeper.bits)) acted = true;
      }
      if (!acted) {
        this.settled = true;
        return changed;
      }
      changed = true;
    }
    return changed;
  }

  memory(into: Map<number, readonly number[]>): void {
    for (const { id, cell } of this.keepers) into.set(id, [...cell.state]);
    for (const { id, sources } of this.gates)
      into.set(
        id,
        [...sources].map((source) => Number(this.values[source]! > 0)),
      );
  }

  /** Outputs stand as remembered before anything is evaluated: a latch of gates keeps its state, and there are no false edges. */
  private start(unit: Unit, memory: readonly number[] | undefined): void {
    const { cell } = unit;
    if (cell.rest) {
      if (memory?.length === cell.state.length) cell.state.splice(0, memory.length, ...memory);
      this.put(unit, cell.rest(cell.state));
    } else if (memory) {
      this.put(
        unit,
        memory.reduce((bits, bit, i) => bits | (bit << i), 0),
      );
    }
  }

  private read({ inputs, threshold }: Unit): number {
    let bits = 0;
    for (let i = 0; i < inputs.length; i++) if (this.volts[inputs[i]!]! > threshold) bits |= 1 << i;
    return bits;
  }

  private put({ sources, nets, high }: Unit, bits: number): boolean {
    let changed = false;
    for (let i = 0; i < sources.length; i++) {
      const value = (bits >> i) & 1 ? high : 0;
      if (this.values[sources[i]!] === value) continue;
      this.values[sources[i]!] = value;
      if (nets[i]! >= 0) this.volts[nets[i]!] = value;
      changed = true;
    }
    return changed;
  }
}

function unitOf(part: NetPart, layout: Layout): Unit {
  const cell = cellOf(part);
  const high = numberOf(part, "high", CHIP_HIGH);
  const sources = Int32Array.from(cell.outputs, (pin) =>
    layout.sources.findIndex((source) => source.part === part && source.pin === pin),
  );
  return {
    id: part.id,
    cell,
    inputs: Int32Array.from(cell.inputs, (pin) => pinOf(part, pin)),
    threshold: high / 2,
    high,
    sources,
    nets: sources.map((source) => layout.holds.find((hold) => hold.source === source)?.net ?? -1),
    bits: 0,
  };
}

/** Drivers before what they drive, as far as there are no loops. */
function inOrder(units: readonly Unit[]): Unit[] {
  const drivers = new Map<number, Unit>();
  for (const unit of units) for (const net of unit.nets) drivers.set(net, unit);
  const ordered = new Set<Unit>();
  const entered = new Set<Unit>();
  const visit = (unit: Unit): void => {
    if (entered.has(unit)) return;
    entered.add(unit);
    for (const net of unit.inputs) {
      const driver = drivers.get(net);
      if (driver) visit(driver);
    }
    ordered.add(unit);
  };
  units.forEach(visit);
  return [...ordered];
}
