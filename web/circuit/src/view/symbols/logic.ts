// Gates in their distinctive shapes, and what drives and shows logic levels.

import { inputOffsets } from "../../model/geometry";
import { faded } from "../colour";
import { LINE, type Pen } from "../pen";
import { between, type PartSymbol } from "./symbol";

const HALF_HEIGHT = 1.4;
const BODY = 3;
const BUBBLE = 0.24;
/** How deep the back of an OR gate is curved, and how far the second curve of an XOR stands off. */
const HOLLOW = 0.5;
const STAND_OFF = 0.4;

type GateShape = "and" | "or" | "xor";

export const and: PartSymbol = gate("and", false);
export const nand: PartSymbol = gate("and", true);
export const or: PartSymbol = gate("or", false);
export const nor: PartSymbol = gate("or", true);
export const xor: PartSymbol = gate("xor", false);
export const xnor: PartSymbol = gate("xor", true);

function gate(shape: GateShape, inverted: boolean): PartSymbol {
  return {
    reach: HALF_HEIGHT,
    draw(pen) {
      const back = pen.length / 2 - BODY / 2;
      const end = pen.length / 2 + BODY / 2;
      const tip = inverted ? end - 2 * BUBBLE : end;
      const bodyBack = shape === "xor" ? back + STAND_OFF : back;
      drawInputs(pen, shape, back);
      pen.line(
        [
          [end, 0],
          [pen.length, 0],
        ],
        pen.at("out"),
      );
      const style = { stroke: pen.ink, fill: pen.look.panel };
      pen.path((context) => outline(context, shape, bodyBack, tip), style);
      if (shape === "xor") pen.path((context) => hollow(context, back), { stroke: pen.ink });
      if (inverted) pen.circle(end - BUBBLE, 0, BUBBLE, style);
    },
  };
}

function drawInputs(pen: Pen, shape: GateShape, back: number): void {
  const offsets = inputOffsets(Number(pen.part.params["inputs"]));
  offsets.forEach((y, i) => {
    const inside = Math.abs(y) < HALF_HEIGHT;
    const curve = shape !== "and" && inside ? HOLLOW * (1 - (y / HALF_HEIGHT) ** 2) : 0;
    pen.line(
      [
        [0, y],
        [back + curve, y],
      ],
      pen.at(`in${i + 1}`),
    );
  });
  // Where the inputs reach beyond the body, its back is lengthened to meet them.
  const outermost = offsets.at(-1)! + 0.3;
  if (outermost <= HALF_HEIGHT) return;
  for (const side of [-1, 1])
    pen.line([
      [back, HALF_HEIGHT * side],
      [back, outermost * side],
    ]);
}

function outline(context: CanvasRenderingContext2D, shape: GateShape, back: number, tip: number): void {
  if (shape === "and") {
    context.moveTo(back, -HALF_HEIGHT);
    context.lineTo(tip - HALF_HEIGHT, -HALF_HEIGHT);
    context.arc(tip - HALF_HEIGHT, 0, HALF_HEIGHT, -Math.PI / 2, Math.PI / 2);
    context.lineTo(back, HALF_HEIGHT);
  } else {
    const shoulder = back + (tip - back) * 0.6;
    hollow(context, back);
    context.quadraticCurveTo(shoulder, HALF_HEIGHT, tip, 0);
    context.quadraticCurveTo(shoulder, -HALF_HEIGHT, back, -HALF_HEIGHT);
  }
  context.closePath();
}

function hollow(context: CanvasRenderingContext2D, back: number): void {
  context.moveTo(back, -HALF_HEIGHT);
  context.quadraticCurveTo(back + 2 * HOLLOW, 0, back, HALF_HEIGHT);
}

export const not: PartSymbol = {
  reach: 0.95,
  draw: (pen) =>
    between(pen, "in", "out", 2.1, (width) => {
      const style = { stroke: pen.ink, fill: pen.look.panel, width };
      pen.path((context) => {
        context.moveTo(-1.05, -0.95);
        context.lineTo(1.05 - 2 * BUBBLE, 0);
        context.lineTo(-1.05, 0.95);
        context.closePath();
      }, style);
      pen.circle(1.05 - BUBBLE, 0, BUBBLE, style);
    }),
};

/** A square that is filled while the level is high. */
export const logicInput: PartSymbol = {
  reach: 0.65,
  draw(pen) {
    drawLevel(pen, Number(pen.part.params["state"]) === 1, (context, x) => {
      context.roundRect(x - 0.65, -0.65, 1.3, 1.3, 0.2);
    });
  },
};

/** A circle that is filled while the level is high. */
export const logicOutput: PartSymbol = {
  reach: 0.65,
  draw(pen) {
    const volts = pen.volts("a");
    const high = volts === undefined ? undefined : volts > Number(pen.part.params["threshold"]);
    drawLevel(pen, high, (context, x) => {
      context.arc(x, 0, 0.68, 0, 2 * Math.PI);
    });
  },
};

function drawLevel(
  pen: Pen,
  high: boolean | undefined,
  shape: (context: CanvasRenderingContext2D, x: number) => void,
): void {
  const { look } = pen;
  const x = pen.length - 0.65;
  pen.line(
    [
      [0, 0],
      [x - 0.65, 0],
    ],
    pen.at("a"),
  );
  const fill = high ? look.positive : look.panel;
  pen.path((context) => shape(context, x), { stroke: pen.ink, fill, width: LINE });
  if (pen.style.selected) pen.path((context) => shape(context, x), { fill: faded(look.selection, 0.25) });
  const text = high === undefined ? "?" : high ? "H" : "L";
  pen.text(x, 0, text, { weight: 600, colour: high ? look.background : look.ink });
}
