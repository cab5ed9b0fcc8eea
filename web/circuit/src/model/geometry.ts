// Where a part's pins are. The rules are in README.md; Rust's oracles follow the same.

import { kindOf, type ChipPin, type Kind } from "./catalogue";
import type { Part, Point } from "./part";

export interface Pin {
  name: string;
  at: Point;
}

/** The least length of shapes that have one, in grid squares. */
export const LEAST_LENGTH: Readonly<Record<string, number>> = { post: 2, gate: 4, opamp: 4, transistor: 2 };

/** The direction from a to b of an axis-aligned part, and what lies to its right. */
export function axes(part: Pick<Part, "a" | "b" | "flip">): { d: Point; p: Point } {
  const dx = Math.sign(part.b[0] - part.a[0]);
  const dy = dx === 0 ? Math.sign(part.b[1] - part.a[1]) || 1 : 0;
  const turn = part.flip ? -1 : 1;
  return { d: [dx, dy], p: [-dy * turn, dx * turn] };
}

/** A chip's own offset, turned with it. */
export function turned([x, y]: Point, turns: number): Point {
  switch (((turns % 4) + 4) % 4) {
    case 1:
      return [-y, x];
    case 2:
      return [-x, -y];
    case 3:
      return [y, -x];
    default:
      return [x, y];
  }
}

/** Where a point of a chip's own drawing lies beside its corner `a`: mirrored within its width if flipped, then turned. */
export function chipOffset(part: Pick<Part, "kind" | "flip" | "turns">, [x, y]: Point): Point {
  const width = kindOf(part.kind).size![0];
  return turned([part.flip ? width - x : x, y], part.turns);
}

/** The corner of a chip opposite to `a`; undefined for other shapes. */
export function chipCorner(part: Part): Point | undefined {
  const { size } = kindOf(part.kind);
  if (!size) return undefined;
  const [x, y] = turned(size, part.turns);
  return [part.a[0] + x, part.a[1] + y];
}

/** Offsets of a gate's inputs across its axis. */
export function inputOffsets(count: number): number[] {
  const half = Math.floor(count / 2);
  const offsets = Array.from({ length: 2 * half + 1 }, (_, i) => i - half);
  return count % 2 === 0 ? offsets.filter((k) => k !== 0) : offsets;
}

export function pinsOf(part: Part): Pin[] {
  const kind: Kind = kindOf(part.kind);
  const { a, b } = part;
  const names = kind.pins as readonly string[];
  const beside = ([x, y]: Point, p: Point, k: number): Point => [x + p[0] * k, y + p[1] * k];
  switch (kind.shape) {
    case "line":
      return [
        { name: names[0]!, at: a },
        { name: names[1]!, at: b },
      ];
    case "post":
      return names.map((name) => ({ name, at: a }));
    case "gate": {
      const { p } = axes(part);
      const inputs = inputOffsets(Number(part.params["inputs"])).map((k, i) => ({
        name: `in${i + 1}`,
        at: beside(a, p, k),
      }));
      return [...inputs, { name: "out", at: b }];
    }
    case "opamp": {
      const { p } = axes(part);
      return [
        { name: "minus", at: beside(a, p, -1) },
        { name: "plus", at: beside(a, p, 1) },
        { name: "out", at: b },
      ];
    }
    case "transistor": {
      const { p } = axes(part);
      // Positive supplies are drawn above: the emitter of a pnp, the source of a pmos, stands where others have collector and drain.
      const upper = part.kind === "pnp" || part.kind === "pmos" ? 2 : 1;
      return [
        { name: names[0]!, at: a },
        { name: names[upper]!, at: beside(b, p, -1) },
        { name: names[3 - upper]!, at: beside(b, p, 1) },
      ];
    }
    case "chip":
      return (kind.pins as readonly ChipPin[]).map((pin) => {
        const [x, y] = chipOffset(part, pin.at);
        return { name: pin.name, at: [a[0] + x, a[1] + y] };
      });
  }
}
