// Which nets are known and which enter the matrix.
//
// A net held by a chain of sources down to ground is known and stays out of the matrix. Every other net is an unknown with a row
// for Kirchhoff's current law, except an op-amp's output, whose row says what the op-amp does. A source between unknown nets adds its
// current as an unknown.

import { numberOf, pinOf } from "./params";
import { sourcesOf, type Source } from "./sources";
import type { NetPart, Netlist } from "./types";

export interface Layout {
  nets: number;
  sources: Source[];
  /** In an order in which each can be computed from those before. */
  holds: Hold[];
  /** Sources between nets that others hold already: they must agree. */
  checks: number[];
  /** Sources whose current is an unknown. */
  branches: Branch[];
  /** The number of unknowns. */
  size: number;
  /** By net: its unknown, or −1. */
  column: Int32Array;
  /** By net: the row of its current law, or −1. */
  row: Int32Array;
  /** Nets to be tied to ground, one of each group that nothing connects to it. */
  loose: number[];
  /** Current sources that have a path for their current. */
  currents: CurrentSource[];
  problem: string | null;
}

/** The source `source` gives the net its voltage: that of `from`, plus or minus the source's. */
export interface Hold {
  source: number;
  net: number;
  from: number;
  sign: 1 | -1;
}

/** Drives its current from a to b. */
export interface CurrentSource {
  id: number;
  a: number;
  b: number;
  amperes: number;
}

export interface Branch {
  source: number;
  unknown: number;
}

export const LOOP = "Voltage sources form a loop without resistance; put a resistor between them.";
export const JOINED = "Two outputs drive the same wire; disconnect one of them.";
export const CLASH = "Two outputs drive the same wire to different voltages; disconnect one of them.";

/** `conducting` are pairs of nets between which a part can carry current. */
export function layOut(netlist: Netlist, conducting: readonly (readonly [number, number])[]): Layout {
  const sources = sourcesOf(netlist.parts);
  const opamps = netlist.parts.filter((part) => part.kind.startsWith("opamp"));
  const layout: Layout = {
    nets: netlist.nets,
    sources,
    holds: [],
    checks: [],
    branches: [],
    size: 0,
    column: new Int32Array(netlist.nets).fill(-1),
    row: new Int32Array(netlist.nets).fill(-1),
    loose: [],
    currents: [],
    problem: null,
  };
  const floating = hold(layout, opamps);
  const known = new Uint8Array(netlist.nets);
  known[0] = 1;
  for (const { net } of layout.holds) known[net] = 1;
  for (let net = 0; net < netlist.nets; net++) {
    if (!known[net]) layout.column[net] = layout.row[net] = layout.size++;
  }
  for (const source of floating) layout.branches.push({ source, unknown: layout.size++ });
  for (const opamp of opamps) layout.row[pinOf(opamp, "out")] = -1;
  const groups = connected(layout, known, opamps, conducting);
  // One that nothing connects drives no current: else its voltage would be without bound.
  layout.currents = netlist.parts
    .filter((part) => part.kind === "current-source")
    .map((part) => ({ id: part.id, a: pinOf(part, "a"), b: pinOf(part, "b"), amperes: numberOf(part, "current") }))
    .filter(({ a, b }) => groups.isJoined(a, b));
  for (let net = 1; net < layout.nets; net++) if (groups.join(0, net)) layout.loose.push(net);
  return layout;
}

/** Finds what holds which net; returns the sources that are left between unknown nets. */
function hold(layout: Layout, opamps: readonly NetPart[]): number[] {
  const groups = new Groups(layout.nets);
  const held = new Set([0]);
  let left = layout.sources.map((_, i) => i);
  for (let before = -1; before !== left.length;) {
    before = left.length;
    left = left.filter((source) => {
      const { net, from } = layout.sources[source]!;
      if (held.has(net) && held.has(from)) layout.checks.push(source);
      else if (held.has(from)) layout.holds.push({ source, net, from, sign: 1 });
      else if (held.has(net)) layout.holds.push({ source, net: from, from: net, sign: -1 });
      else return true;
      held.add(net).add(from);
      return false;
    });
  }
  for (const net of held) groups.join(0, net);
  for (const opamp of opamps) {
    if (!groups.join(0, pinOf(opamp, "out"))) layout.problem = JOINED;
  }
  return left.filter((source) => {
    const { net, from } = layout.sources[source]!;
    if (groups.join(net, from)) return true;
    // Sources in parallel that agree are no problem, but only held nets are compared while running: here the loop is refused.
    layout.problem ??= LOOP;
    return false;
  });
}

/** Nets between which current can flow. */
function connected(
  layout: Layout,
  known: Uint8Array,
  opamps: readonly NetPart[],
  conducting: readonly (readonly [number, number])[],
): Groups {
  const groups = new Groups(layout.nets);
  for (let net = 0; net < layout.nets; net++) if (known[net]) groups.join(0, net);
  for (const opamp of opamps) groups.join(0, pinOf(opamp, "out"));
  for (const { source } of layout.branches) groups.join(layout.sources[source]!.net, layout.sources[source]!.from);
  for (const [a, b] of conducting) groups.join(a, b);
  return groups;
}

/** Groups of nets that are joined. */
class Groups {
  private readonly above: Int32Array;

  constructor(count: number) {
    this.above = Int32Array.from({ length: count }, (_, i) => i);
  }

  /** False if they were joined already. */
  join(a: number, b: number): boolean {
    const [x, y] = [this.top(a), this.top(b)];
    this.above[y] = x;
    return x !== y;
  }

  isJoined(a: number, b: number): boolean {
    return this.top(a) === this.top(b);
  }

  private top(net: number): number {
    let at = net;
    while (this.above[at] !== at) at = this.above[at] = this.above[this.above[at]!]!;
    return at;
  }
}
