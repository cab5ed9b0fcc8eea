// Which part of the grid the canvas shows: the kit's viewport, in grid squares.

import { fitted as fittedContent, panned, toCanvas as contentToCanvas, toContent } from "../../../kit/ui/viewport";
import type { Box, Viewport } from "../../../kit/ui/viewport";
import { GRID } from "../model/catalogue";
import type { Point } from "../model/part";

/** Grid squares around a circuit that is fitted into the view. */
const MARGIN = 3;

export function toGrid(view: Viewport, at: Point): Point {
  const [x, y] = toContent(view, at);
  return [x / GRID, y / GRID];
}

export function toCanvas(view: Viewport, [x, y]: Point): Point {
  return contentToCanvas(view, [x * GRID, y * GRID]);
}

/** Pixels on the canvas as a length on the grid. */
export function gridLength({ zoom }: Viewport, pixels: number): number {
  return pixels / (GRID * zoom);
}

/** Shows a box of the grid in the middle of a canvas, or of its part right of `left`, not larger than life. */
export function fitted({ from, to }: Box, width: number, height: number, left = 0): Viewport {
  const box: Box = { from: [from[0] * GRID, from[1] * GRID], to: [to[0] * GRID, to[1] * GRID] };
  return fittedContent(box, { width, height, left, margin: MARGIN * GRID });
}

/** Moves up by whole grid squares until a box ends above a height; where it has no room it is made smaller. */
export function raised(view: Viewport, box: Box, width: number, height: number): Viewport {
  const margin = 1;
  const square = GRID * view.zoom;
  const below = Math.ceil((toCanvas(view, box.to)[1] - height) / square + margin);
  if (below <= 0) return view;
  const room = Math.floor(toCanvas(view, box.from)[1] / square - margin);
  return below <= room ? panned(view, [0, -below * square]) : fitted(box, width, height);
}
