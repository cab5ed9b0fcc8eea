// Panels over the canvas, in screen pixels.

import type { Look } from "./look";

/** In screen pixels. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

const LINE_PX = 18;
const PADDING_PX = 10;

/** The height that the information panel needs. */
export function infoHeight(lines: readonly string[]): number {
  return lines.length * LINE_PX + 2 * PADDING_PX;
}

/** The information panel: the first line as its title, then values. */
export function drawInfo(
  context: CanvasRenderingContext2D,
  lines: readonly string[],
  rect: Readonly<Rect>,
  look: Look,
): void {
  drawPanel(context, rect, look);
  context.textAlign = "left";
  context.textBaseline = "middle";
  const width = rect.width - 2 * PADDING_PX;
  lines.forEach((line, i) => {
    context.font = i === 0 ? `600 12px ${look.font}` : `400 12px ${look.mono}`;
    context.fillStyle = look.panelInk;
    context.fillText(fitted(context, line, width), rect.x + PADDING_PX, rect.y + PADDING_PX + (i + 0.5) * LINE_PX);
  });
}

/** A rectangle with a border. */
export function drawPanel(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: Readonly<Rect>,
  look: Look,
): void {
  context.beginPath();
  context.roundRect(x + 0.5, y + 0.5, width - 1, height - 1, 6);
  context.fillStyle = look.panel;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = look.gridDots;
  context.stroke();
}

/** The text, shortened to the longest beginning that fits. */
export function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  const fits = (shown: string) => context.measureText(shown).width <= width;
  if (fits(text)) return text;
  let [end, tooFar] = [0, text.length];
  while (tooFar - end > 1) {
    const middle = (end + tooFar) >> 1;
    if (fits(`${text.slice(0, middle)}…`)) end = middle;
    else tooFar = middle;
  }
  return `${text.slice(0, end)}…`;
}
