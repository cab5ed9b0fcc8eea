// Text on the canvas. It begins at the part's first point and is always level.

import type { Pen, TextStyle } from "../pen";
import type { PartSymbol } from "./symbol";

const STYLE: TextStyle = { size: 14 };

export const text: PartSymbol = {
  reach: 0.5,
  draw(pen) {
    const { d, p } = pen;
    const [half] = pen.textSize(content(pen), STYLE);
    pen.text(d[0] * half, p[0] * half, content(pen), STYLE);
  },
};

function content(pen: Pen): string {
  return String(pen.part.params["text"]);
}
