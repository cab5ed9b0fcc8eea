// Where labels and values stand: clear of the symbol, whatever the part's direction.

import { kindOf, type ChipPin } from "../model/catalogue";
import type { Point } from "../model/part";
import type { Place } from "./label-space";
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
  const blocks = shape === "chip" ? overChip(pen, reach, lines) : choose(pen, choices(pen, shape, reach, lines));
  for (const { line, x, y } of blocks) pen.text(x, y, line.text, line.style);
  for (const text of blocks) pen.style.labels?.take(placeOf(pen, text), "text");
}

/** A line of text with its middle at a point of the frame. */
interface Text {
  line: Line;
  x: number;
  y: number;
}

/** Ways to set the lines, the best first. */
function choices(pen: Pen, shape: string, reach: number, lines: readonly Line[]): Text[][] {
  const turn = ([x, y]: Point): Point => [-y, x];
  const back = ([x, y]: Point): Point => [-x, -y];
  if (shape === "post" || shape === "transistor") {
    const end: Point = [pen.length, 0];
    const sides = [turn(pen.d), back(turn(pen.d))].map((side) => block(pen, end, side, reach + GAP, lines));
    return [block(pen, end, pen.d, GAP, lines), ...sides];
  }
  const middle: Point = [pen.length / 2, 0];
  const above = upper(pen.p);
  const below = back(above);
  const both = [above, below].map((side) => block(pen, middle, side, reach + GAP, lines));
  const isLevel = Math.abs(above[0]) < 0.3;
  if (!isLevel || lines.length < 2) return both;
  const apart = (first: Point, second: Point): Text[] => [
    ...block(pen, middle, first, reach + GAP, lines.slice(0, 1)),
    ...block(pen, middle, second, reach + GAP, lines.slice(1)),
  ];
  return [apart(above, below), ...both, apart(below, above)];
}

function choose(pen: Pen, ways: Text[][]): Text[] {
  const { labels } = pen.style;
  return labels ? labels.best(ways, (way) => way.map((text) => placeOf(pen, text))) : ways[0]!;
}

/** What a text covers on the grid. */
function placeOf(pen: Pen, { line, x, y }: Text): Place {
  const { origin, d, p } = pen;
  const [halfWidth, halfHeight] = pen.textSize(line.text, line.style);
  const [cx, cy] = [origin[0] + d[0] * x + p[0] * y, origin[1] + d[1] * x + p[1] * y];
  return { x0: cx - halfWidth, y0: cy - halfHeight, x1: cx + halfWidth, y1: cy + halfHeight };
}

/** Of the two directions across a part, the one that points up; to the right for upright parts. */
function upper([x, y]: Point): Point {
  const isUpper = Math.abs(y) > 1e-9 ? y < 0 : x > 0;
  return isUpper ? [x, y] : [-x, -y];
}

/** Lines of text as one block whose nearest edge keeps a distance from a point of the frame, in a direction of the grid. */
function block(pen: Pen, [x, y]: Point, side: Point, distance: number, lines: readonly Line[]): Text[] {
  const halves = lines.map((line) => pen.textSize(line.text, line.style));
  const halfWidth = Math.max(...halves.map(([width]) => width));
  const halfHeight = halves[0]![1] + ((lines.length - 1) * LINE_HEIGHT) / 2;
  const away = distance + Math.abs(side[0]) * halfWidth + Math.abs(side[1]) * halfHeight;
  const across = Math.sign(Math.round(side[0] * 10));
  return lines.map((line, i) => {
    // Beside a part the lines begin (or, to its left, end) below each other.
    const dx = side[0] * away - across * (halfWidth - halves[i]![0]);
    const dy = side[1] * away + (i - (lines.length - 1) / 2) * LINE_HEIGHT;
    const { d, p } = pen;
    return { line, x: x + d[0] * dx + d[1] * dy, y: y + p[0] * dx + p[1] * dy };
  });
}

/** A chip's label stands over the edge that is on top, at its left; it ends before the first lead there. */
function overChip(pen: Pen, reach: number, lines: readonly Line[]): Text[] {
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
  const [x, y] = [
    Math.min(left + halfWidth, ...leads.map((lead) => lead - GAP - halfWidth)),
    top - reach - GAP - halfHeight,
  ];
  return [{ line: name, x: d[0] * x + d[1] * y, y: p[0] * x + p[1] * y }];
}
