// What lies under a point of the grid. Points here are not snapped.

import { kindOf } from "../model/catalogue";
import { axes, chipCorner, inputOffsets, pinsOf } from "../model/geometry";
import type { Part, Point } from "../model/part";
import { routeOf, stretches, type Routes } from "../model/route";
import { boxOf } from "../model/turn";

export interface Hit {
  part: Part;
  /** The pin under the point, if it is on one. */
  pin: string | null;
}

/** How near is on something, in grid squares. */
export interface Reach {
  pin: number;
  line: number;
}

/** Pins are taken within 6 pixels, but not from the next grid point; wires within half a square, and never within less than 5 pixels. */
export function reachAt(pixel: number): Reach {
  return { pin: Math.min(6 * pixel, 0.45), line: Math.max(5 * pixel, 0.5) };
}

/** How a point in the middle of a large body compares with one that far from a line: a wire across a chip can be taken. */
const BODY_RANK = 0.3;
/** About as wide as a letter is drawn, in grid squares. */
const LETTER_WIDTH = 0.5;

/** The part and pin at a point. Pins go before bodies, pins of parts before ends of wires, the later before the earlier. */
export function hitAt(parts: readonly Part[], point: Point, reach: Reach, routes: Routes = new Map()): Hit | undefined {
  return pinAt(parts, point, reach.pin) ?? bodyAt(parts, point, reach.line, routes);
}

function pinAt(parts: readonly Part[], point: Point, pinReach: number): Hit | undefined {
  let best: { hit: Hit; rank: number } | undefined;
  for (const part of parts) {
    for (const pin of pinsOf(part)) {
      const distance = apart(pin.at, point);
      const rank = distance + (part.kind === "wire" ? pinReach : 0);
      if (distance <= pinReach && (!best || rank <= best.rank)) best = { hit: { part, pin: pin.name }, rank };
    }
  }
  return best?.hit;
}

function bodyAt(parts: readonly Part[], point: Point, reach: number, routes: Routes): Hit | undefined {
  let best: { hit: Hit; rank: number } | undefined;
  for (const part of parts) {
    const rank = part.kind === "wire" ? wireRank(part, point, reach, routes) : bodyRank(part, point, reach);
    if (rank !== undefined && (!best || rank <= best.rank)) best = { hit: { part, pin: null }, rank };
  }
  return best?.hit;
}

/** Parts that lie wholly within a box given by two opposite corners. */
export function inBox(parts: readonly Part[], from: Point, to: Point): Part[] {
  const left = Math.min(from[0], to[0]);
  const right = Math.max(from[0], to[0]);
  const top = Math.min(from[1], to[1]);
  const bottom = Math.max(from[1], to[1]);
  return parts.filter((part) => {
    const box = boxOf([part]);
    return box.from[0] >= left && box.to[0] <= right && box.from[1] >= top && box.to[1] <= bottom;
  });
}

function wireRank(wire: Part, point: Point, reach: number, routes: Routes): number | undefined {
  const distance = Math.min(...stretches(routeOf(wire, routes)).map(([a, b]) => toSegment(point, a, b)));
  return distance <= reach ? distance : undefined;
}

/** How far off a part is, for comparing; undefined if the point is not on it. */
function bodyRank(part: Part, point: Point, reach: number): number | undefined {
  const { a, b } = part;
  switch (kindOf(part.kind).shape) {
    case "line": {
      const distance = toSegment(point, a, b);
      if (distance <= reach) return distance;
      const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      return apart(point, middle) <= 1 ? BODY_RANK : undefined;
    }
    case "post":
      return toSegment(point, a, postEnd(part)) <= 0.9 ? BODY_RANK : undefined;
    case "gate":
      return besideAxis(part, point, Math.max(...inputOffsets(Number(part.params["inputs"]))) + 0.4);
    case "opamp":
      return besideAxis(part, point, 1.6);
    case "transistor":
      return besideAxis(part, point, 1);
    case "chip": {
      const corner = chipCorner(part)!;
      const isIn = [0, 1].every(
        (i) => point[i]! >= Math.min(a[i]!, corner[i]!) && point[i]! <= Math.max(a[i]!, corner[i]!),
      );
      return isIn ? BODY_RANK : undefined;
    }
  }
}

/** Where a post's picture and label end. A text is level whatever its direction. */
function postEnd(part: Part): Point {
  const { a, b } = part;
  if (part.kind === "text") return [a[0] + String(part.params["text"]).length * LETTER_WIDTH, a[1]];
  const { d } = axes(part);
  const beyond = Math.max(0.75, part.label.length * LETTER_WIDTH);
  return [b[0] + d[0] * beyond, b[1] + d[1] * beyond];
}

function besideAxis(part: Part, point: Point, reach: number): number | undefined {
  const { d, p } = axes(part);
  const to: Point = [point[0] - part.a[0], point[1] - part.a[1]];
  const along = to[0] * d[0] + to[1] * d[1];
  const across = Math.abs(to[0] * p[0] + to[1] * p[1]);
  const length = Math.abs(part.b[0] - part.a[0]) + Math.abs(part.b[1] - part.a[1]);
  return along >= -0.25 && along <= length + 0.25 && across <= reach ? BODY_RANK : undefined;
}

function apart(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function toSegment(point: Point, a: Point, b: Point): number {
  const along: Point = [b[0] - a[0], b[1] - a[1]];
  const length2 = along[0] ** 2 + along[1] ** 2;
  if (length2 === 0) return apart(point, a);
  const share = ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / length2;
  const t = Math.min(1, Math.max(0, share));
  return apart(point, [a[0] + along[0] * t, a[1] + along[1] * t]);
}
