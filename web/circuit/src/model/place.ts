// From a drag to a part's two points. The rules are in README.md; Rust's oracles follow the same.

import { kindOf } from "./catalogue";
import { LEAST_LENGTH } from "./geometry";
import type { Part, Point } from "./part";

/** A drag shorter than this, in grid squares, is a click. */
export const LEAST_DRAG = 0.5;

/** Where a drag in grid coordinates, not yet snapped, places a part; undefined where it places nothing. */
export function placed(kind: string, from: Point, to: Point): Pick<Part, "a" | "b"> | undefined {
  const { shape } = kindOf(kind);
  const a = snapped(from);
  const b = snapped(to);
  if (shape === "chip") return { a, b: a };
  const isClick = Math.hypot(to[0] - from[0], to[1] - from[1]) < LEAST_DRAG;
  if (isClick) return shape === "post" ? { a, b: along(a, upright(kind), LEAST_LENGTH["post"]!) } : undefined;
  if (shape === "line") return a[0] === b[0] && a[1] === b[1] ? undefined : { a, b };
  const isLevel = Math.abs(to[0] - from[0]) >= Math.abs(to[1] - from[1]);
  const axis = isLevel ? 0 : 1;
  // A drag within one grid square still says in which direction it went.
  const sign = Math.sign(b[axis] - a[axis]) || Math.sign(to[axis] - from[axis]) || 1;
  const length = Math.max(Math.abs(b[axis] - a[axis]), LEAST_LENGTH[shape] ?? 1);
  return { a, b: along(a, isLevel ? [sign, 0] : [0, sign], length) };
}

export function snapped([x, y]: Point): Point {
  // Adding zero turns −0 into 0.
  return [Math.round(x) + 0, Math.round(y) + 0];
}

/** The way a post stands when it is placed by a click. */
function upright(kind: string): Point {
  switch (kind) {
    case "ground":
      return [0, 1];
    case "logic-input":
      return [-1, 0];
    case "logic-output":
    case "net-label":
    case "text":
      return [1, 0];
    default:
      return [0, -1];
  }
}

function along([x, y]: Point, d: Point, length: number): Point {
  return [x + d[0] * length, y + d[1] * length];
}
