import { describe, expect, it } from "vitest";
import { Document, type NewPart } from "./document";
import { findNets, looseTouches, netlistOf } from "./nets";
import { routesOf } from "./route";

function circuit(...parts: NewPart[]) {
  const document = new Document();
  const ids = parts.map((part) => document.add(part).id);
  return { parts: document.parts, nets: findNets(document.parts), ids };
}

describe("nets", () => {
  it("joins pins at a point, along wires, and all grounds", () => {
    const { nets, ids } = circuit(
      { kind: "resistor", a: [0, 0], b: [4, 0] },
      { kind: "resistor", a: [4, 0], b: [8, 0] },
      { kind: "wire", a: [8, 0], b: [8, 5] },
      { kind: "capacitor", a: [8, 5], b: [0, 5] },
      { kind: "ground", a: [0, 5], b: [0, 7] },
      { kind: "ground", a: [0, 0], b: [0, -2] },
    );
    const [one, two, wire, capacitor] = ids as [number, number, number, number];
    expect(nets.of(one, "b")).toBe(nets.of(two, "a"));
    expect(nets.of(two, "b")).toBe(nets.of(capacitor, "a"));
    expect(nets.of(wire, "a")).toBe(nets.of(wire, "b"));
    expect(nets.of(one, "a")).toBe(0);
    expect(nets.of(capacitor, "b")).toBe(0);
    expect(nets.count).toBe(3);
  });

  it("joins net labels of one name, and no others", () => {
    const { nets, ids, parts } = circuit(
      { kind: "net-label", a: [0, 0], b: [2, 0], label: "OUT" },
      { kind: "net-label", a: [10, 5], b: [12, 5], label: " OUT " },
      { kind: "net-label", a: [20, 5], b: [22, 5], label: "IN" },
      { kind: "net-label", a: [30, 5], b: [32, 5] },
      { kind: "net-label", a: [40, 5], b: [42, 5] },
      { kind: "resistor", a: [10, 5], b: [10, 9] },
    );
    const of = (i: number) => nets.of(ids[i]!, "a");
    expect(of(0)).toBe(of(1));
    expect(of(5)).toBe(of(0));
    expect(new Set([of(0), of(2), of(3), of(4)]).size).toBe(4);
    expect(netlistOf(parts, nets).parts.map(({ kind }) => kind)).toEqual(["resistor"]);
  });

  it("gives unconnected pins nets of their own, and never ground", () => {
    const { nets, ids } = circuit({ kind: "and", a: [0, 0], b: [6, 0] });
    const found = ["in1", "in2", "out"].map((pin) => nets.of(ids[0]!, pin));
    expect(new Set(found).size).toBe(3);
    expect(found).not.toContain(0);
  });

  it("joins long chains of wires in any order", () => {
    const wires = [5, 1, 3, 0, 4, 2].map((x): NewPart => ({ kind: "wire", a: [x + 1, 0], b: [x, 0] }));
    const { nets, ids } = circuit(...wires);
    expect(new Set(ids.map((id) => nets.of(id, "a"))).size).toBe(1);
  });

  it("leaves wires, grounds and texts out of the netlist", () => {
    const { parts, nets } = circuit(
      { kind: "wire", a: [0, 0], b: [4, 0] },
      { kind: "ground", a: [0, 0], b: [0, 2] },
      { kind: "text", a: [9, 9], b: [11, 9] },
      { kind: "dc-rail", a: [4, 0], b: [4, -2] },
    );
    const netlist = netlistOf(parts, nets);
    expect(netlist.parts.map((part) => part.kind)).toEqual(["dc-rail"]);
    expect(netlist.parts[0]!.pins).toEqual({ a: 0 });
  });
});

describe("pins that a wire passes", () => {
  const wire: NewPart = { kind: "wire", a: [0, 0], b: [8, 4] };

  it("are told where they are not connected", () => {
    const level: NewPart = { kind: "wire", a: [0, 2], b: [8, 2] };
    const { parts, nets } = circuit(level, { kind: "resistor", a: [4, 2], b: [4, 9] });
    expect(looseTouches(parts, nets, routesOf(parts))).toEqual([[4, 2]]);
  });

  it("are none at the wire's ends, beside it, where two wires cross, or on a net that joins them otherwise", () => {
    const { parts, nets } = circuit(
      wire,
      { kind: "resistor", a: [8, 4], b: [12, 4] },
      { kind: "resistor", a: [5, 2], b: [5, 9] },
      { kind: "wire", a: [2, -3], b: [2, 9] },
      { kind: "wire", a: [4, 2], b: [0, 0] },
    );
    expect(looseTouches(parts, nets, routesOf(parts))).toEqual([]);
  });
});
