// Meters, which show what they read, and net labels.

import { formatSi } from "../format";
import type { Place } from "../label-space";
import { LINE, type Pen, type TextStyle } from "../pen";
import { between, plus, type PartSymbol } from "./symbol";

export const voltmeter: PartSymbol = meter("plus", "minus", "V", (pen) => {
  const [high, low] = [pen.volts("plus"), pen.volts("minus")];
  return high === undefined || low === undefined ? "" : formatSi(high - low, "V");
});

export const ammeter: PartSymbol = meter("a", "b", "A", (pen) => {
  const amperes = pen.style.live.current(pen.part, "a");
  return amperes === undefined ? "" : formatSi(amperes, "A");
});

/** A circle with a letter; the reading stands beside it. */
function meter(first: string, second: string, letter: string, reading: (pen: Pen) => string): PartSymbol {
  return {
    reach: 1,
    draw(pen) {
      between(pen, first, second, 2, (width) => {
        pen.circle(0, 0, 1, { stroke: pen.ink, fill: pen.look.panel, width });
        pen.text(0, 0, letter, { weight: 600, size: 14 });
        plus(pen, -1.3, 0.5, 0.2, pen.style.selected ? pen.look.selection : pen.look.faint);
      });
      const text = pen.style.ghost ? "" : reading(pen);
      if (text === "") return;
      const style = { font: pen.look.mono };
      pen.textBeside(pen.length / 2, 1, [0, 1], 0.3, text, style);
      pen.style.labels?.take(readingPlace(pen, text, style), "text");
    },
  };
}

/** What the reading covers on the grid. */
function readingPlace(pen: Pen, text: string, style: TextStyle): Place {
  const { origin, d, p, length } = pen;
  const [halfWidth, halfHeight] = pen.textSize(text, style);
  const away = 1.3 + Math.abs(p[0]) * halfWidth + Math.abs(p[1]) * halfHeight;
  const [x, y] = [origin[0] + (d[0] * length) / 2 + p[0] * away, origin[1] + (d[1] * length) / 2 + p[1] * away];
  return { x0: x - halfWidth, y0: y - halfHeight, x1: x + halfWidth, y1: y + halfHeight };
}

export const netLabel: PartSymbol = {
  reach: 0.5,
  draw(pen) {
    const tip = pen.length - 0.4;
    const colour = pen.at("a");
    pen.line(
      [
        [0, 0],
        [tip - 0.5, 0],
      ],
      colour,
    );
    pen.line(
      [
        [tip - 0.5, -0.45],
        [tip, 0],
        [tip - 0.5, 0.45],
        [tip - 0.5, -0.45],
      ],
      pen.ink,
      LINE,
    );
  },
};
