// What every family of symbols shares.

import { LINE, type Pen } from "../pen";

/** A rectangle in the part's frame. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export interface PartSymbol {
  /** Draws in the part's frame. */
  draw(pen: Pen): void;
  /** How far the body reaches to either side of its axis, in grid squares; labels keep clear of it. */
  reach: number;
  /** What it covers, if that is not the length of the part by its reach. */
  cover?(pen: Pen): Box;
}

/** Two leads and, between them in the middle, a body of a given length; where the part is too short the body shrinks. */
export function between(
  pen: Pen,
  first: string,
  second: string,
  bodyLength: number,
  body: (width: number) => void,
): void {
  const middle = pen.length / 2;
  const half = Math.min(bodyLength / 2, pen.length * 0.42);
  pen.line(
    [
      [0, 0],
      [middle - half, 0],
    ],
    pen.at(first),
  );
  pen.line(
    [
      [middle + half, 0],
      [pen.length, 0],
    ],
    pen.at(second),
  );
  const scale = (2 * half) / bodyLength;
  pen.context.save();
  pen.context.translate(middle, 0);
  pen.context.scale(scale, scale);
  body(LINE / scale);
  pen.context.restore();
}

/** An upright plus sign. */
export function plus(pen: Pen, x: number, y: number, size: number, colour = pen.ink): void {
  upright(pen, x, y, () => {
    pen.line(
      [
        [-size, 0],
        [size, 0],
      ],
      colour,
      LINE * 0.75,
    );
    pen.line(
      [
        [0, -size],
        [0, size],
      ],
      colour,
      LINE * 0.75,
    );
  });
}

/** A level minus sign. */
export function minus(pen: Pen, x: number, y: number, size: number, colour = pen.ink): void {
  upright(pen, x, y, () =>
    pen.line(
      [
        [-size, 0],
        [size, 0],
      ],
      colour,
      LINE * 0.75,
    ),
  );
}

/** One cycle of a sine around a point; upright, whatever the part's direction. */
export function sine(pen: Pen, x: number, y: number, width: number, height: number): void {
  upright(pen, x, y, () => {
    pen.path(
      (context) => {
        context.moveTo(-width, 0);
        context.bezierCurveTo(-width / 2, -height * 1.9, -width / 2, -height * 1.9, 0, 0);
        context.bezierCurveTo(width / 2, height * 1.9, width / 2, height * 1.9, width, 0);
      },
      { stroke: pen.ink, width: LINE * 0.75 },
    );
  });
}

/** One and a half cycles of a square wave around a point; upright. */
export function square(pen: Pen, x: number, y: number, width: number, height: number): void {
  upright(pen, x, y, () => {
    pen.line(
      [
        [-width, height],
        [-width / 2, height],
        [-width / 2, -height],
        [width / 8, -height],
        [width / 8, height],
        [(3 * width) / 4, height],
        [(3 * width) / 4, -height],
        [width, -height],
      ],
      pen.ink,
      LINE * 0.75,
    );
  });
}

function upright(pen: Pen, x: number, y: number, draw: () => void): void {
  const { context, d, p } = pen;
  context.save();
  context.translate(x, y);
  context.transform(d[0], p[0], d[1], p[1], 0, 0);
  draw();
  context.restore();
}

/** An arrow's head with its tip at a point. */
export function arrowHead(
  pen: Pen,
  tip: readonly [number, number],
  from: readonly [number, number],
  size: number,
): void {
  const length = Math.hypot(tip[0] - from[0], tip[1] - from[1]);
  const ux = (tip[0] - from[0]) / length;
  const uy = (tip[1] - from[1]) / length;
  const back: readonly [number, number] = [tip[0] - ux * size, tip[1] - uy * size];
  const side = size * 0.5;
  pen.solid([tip, [back[0] - uy * side, back[1] + ux * side], [back[0] + uy * side, back[1] - ux * side]], pen.ink);
}
