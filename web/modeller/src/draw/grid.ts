// The grid and the axes, as lines in space that fade with their distance.

import { directionOf, type Camera } from "../math/camera";
import { AXES, add, dot, length, subtract, times, type Vec3 } from "../math/vector";
import { brightness } from "../model/colour";
import type { Settings } from "../model/scene";

export interface Line {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly width: number;
  readonly colour: Vec3;
  /** How opaque it is where it is nearest to what is looked at. */
  readonly opacity: number;
  /** How it fades: by 1 − across − ((t − middle)·span)², at a place t from 0 at its begin to 1 at its end. */
  readonly across: number;
  readonly middle: number;
  readonly span: number;
}

export const AXIS_COLOURS: readonly [Vec3, Vec3, Vec3] = [
  [232, 74, 86],
  [108, 190, 70],
  [70, 132, 240],
];
const LEAST_REACH = 10;
const MOST_LINES = 80;

export function gridLines(settings: Settings, camera: Camera): Line[] {
  const { distance, target } = camera.view;
  const reach = Math.max(LEAST_REACH, distance * (camera.isOrthographic ? 2.4 : 1.8));
  const ink: Vec3 = brightness(settings.backgroundColor) < 0.5 ? [255, 255, 255] : [0, 0, 0];
  const plane = gridPlane(camera);
  const lines: Line[] = [];
  if (settings.showGrid) {
    // A line at every unit, ten units or a tenth, by how much is seen.
    const step = distance > 60 ? 10 : distance < 2 ? 0.1 : 1;
    const count = Math.min(MOST_LINES, Math.ceil(reach / step));
    for (const [along, across] of [plane, [plane[1], plane[0]]] as const) {
      const middle = Math.round(target[across] / step);
      for (let i = middle - count; i <= middle + count; i++) {
        // An axis lies there, and would be drawn twice.
        if (i === 0 && settings.showAxes) continue;
        const from = placed(across, i * step, along, target[along] - reach);
        const to = placed(across, i * step, along, target[along] + reach);
        lines.push(faded(from, to, 1.2, ink, i % 10 === 0 ? 0.3 : 0.15, target, reach));
      }
    }
  }
  if (settings.showAxes)
    AXES.forEach((axis, i) => {
      const middle = times(axis, target[i]!);
      const from = add(middle, times(axis, -reach));
      const to = add(middle, times(axis, reach));
      // The axis that leaves the ground is drawn upwards only.
      const start: Vec3 = i === 1 && !plane.includes(1) ? [0, Math.max(0, from[1]), 0] : from;
      lines.push(faded(start, to, 1.75, AXIS_COLOURS[i]!, 0.9, target, reach));
    });
  return lines;
}

/** The ground; in a view along it, the plane that is looked at. */
function gridPlane(camera: Camera): readonly [0 | 1 | 2, 0 | 1 | 2] {
  const direction = camera.isOrthographic ? directionOf(camera.view) : undefined;
  return direction === "front" ? [0, 1] : direction === "side" ? [2, 1] : [0, 2];
}

function placed(first: number, a: number, second: number, b: number): Vec3 {
  return [0, 1, 2].map((i) => (i === first ? a : i === second ? b : 0)) as unknown as Vec3;
}

/** A line that is gone at some distance from the focus. */
function faded(from: Vec3, to: Vec3, width: number, colour: Vec3, opacity: number, focus: Vec3, reach: number): Line {
  const way = subtract(to, from);
  const long = Math.max(1e-9, length(way));
  const middle = dot(subtract(focus, from), way) / (long * long);
  const aside = length(subtract(focus, add(from, times(way, middle)))) / reach;
  return { from, to, width, colour, opacity, across: aside * aside, middle, span: long / reach };
}
