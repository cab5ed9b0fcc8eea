// Where labels and values stand: clear of the symbol, whatever the part's direction.

import { kindOf, type ChipPin } from "../model/catalogue";
import type { Point } from "../model/part";
import { LINE_HEIGHT, type Pen, type TextStyle } from "./pen";
import { chipBox } from "./symbols/chips";
import { valueOf } from "./value";

/** Between symbol and text, in grid squares. */
const GAP = 0.3;

interface Line {
  text: string;
  style: TextStyle;
}

/** Draws in the part's frame. `reach` is how far the symbol reaches across its axis. */
export function drawLabels(pen: Pen, reach: number): void {
  const { label } = pen.part;
  const value = pen.style.hidesValue ? "" : valueOf(pen.part);
  const name: Line = { text: label, style: { weight: 600 } };
  const quantity: Line = { text: value, style: { colour: pen.style.selected ? pen.look.selection : pen.look.ink } };
  const lines = [name, quantity].filter((line) => line.text !== "");
  if (lines.length === 0) return;
  const { shape } = kindOf(pen.part.kind);
  if (shape === "chip") return drawOverChip(pen, lines);
  if (shape === "post" || shape === "transistor") return drawBlock(pen, [pen.length, 0], pen.d, GAP, lines);

  const middle: Point = [pen.length / 2, 0];
  const above = upper(pen.p);
  const level = Math.abs(above[0]) < 0.3;
  if (level && lines.length === 2) {
    drawBlock(pen, middle, above, reach + GAP, [name]);
    drawBlock(pen, middle, [-above[0], -above[1]], reach + GAP, [quantity]);
  } else {
    drawBlock(pen, middle, above, reach + GAP, lines);
  }
}

/** Of the two directions across a part, the one that points up; to the right for upright parts. */
function upper([x, y]: Point): Point {
  const isUpper = Math.abs(y) > 1e-9 ? y < 0 : x > 0;
  return isUpper ? [x, y] : [-x, -y];
}

/** Lines of text as one block whose nearest edge keeps a distance from a point of the frame, in a direction of the grid. */
function drawBlock(pen: Pen, [x, y]: Point, side: Point, distance: number, lines: readonly Line[]): void {
  const halves = lines.map((line) => pen.textSize(line.text, line.style));
  const halfWidth = Math.max(...halves.map(([width]) => width));
  const halfHeight = halves[0]![1] + ((lines.length - 1) * LINE_HEIGHT) / 2;
  const away = distance + Math.abs(side[0]) * halfWidth + Math.abs(side[1]) * halfHeight;
  const across = Math.sign(Math.round(side[0] * 10));
  lines.forEach((line, i) => {
    // Beside a part the lines begin (or, to its left, end) below each other.
    const dx = side[0] * away - across * (halfWidth - halves[i]![0]);
    const dy = side[1] * away + (i - (lines.length - 1) / 2) * LINE_HEIGHT;
    const { d, p } = pen;
    pen.text(x + d[0] * dx + d[1] * dy, y + p[0] * dx + p[1] * dy, line.text, line.style);
  });
}

/** A chip's label stands over the edge that is on top, at its left; it ends before the first lead there. */
function drawOverChip(pen: Pen, lines: readonly Line[]): void {
  const name: Line = { text: lines.map(({ text }) => text).join("  "), style: lines[0]!.style };
  const box = chipBox(pen.part);
  const { d, p } = pen;
  const inGrid = ([x, y]: Point): Point => [d[0] * x + p[0] * y, d[1] * x + p[1] * y];
  const [x0, y0] = inGrid([box.x0, box.y0]);
  const [x1, y1] = inGrid([box.x1, box.y1]);
  const left = Math.min(x0, x1);
  const top = Math.min(y0, y1);
  const leads = (kindOf(pen.part.kind).pins as readonly ChipPin[])
    .map((pin) => inGrid(pin.at))
    .filter(([x, y]) => y < top && x > left)
    .map(([x]) => x);
  const [halfWidth, halfHeight] = pen.textSize(name.text, name.style);
  const [x, y] = [Math.min(left + halfWidth, ...leads.map((lead) => lead - GAP - halfWidth)), top - GAP - halfHeight];
  pen.text(d[0] * x + d[1] * y, p[0] * x + p[1] * y, name.text, name.style);
}
