// A view that shows a box as large as it fits.

import { zoomed, type Lens, type View } from "./camera";
import type { Box } from "./pick";
import { add, distance, times } from "./vector";

/** Of the view's smaller side, what the box may take. */
const PART = 0.8;
const LEAST_RADIUS = 0.5;

export function framed(view: View, { low, high }: Box, lens: Lens, size: { width: number; height: number }): View {
  const target = times(add(low, high), 0.5);
  const radius = Math.max(LEAST_RADIUS, distance(low, high) / 2);
  const smaller = Math.min(size.width, size.height);
  const isOrthographic = lens.isOrthographic || view.isAlongAxis;
  // The angle from the middle of the view to its nearer edge.
  const half = Math.atan((Math.tan((lens.fov * Math.PI) / 360) * smaller) / size.height);
  const away = isOrthographic
    ? (4.8 * lens.orthoZoom * 12 * 2 * radius) / (PART * smaller)
    : radius / Math.sin(half * PART);
  return zoomed({ ...view, target, distance: away }, 1);
}
