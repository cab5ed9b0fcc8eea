// Rotating and flipping, of one part and of many.

import { kindOf } from "./catalogue";
import { chipCorner, pinsOf, turned } from "./geometry";
import type { Part, Point } from "./part";

type Position = Pick<Part, "a" | "b" | "flip" | "turns">;

/** Parts turned clockwise by a quarter: a chip about its middle, another single part about its first point, many about their middle. */
export function rotated(parts: readonly Part[]): Map<number, Position> {
  const pivot = parts.length === 1 ? ownPivot(parts[0]!) : middle(parts);
  return new Map(parts.map((part) => [part.id, rotatedAbout(part, pivot)]));
}

/** One part is flipped in its place; many are mirrored left to right about their middle. */
export function flipped(parts: readonly Part[]): Map<number, Position> {
  if (parts.length === 1) return new Map([[parts[0]!.id, flippedInPlace(parts[0]!)]]);
  const [x] = middle(parts);
  return new Map(parts.map((part) => [part.id, mirrored(part, x)]));
}

/** The smallest box around everything that lies on the grid, as its top left and bottom right corners. */
export function boxOf(parts: readonly Part[]): { from: Point; to: Point } {
  const points = parts.flatMap((part) => {
    const corner = chipCorner(part);
    return [part.a, ...(corner ? [corner] : [part.b]), ...pinsOf(part).map((pin) => pin.at)];
  });
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { from: [Math.min(...xs), Math.min(...ys)], to: [Math.max(...xs), Math.max(...ys)] };
}

function rotatedAbout(part: Part, [px, py]: Point): Position {
  const about = ([x, y]: Point): Point => [px - (y - py) + 0, py + (x - px) + 0];
  return {
    a: about(part.a),
    b: about(part.b),
    flip: part.flip,
    turns: isChip(part) ? (part.turns + 1) % 4 : part.turns,
  };
}

function flippedInPlace(part: Part): Position {
  const { a, b, flip, turns } = part;
  switch (kindOf(part.kind).shape) {
    case "line":
      return { a: b, b: a, flip, turns };
    case "post":
      return { a, b: [2 * a[0] - b[0], 2 * a[1] - b[1]], flip, turns };
    default:
      return { a, b, flip: !flip, turns };
  }
}

function mirrored(part: Part, axis: number): Position {
  const mirror = ([x, y]: Point): Point => [2 * axis - x, y];
  const { a, b, flip, turns } = part;
  if (!isChip(part)) return { a: mirror(a), b: mirror(b), flip: hasSides(part) ? !flip : flip, turns };
  // A chip's offsets are mirrored within its own width, which its corner makes good.
  const back = (4 - turns) % 4;
  const [dx, dy] = turned([kindOf(part.kind).size![0], 0], back);
  const [x, y] = mirror(a);
  return { a: [x - dx, y - dy], b: [x - dx, y - dy], flip: !flip, turns: back };
}

function middle(parts: readonly Part[]): Point {
  const { from, to } = boxOf(parts);
  return [Math.floor((from[0] + to[0]) / 2), Math.floor((from[1] + to[1]) / 2)];
}

function ownPivot(part: Part): Point {
  const corner = chipCorner(part);
  return corner ? [(part.a[0] + corner[0]) / 2, (part.a[1] + corner[1]) / 2] : part.a;
}

function isChip(part: Part): boolean {
  return kindOf(part.kind).shape === "chip";
}

/** Whether its pins lie beside its axis, so that it makes a difference on which side. */
function hasSides(part: Part): boolean {
  return ["gate", "opamp", "transistor"].includes(kindOf(part.kind).shape);
}
