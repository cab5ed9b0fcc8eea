// Chips: boxes with named pins. The 555 and the display are boxes too.

import { kindOf, type ChipPin } from "../../model/catalogue";
import type { Part, Point } from "../../model/part";
import { faded } from "../colour";
import { LINE, type Pen, type TextStyle } from "../pen";
import type { Box, PartSymbol } from "./symbol";

/** What is written in the middle. */
const TITLES: Readonly<Record<string, string>> = {
  "timer-555": "555",
  "half-adder": "HA",
  "full-adder": "FA",
  multiplexer: "MUX",
  counter: "CTR",
};

export const chip: PartSymbol = {
  reach: 0,
  cover,
  draw(pen) {
    const box = chipBox(pen.part);
    drawBox(pen, box);
    const title = TITLES[pen.part.kind];
    if (title === undefined) return;
    pen.text((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, title, { weight: 600, size: 13 });
  },
};

/** Where leads end and the box begins. */
export function chipBox(part: Part): Box {
  const { pins, size } = kindOf(part.kind);
  const has = (side: string): boolean => (pins as readonly ChipPin[]).some((pin) => pin.side === side);
  const [width, height] = size!;
  // Pins on all sides need the room within for their names.
  const lead = has("top") || has("bottom") ? 0.5 : 1;
  return {
    x0: has("left") ? lead : 0,
    y0: has("top") ? lead : 0,
    x1: has("right") ? width - lead : width,
    y1: has("bottom") ? height - lead : height,
  };
}

function cover({ part }: Pen): Box {
  const [x1, y1] = kindOf(part.kind).size!;
  return { x0: 0, y0: 0, x1, y1 };
}

const INWARDS: Readonly<Record<ChipPin["side"], Point>> = {
  left: [1, 0],
  right: [-1, 0],
  top: [0, 1],
  bottom: [0, -1],
};
const PIN_TEXT: TextStyle = { size: 11 };

function drawBox(pen: Pen, box: Box): void {
  const pins = kindOf(pen.part.kind).pins as readonly ChipPin[];
  const ends = pins.map((pin): Point => {
    const [x, y] = pin.at;
    return [
      pin.side === "left" ? box.x0 : pin.side === "right" ? box.x1 : x,
      pin.side === "top" ? box.y0 : pin.side === "bottom" ? box.y1 : y,
    ];
  });
  pins.forEach((pin, i) => pen.line([pin.at, ends[i]!], pen.at(pin.name)));
  pen.path((context) => context.roundRect(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0, 0.2), {
    stroke: pen.ink,
    fill: pen.look.panel,
    width: LINE,
  });
  pins.forEach((pin, i) => {
    const [x, y] = ends[i]!;
    const side = INWARDS[pin.side];
    if (pin.text === "▷")
      pen.line(
        [
          [x, y - 0.4],
          [x + side[0] * 0.6, y],
          [x, y + 0.4],
        ],
        pen.ink,
        LINE * 0.75,
      );
    else pen.textBeside(x, y, side, 0.25, pin.text, PIN_TEXT);
  });
}

const LIT = "#ff3b30";
/** A segment shines above this voltage. */
const LIT_VOLTS = 2.5;

export const sevenSegment: PartSymbol = {
  reach: 0,
  cover,
  draw(pen) {
    drawBox(pen, chipBox(pen.part));
    const [left, right, top, bottom] = [3.2, 6.8, 3.4, 12.6];
    const middle = (top + bottom) / 2;
    const segments: Readonly<Record<string, readonly [Point, Point]>> = {
      a: [
        [left, top],
        [right, top],
      ],
      b: [
        [right, top],
        [right, middle],
      ],
      c: [
        [right, middle],
        [right, bottom],
      ],
      d: [
        [left, bottom],
        [right, bottom],
      ],
      e: [
        [left, middle],
        [left, bottom],
      ],
      f: [
        [left, top],
        [left, middle],
      ],
      g: [
        [left, middle],
        [right, middle],
      ],
    };
    for (const [pin, [from, to]] of Object.entries(segments)) {
      const lit = (pen.volts(pin) ?? 0) > LIT_VOLTS;
      drawSegment(pen, from, to, lit ? LIT : faded(pen.look.faint, 0.16));
    }
  },
};

/** A long hexagon between two corners, with a gap to its neighbours. */
function drawSegment(pen: Pen, from: Point, to: Point, fill: string): void {
  const half = 0.34;
  const gap = 0.12;
  const [ux, uy] = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
  const along = ([x, y]: Point, by: number, side: number): Point => [x + ux * by - uy * side, y + uy * by + ux * side];
  pen.path(
    (context) => {
      const corners = [
        along(from, gap, 0),
        along(from, gap + half, -half),
        along(to, -gap - half, -half),
        along(to, -gap, 0),
        along(to, -gap - half, half),
        along(from, gap + half, half),
      ];
      corners.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.closePath();
    },
    { fill },
  );
}
