// Voltage sources with two terminals and with one.

import { LINE, type Pen } from "../pen";
import { arrowHead, between, plus, sine, square, type PartSymbol } from "./symbol";

export const dcSource: PartSymbol = {
  reach: 0.95,
  draw: (pen) =>
    between(pen, "minus", "plus", 0.5, (width) => {
      pen.line(
        [
          [-0.25, -0.48],
          [-0.25, 0.48],
        ],
        pen.at("minus"),
        width * 1.6,
      );
      pen.line(
        [
          [0.25, -0.9],
          [0.25, 0.9],
        ],
        pen.at("plus"),
        width,
      );
      plus(pen, 0.75, 0.5, 0.2, pen.style.selected ? pen.look.selection : pen.look.faint);
    }),
};

export const acSource: PartSymbol = round((pen) => sine(pen, 0, 0, 0.55, 0.5));
export const squareSource: PartSymbol = round((pen) => square(pen, 0, 0, 0.55, 0.35));

export const currentSource: PartSymbol = {
  reach: 1,
  draw: (pen) =>
    between(pen, "a", "b", 2, (width) => {
      pen.circle(0, 0, 1, { stroke: pen.ink, fill: pen.look.panel, width });
      pen.line(
        [
          [-0.6, 0],
          [0.4, 0],
        ],
        pen.ink,
        width,
      );
      arrowHead(pen, [0.7, 0], [0, 0], 0.5);
    }),
};

/** A circle around a waveform, with a plus sign beside the positive lead. */
function round(waveform: (pen: Pen) => void): PartSymbol {
  return {
    reach: 1,
    draw: (pen) =>
      between(pen, "minus", "plus", 2, (width) => {
        pen.circle(0, 0, 1, { stroke: pen.ink, fill: pen.look.panel, width });
        waveform(pen);
        plus(pen, 1.3, 0.5, 0.2, pen.style.selected ? pen.look.selection : pen.look.faint);
      }),
  };
}

export const dcRail: PartSymbol = {
  reach: 0.5,
  draw(pen) {
    const end = pen.length - 0.35;
    pen.line(
      [
        [0, 0],
        [end, 0],
      ],
      pen.at("a"),
    );
    pen.circle(end, 0, 0.24, { stroke: pen.at("a"), fill: pen.look.panel });
  },
};

export const acRail: PartSymbol = post((pen, x) => {
  pen.circle(x, 0, 0.8, { stroke: pen.ink, fill: pen.look.panel });
  sine(pen, x, 0, 0.48, 0.42);
});

export const squareRail: PartSymbol = post((pen, x) => {
  pen.circle(x, 0, 0.8, { stroke: pen.ink, fill: pen.look.panel });
  square(pen, x, 0, 0.45, 0.28);
});

export const clock: PartSymbol = post((pen, x) => {
  pen.path((context) => context.roundRect(x - 0.8, -0.8, 1.6, 1.6, 0.2), {
    stroke: pen.ink,
    fill: pen.look.panel,
    width: LINE,
  });
  square(pen, x, 0, 0.52, 0.3);
});

/** A lead and a body of width 1.6 at its end. */
function post(body: (pen: Pen, x: number) => void): PartSymbol {
  return {
    reach: 0.8,
    draw(pen) {
      pen.line(
        [
          [0, 0],
          [pen.length - 1.6, 0],
        ],
        pen.at("a"),
      );
      body(pen, pen.length - 0.8);
    },
  };
}
