// What lies below and between the parts: the grid, and dots where pins meet. Contexts are transformed as for parts.

import { GRID } from "../model/catalogue";
import { pinsOf } from "../model/geometry";
import type { Part, Point } from "../model/part";
import { voltageColour } from "./colour";
import type { Look } from "./look";
import type { Live } from "./types";

/** A rectangle in grid squares. */
export interface Area {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Fills the area and marks its grid points. */
export function drawBackground(context: CanvasRenderingContext2D, area: Area, zoom: number, look: Look): void {
  context.fillStyle = look.background;
  context.fillRect(area.x0, area.y0, area.x1 - area.x0, area.y1 - area.y0);
  // When dots would crowd, only every fifth is shown.
  const every = zoom < 0.5 ? 5 : 1;
  // An even number of pixels around a grid point is sharp.
  const size = (2 * Math.max(1, Math.round(0.75 * zoom))) / (GRID * zoom);
  context.beginPath();
  for (let y = Math.floor(area.y0 / every) * every; y <= area.y1; y += every) {
    for (let x = Math.floor(area.x0 / every) * every; x <= area.x1; x += every) {
      context.rect(x - size / 2, y - size / 2, size, size);
    }
  }
  context.fillStyle = look.gridDots;
  context.fill();
}

/** Dots where three or more pins meet. */
export function drawJunctions(context: CanvasRenderingContext2D, parts: Iterable<Part>, live: Live, look: Look): void {
  const meetings = new Map<string, { at: Point; count: number; volts: number | undefined }>();
  for (const part of parts) {
    for (const { name, at } of pinsOf(part)) {
      const key = `${at[0]},${at[1]}`;
      const meeting = meetings.get(key);
      if (meeting) meeting.count++;
      else meetings.set(key, { at, count: 1, volts: live.voltage(part, name) });
    }
  }
  for (const { at, count, volts } of meetings.values()) {
    if (count >= 3) dot(context, at, 3.75 / GRID, voltageColour(look, volts));
  }
}

/** Rings around pins that a wire passes without ending there. */
export function drawMissedPins(context: CanvasRenderingContext2D, points: Iterable<Point>, look: Look): void {
  context.lineWidth = 1.5 / GRID;
  context.strokeStyle = look.warning;
  for (const [x, y] of points) {
    context.beginPath();
    context.arc(x, y, 6 / GRID, 0, 2 * Math.PI);
    context.stroke();
  }
}

function dot(context: CanvasRenderingContext2D, [x, y]: Point, radius: number, fill: string): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
}
