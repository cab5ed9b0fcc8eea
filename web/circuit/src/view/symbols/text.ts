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
  cover(pen) {
    const { d, p } = pen;
    const width = 2 * pen.textSize(content(pen), STYLE)[0];
    const [x, y] = [d[0] * width, p[0] * width];
    const [across, along] = [Math.abs(d[1]) / 2, Math.abs(p[1]) / 2];
    return {
      x0: Math.min(0, x) - across,
      y0: Math.min(0, y) - along,
      x1: Math.max(0, x) + across,
      y1: Math.max(0, y) + along,
    };
  },
};

function content(pen: Pen): string {
  return String(pen.part.params["text"]);
}
