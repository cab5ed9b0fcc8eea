// Which part of a content the canvas shows. Canvas points are pixels from the canvas's top left corner; content points are pixels at
// zoom 1.

export type Point = readonly [number, number];

export interface Box {
  from: Point;
  to: Point;
}

export interface Viewport {
  /** Where content point (0, 0) lies on the canvas. */
  readonly origin: Point;
  readonly zoom: number;
}

export const START: Viewport = { origin: [0, 0], zoom: 1 };

/** How far a canvas zooms. */
export interface ZoomRange {
  least: number;
  greatest: number;
}

const ZOOM_RANGE: ZoomRange = { least: 0.2, greatest: 5 };
const ZOOM_BY_WHEEL_PIXEL = 1.0015;

export function toContent({ origin, zoom }: Viewport, [x, y]: Point): Point {
  return [(x - origin[0]) / zoom, (y - origin[1]) / zoom];
}

export function toCanvas({ origin, zoom }: Viewport, [x, y]: Point): Point {
  return [origin[0] + x * zoom, origin[1] + y * zoom];
}

/** Zooms by a factor; what lies at the canvas point stays there. */
export function zoomedAt(view: Viewport, [x, y]: Point, factor: number, range = ZOOM_RANGE): Viewport {
  const zoom = Math.min(range.greatest, Math.max(range.least, view.zoom * factor));
  const ratio = zoom / view.zoom;
  return { origin: [x - (x - view.origin[0]) * ratio, y - (y - view.origin[1]) * ratio], zoom };
}

export function wheelFactor({ deltaY }: Pick<WheelEvent, "deltaY">): number {
  return ZOOM_BY_WHEEL_PIXEL ** -deltaY;
}

export function panned(view: Viewport, [dx, dy]: Point): Viewport {
  return { ...view, origin: [view.origin[0] + dx, view.origin[1] + dy] };
}

interface Room {
  width: number;
  height: number;
  /** Canvas pixels at the left that something else covers. */
  left?: number;
  /** Content pixels around the box. */
  margin: number;
}

/** Shows a box of the content in the middle of a canvas, not larger than life. */
export function fitted({ from, to }: Box, { width, height, left = 0, margin }: Room, range = ZOOM_RANGE): Viewport {
  const across = to[0] - from[0] + 2 * margin;
  const down = to[1] - from[1] + 2 * margin;
  const zoom = Math.max(range.least, Math.min(1, (width - left) / across, height / down));
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  return {
    origin: [Math.round((left + width) / 2 - middle[0] * zoom), Math.round(height / 2 - middle[1] * zoom)],
    zoom,
  };
}

/** A drag that moves the viewport. */
export class Pan {
  #last: Point | undefined;

  get isActive(): boolean {
    return this.#last !== undefined;
  }

  begin(at: Point): void {
    this.#last = at;
  }

  /** The viewport after the pointer has come to a canvas point. */
  follow(view: Viewport, at: Point): Viewport {
    if (!this.#last) return view;
    const moved = panned(view, [at[0] - this.#last[0], at[1] - this.#last[1]]);
    this.#last = at;
    return moved;
  }

  end(): void {
    this.#last = undefined;
  }
}
