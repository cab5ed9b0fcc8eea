// A view that shows a box as large as it fits.

import { Camera, zoomed, type Lens, type View } from "./camera";
import type { Box } from "./pick";
import { add, times, type Vec3 } from "./vector";

/** Of the view's width and height, what the box may take. */
const PART = 0.8;
const NEAREST = 1.5;
const FARTHEST = 200;
const HALVINGS = 24;

/** The nearest view of the box's middle that shows all its corners, found by halving. */
export function framed(view: View, box: Box, lens: Lens, size: { width: number; height: number }): View {
  const middle = { ...view, target: times(add(box.low, box.high), 0.5) };
  const corners = cornersOf(box);
  const isWhole = (distance: number) => {
    const camera = new Camera({ ...middle, distance }, lens, size.width, size.height);
    return corners.every((corner) => {
      const at = camera.project(corner);
      const isIn = (place: number, room: number) => Math.abs(place - room / 2) <= (room / 2) * PART;
      return at !== undefined && isIn(at[0], size.width) && isIn(at[1], size.height);
    });
  };
  let [near, far] = [NEAREST, FARTHEST];
  for (let i = 0; i < HALVINGS; i++) {
    const between = (near + far) / 2;
    if (isWhole(between)) far = between;
    else near = between;
  }
  return zoomed({ ...middle, distance: far }, 1);
}

function cornersOf({ low, high }: Box): Vec3[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [
    (i & 1 ? high : low)[0],
    (i & 2 ? high : low)[1],
    (i & 4 ? high : low)[2],
  ]);
}
