// Transformers, potentiometers and thyristors: parts with their own pictures whose pins stand as a chip's do.

import { kindOf } from "../../model/catalogue";
import type { Point } from "../../model/part";
import { LINE, type Pen } from "../pen";
import { arrowHead, type Box, type PartSymbol } from "./symbol";

function cover({ part }: Pen): Box {
  const [x1, y1] = kindOf(part.kind).size!;
  return { x0: 0, y0: -0.6, x1, y1 };
}

export const transformer: PartSymbol = {
  reach: 0,
  cover,
  draw(pen) {
    winding(pen, "p1", "p2", 0, 1.4, 1);
    winding(pen, "s1", "s2", 4, 2.6, -1);
    for (const x of [1.85, 2.15])
      pen.line(
        [
          [x, 0.5],
          [x, 3.5],
        ],
        pen.ink,
        LINE * 0.75,
      );
    // Where both windings begin.
    for (const x of [1.05, 2.95]) pen.circle(x, 0.75, 0.1, { fill: pen.ink });
  },
};

/** A coil between two pins at `from`, whose turns bulge towards the core. */
function winding(pen: Pen, upper: string, lower: string, from: number, at: number, side: 1 | -1): void {
  pen.line(
    [
      [from, 0],
      [at, 0],
      [at, 0.6],
    ],
    pen.at(upper),
  );
  pen.line(
    [
      [from, 4],
      [at, 4],
      [at, 3.4],
    ],
    pen.at(lower),
  );
  const radius = 0.35;
  pen.path(
    (context) => {
      for (let i = 0; i < 4; i++) {
        const centre = 0.6 + (2 * i + 1) * radius;
        context.ellipse(at, centre, 0.4, radius, 0, -Math.PI / 2, Math.PI / 2, side < 0);
      }
    },
    { stroke: pen.ink },
  );
}

export const potentiometer: PartSymbol = {
  reach: 0.45,
  cover,
  draw(pen) {
    const points: Point[] = [[0.8, 0]];
    for (let i = 0; i < 6; i++) points.push([0.8 + (i + 0.5) * 0.4, i % 2 === 0 ? -0.42 : 0.42]);
    points.push([3.2, 0]);
    pen.line([[0, 0], points[0]!], pen.at("a"));
    pen.line([points.at(-1)!, [4, 0]], pen.at("b"));
    pen.line(points, pen.between("a", "b", 0.8, 3.2));
    pen.line(
      [
        [2, 2],
        [2, 0.95],
      ],
      pen.at("wiper"),
    );
    arrowHead(pen, [2, 0.5], [2, 1], 0.5);
  },
};

export const scr: PartSymbol = {
  reach: 0.6,
  cover,
  draw(pen) {
    pen.line(
      [
        [0, 0],
        [1.5, 0],
      ],
      pen.at("anode"),
    );
    pen.line(
      [
        [2.5, 0],
        [4, 0],
      ],
      pen.at("cathode"),
    );
    pen.path(
      (context) => {
        context.moveTo(1.5, -0.55);
        context.lineTo(2.45, 0);
        context.lineTo(1.5, 0.55);
        context.closePath();
      },
      { fill: pen.ink, stroke: pen.ink, width: LINE * 0.75 },
    );
    pen.line(
      [
        [2.5, -0.58],
        [2.5, 0.58],
      ],
      pen.ink,
      LINE * 1.1,
    );
    pen.line(
      [
        [2.5, 0.35],
        [3, 0.9],
        [3, 2],
      ],
      pen.at("gate"),
    );
  },
};
