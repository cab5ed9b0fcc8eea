// How wires are drawn: at right angles, past bodies and pins where there is room. A wire connects its two ends and nothing else,
// so its route is no part of the document: it follows from where everything lies.

import { kindOf } from "./catalogue";
import { axes, chipCorner, inputOffsets, pinsOf } from "./geometry";
import type { Part, Point } from "./part";

/** Corners by the id of a wire, its ends included. */
export type Routes = ReadonlyMap<number, readonly Point[]>;

/** What a route costs for each grid point that it shares with something, and for each corner. */
const COST = { pin: 12, body: 8, wire: 5, corner: 1 };
/** How far from the middle a wire with two corners may turn. */
const MOST_ASIDE = 6;
/** Beyond this many grid squares a wire is not looked at point by point. */
const LONGEST = 400;

export function routesOf(parts: readonly Part[]): Routes {
  const taken = new Taken(parts);
  const routes = new Map<number, readonly Point[]>();
  // Wires that have no choice come first: the others keep clear of them.
  const wires = parts.filter((part) => part.kind === "wire");
  for (const isStraight of [true, false]) {
    for (const { id, a, b } of wires) {
      if ((a[0] === b[0] || a[1] === b[1]) !== isStraight) continue;
      const route = isStraight ? [a, b] : best(ways(a, b), taken);
      taken.add(route);
      routes.set(id, route);
    }
  }
  return routes;
}

/** The route of a wire; straight where none is known. */
export function routeOf(wire: Part, routes: Routes): readonly Point[] {
  return routes.get(wire.id) ?? [wire.a, wire.b];
}

/** The stretches of a route. */
export function stretches(route: readonly Point[]): (readonly [Point, Point])[] {
  return route.slice(1).map((to, i) => [route[i]!, to] as const);
}

/** Ways with one corner, then with two, those in the middle first. */
function ways(a: Point, b: Point): Point[][] {
  return [
    [a, [b[0], a[1]], b],
    [a, [a[0], b[1]], b],
    ...inside(a[0], b[0]).map((x): Point[] => [a, [x, a[1]], [x, b[1]], b]),
    ...inside(a[1], b[1]).map((y): Point[] => [a, [a[0], y], [b[0], y], b]),
  ];
}

/** Whole numbers between two others, from the middle outwards. */
function inside(from: number, to: number): number[] {
  const middle = (from + to) / 2;
  const least = Math.max(Math.min(from, to) + 1, Math.round(middle) - MOST_ASIDE);
  const most = Math.min(Math.max(from, to) - 1, Math.round(middle) + MOST_ASIDE);
  const all = Array.from({ length: Math.max(0, most - least + 1) }, (_, i) => least + i);
  return all.sort((x, y) => Math.abs(x - middle) - Math.abs(y - middle));
}

function best(choices: readonly Point[][], taken: Taken): Point[] {
  let [chosen, least] = [choices[0]!, Infinity];
  for (const choice of choices) {
    const cost = taken.cost(choice) + COST.corner * choice.length;
    if (cost < least) [chosen, least] = [choice, cost];
  }
  return chosen;
}

/** What lies on grid points. */
class Taken {
  readonly #pins = new Set<string>();
  readonly #bodies = new Set<string>();
  /** Stretches of wires, by point and direction: wires may cross, but not run along each other. */
  readonly #wires = new Set<string>();

  constructor(parts: readonly Part[]) {
    for (const part of parts) {
      for (const pin of pinsOf(part)) this.#pins.add(key(pin.at));
      if (part.kind === "wire") continue;
      const [from, to] = bodyOf(part);
      for (let x = from[0]; x <= to[0]; x++) for (let y = from[1]; y <= to[1]; y++) this.#bodies.add(key([x, y]));
    }
  }

  add(route: readonly Point[]): void {
    for (const { at, direction } of points(route)) this.#wires.add(`${key(at)}${direction}`);
  }

  cost(route: readonly Point[]): number {
    let cost = 0;
    // A corner on another wire would look like a connection.
    for (const corner of route.slice(1, -1)) {
      if (this.#wires.has(`${key(corner)}h`) || this.#wires.has(`${key(corner)}v`)) cost += COST.wire;
    }
    for (const { at, direction } of points(route)) {
      if (this.#pins.has(key(at))) cost += COST.pin;
      if (this.#bodies.has(key(at))) cost += COST.body;
      if (this.#wires.has(`${key(at)}${direction}`)) cost += COST.wire;
    }
    return cost;
  }
}

/** The grid points of a route but its two ends. */
function points(route: readonly Point[]): { at: Point; direction: "h" | "v" }[] {
  const found: { at: Point; direction: "h" | "v" }[] = [];
  for (const [from, to] of stretches(route)) {
    const length = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
    if (length > LONGEST) continue;
    const direction = from[1] === to[1] ? "h" : "v";
    const step: Point = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
    for (let i = 0; i <= length; i++) found.push({ at: [from[0] + step[0] * i, from[1] + step[1] * i], direction });
  }
  return found.slice(1, -1);
}

/** The grid points that a part's picture covers: two opposite corners. */
export function bodyOf(part: Part): [Point, Point] {
  const { a, b } = part;
  const { shape } = kindOf(part.kind);
  const corner = chipCorner(part) ?? b;
  const wide = shape === "gate" ? Math.max(...inputOffsets(Number(part.params["inputs"]))) : shape === "opamp" ? 1 : 0;
  const { p } = axes(part);
  const out: Point = [Math.abs(p[0]) * wide, Math.abs(p[1]) * wide];
  return [
    [Math.min(a[0], corner[0]) - out[0], Math.min(a[1], corner[1]) - out[1]],
    [Math.max(a[0], corner[0]) + out[0], Math.max(a[1], corner[1]) + out[1]],
  ];
}

function key([x, y]: Point): string {
  return `${x},${y}`;
}
