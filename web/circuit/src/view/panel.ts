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

/** The text, shortened until it fits. */
export function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let end = text.length;
  while (end > 0 && context.measureText(`${text.slice(0, end)}…`).width > width) end--;
  return `${text.slice(0, end)}…`;
}
