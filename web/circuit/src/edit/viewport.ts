// Which part of the grid the canvas shows. Canvas points are pixels from the canvas's top left corner.

import { GRID } from "../model/catalogue";
import type { Point } from "../model/part";

export interface Viewport {
  /** Where grid point (0, 0) lies on the canvas. */
  readonly origin: Point;
  readonly zoom: number;
}

export const START: Viewport = { origin: [0, 0], zoom: 1 };

const LEAST_ZOOM = 0.2;
const GREATEST_ZOOM = 5;

export function toGrid({ origin, zoom }: Viewport, [x, y]: Point): Point {
  return [(x - origin[0]) / (GRID * zoom), (y - origin[1]) / (GRID * zoom)];
}

export function toCanvas({ origin, zoom }: Viewport, [x, y]: Point): Point {
  return [origin[0] + x * GRID * zoom, origin[1] + y * GRID * zoom];
}

/** Pixels on the canvas as a length on the grid. */
export function gridLength({ zoom }: Viewport, pixels: number): number {
  return pixels / (GRID * zoom);
}

/** Zooms by a factor; what lies at the canvas point stays there. */
export function zoomedAt(view: Viewport, [x, y]: Point, factor: number): Viewport {
  const zoom = Math.min(GREATEST_ZOOM, Math.max(LEAST_ZOOM, view.zoom * factor));
  const ratio = zoom / view.zoom;
  return { origin: [x - (x - view.origin[0]) * ratio, y - (y - view.origin[1]) * ratio], zoom };
}

export function panned(view: Viewport, [dx, dy]: Point): Viewport {
  return { ...view, origin: [view.origin[0] + dx, view.origin[1] + dy] };
}

/** Shows a box of the grid in the middle of a canvas, or of its part right of `left`, not larger than life. */
export function fitted(box: { from: Point; to: Point }, width: number, height: number, left = 0): Viewport {
  const margin = 3;
  const across = box.to[0] - box.from[0] + 2 * margin;
  const down = box.to[1] - box.from[1] + 2 * margin;
  const zoom = Math.max(LEAST_ZOOM, Math.min(1, (width - left) / (across * GRID), height / (down * GRID)));
  const middle: Point = [(box.from[0] + box.to[0]) / 2, (box.from[1] + box.to[1]) / 2];
  return {
    origin: [
      Math.round((left + width) / 2 - middle[0] * GRID * zoom),
      Math.round(height / 2 - middle[1] * GRID * zoom),
    ],
    zoom,
  };
}

/** Moves up by whole grid squares until a box ends above a height; where it has no room it is made smaller. */
export function raised(view: Viewport, box: { from: Point; to: Point }, width: number, height: number): Viewport {
  const margin = 1;
  const square = GRID * view.zoom;
  const below = Math.ceil((toCanvas(view, box.to)[1] - height) / square + margin);
  if (below <= 0) return view;
  const room = Math.floor(toCanvas(view, box.from)[1] / square - margin);
  return below <= room ? panned(view, [0, -below * square]) : fitted(box, width, height);
}
