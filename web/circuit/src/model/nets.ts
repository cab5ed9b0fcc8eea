// Which pins are connected: those that share a grid point, and those that wires join.

import type { Netlist } from "../sim/types";
import { pinsOf } from "./geometry";
import type { Part, Point } from "./part";
import { routeOf, stretches, type Routes } from "./route";

export interface Nets {
  /** Net numbers are 0 … count − 1; 0 is ground, whether or not there is one. */
  readonly count: number;
  of(part: number, pin: string): number | undefined;
  at(point: Point): number | undefined;
}

export function findNets(parts: readonly Part[]): Nets {
  const parents = new Map<string, string>();
  const root = (key: string): string => {
    let at = key;
    for (let up = parents.get(at); up !== undefined && up !== at; up = parents.get(at)) at = up;
    parents.set(key, at);
    return at;
  };
  const GROUND = "ground";
  parents.set(GROUND, GROUND);
  const placed = parts.map((part) => ({ part, pins: pinsOf(part) }));
  for (const { part, pins } of placed) {
    for (const pin of pins) root(keyOf(pin.at));
    if (part.kind === "wire") parents.set(root(keyOf(part.a)), root(keyOf(part.b)));
  }
  // Net labels of one name are one net, as if a wire joined them.
  const named = new Map<string, Point>();
  for (const { part } of placed) {
    const name = netName(part);
    if (name === undefined) continue;
    const first = named.get(name);
    if (first) parents.set(root(keyOf(part.a)), root(keyOf(first)));
    else named.set(name, part.a);
  }
  for (const { part } of placed) if (part.kind === "ground") parents.set(root(keyOf(part.a)), root(GROUND));

  const numbers = new Map([[root(GROUND), 0]]);
  const pinNets = new Map<string, number>();
  for (const { part, pins } of placed) {
    for (const pin of pins) {
      const net = root(keyOf(pin.at));
      if (!numbers.has(net)) numbers.set(net, numbers.size);
      pinNets.set(`${part.id}/${pin.name}`, numbers.get(net)!);
    }
  }
  return {
    count: numbers.size,
    of: (part, pin) => pinNets.get(`${part}/${pin}`),
    at: (point) => (parents.has(keyOf(point)) ? numbers.get(root(keyOf(point))) : undefined),
  };
}

/** The name that a net label gives to its net; undefined for other parts and for labels without a name. */
export function netName(part: Part): string | undefined {
  const name = part.kind === "net-label" ? part.label.trim() : "";
  return name === "" ? undefined : name;
}

/** What the simulator takes: wires, grounds, net labels and texts are no parts of it. */
export function netlistOf(parts: readonly Part[], nets: Nets): Netlist {
  return {
    nets: nets.count,
    parts: parts
      .filter((part) => !["wire", "ground", "net-label"].includes(part.kind))
      .map((part) => ({ id: part.id, kind: part.kind, params: part.params, pins: pinNets(part, nets) }))
      .filter((part) => Object.keys(part.pins).length > 0),
  };
}

/** The nets of a part's pins by name. */
export function pinNets(part: Part, nets: Nets): Record<string, number> {
  return Object.fromEntries(pinsOf(part).map((pin) => [pin.name, nets.of(part.id, pin.name) ?? 0]));
}

/** Points where a pin lies on the middle of a wire without being connected to it. */
export function looseTouches(parts: readonly Part[], nets: Nets, routes: Routes): Point[] {
  const points = new Map<string, Point>();
  for (const part of parts) for (const pin of pinsOf(part)) points.set(keyOf(pin.at), pin.at);
  const wires = parts.filter((part) => part.kind === "wire");
  return [...points.values()].filter((point) =>
    wires.some((wire) => isOn(point, routeOf(wire, routes)) && nets.at(point) !== nets.of(wire.id, "a")),
  );
}

/** Whether a point lies on a route, but on neither of its ends. */
function isOn([x, y]: Point, route: readonly Point[]): boolean {
  const isAt = (point: Point): boolean => point[0] === x && point[1] === y;
  if (isAt(route[0]!) || isAt(route.at(-1)!)) return false;
  return stretches(route).some(([a, b]) => {
    const along: Point = [b[0] - a[0], b[1] - a[1]];
    const to: Point = [x - a[0], y - a[1]];
    if (along[0] * to[1] !== along[1] * to[0]) return false;
    const reach = along[0] * to[0] + along[1] * to[1];
    return reach >= 0 && reach <= along[0] ** 2 + along[1] ** 2;
  });
}

function keyOf([x, y]: Point): string {
  return `${x},${y}`;
}
