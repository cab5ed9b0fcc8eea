// Resistors, capacitors, inductors, switches and ground.

import { LINE, type Pen } from "../pen";
import type { Point } from "../../model/part";
import { between, type PartSymbol } from "./symbol";

export const ground: PartSymbol = {
  reach: 0.7,
  draw(pen) {
    const top = pen.length - 0.9;
    const colour = pen.at("a");
    pen.line(
      [
        [0, 0],
        [top, 0],
      ],
      colour,
    );
    [0.7, 0.42, 0.14].forEach((half, i) =>
      pen.line(
        [
          [top + i * 0.3, -half],
          [top + i * 0.3, half],
        ],
        colour,
      ),
    );
  },
};

export const resistor: PartSymbol = {
  reach: 0.45,
  draw: (pen) =>
    between(pen, "a", "b", 2.4, (width) => {
      const teeth = 6;
      const tooth = 2.4 / teeth;
      const points: Point[] = [[-1.2, 0]];
      for (let i = 0; i < teeth; i++) points.push([-1.2 + (i + 0.5) * tooth, i % 2 === 0 ? -0.42 : 0.42]);
      points.push([1.2, 0]);
      pen.line(points, pen.between("a", "b", -1.2, 1.2), width);
    }),
};

export const capacitor: PartSymbol = {
  reach: 0.8,
  draw: (pen) =>
    between(pen, "a", "b", 0.5, (width) => {
      pen.line(
        [
          [-0.25, -0.8],
          [-0.25, 0.8],
        ],
        pen.at("a"),
        width * 1.15,
      );
      pen.line(
        [
          [0.25, -0.8],
          [0.25, 0.8],
        ],
        pen.at("b"),
        width * 1.15,
      );
    }),
};

export const inductor: PartSymbol = {
  reach: 0.5,
  draw: (pen) =>
    between(pen, "a", "b", 2.8, (width) => {
      const loops = 4;
      const radius = 1.4 / loops;
      pen.path(
        (context) => {
          for (let i = 0; i < loops; i++) {
            const centre = -1.4 + (2 * i + 1) * radius;
            context.ellipse(centre, 0, radius, 0.46, 0, Math.PI, 2 * Math.PI);
          }
        },
        { stroke: pen.between("a", "b", -1.4, 1.4), width },
      );
    }),
};

export const switchSymbol: PartSymbol = {
  reach: 0.85,
  draw: (pen) =>
    between(pen, "a", "b", 2, (width) => {
      const closed = pen.part.params["closed"] === true;
      pen.line([[-0.86, -0.06], closed ? [0.86, -0.06] : [0.75, -0.8]], pen.ink, width * 1.2);
      terminal(pen, -0.86, pen.at("a"), width);
      terminal(pen, 0.86, pen.at("b"), width);
    }),
};

function terminal(pen: Pen, x: number, stroke: string, width: number): void {
  pen.circle(x, 0, 0.14, { stroke, fill: pen.look.background, width: Math.min(width, LINE) });
}
