// The way that a flight has come: its samples from the first one to the present.

import { BLOCK_MINUTES, type Day } from "../model/day";
import { momentOf, sampleAt } from "../model/sample";
import type { Projection } from "./projection";

/** Pixels; a piece ends where the flight was not received, or where the map's copies of the world meet. */
export interface Trail {
  pieces: [number, number][][];
  /** From the end of a piece to the beginning of the next: nothing is known of it. */
  gaps: [[number, number], [number, number]][];
}

export function trailOf(day: Day, flight: number, seconds: number, projection: Projection, longest = Infinity): Trail {
  const { minute: now } = momentOf(seconds);
  const trail: Trail = { pieces: [], gaps: [] };
  let lastMinute = -2;
  let lastPoint: [number, number] | undefined;
  const add = (minute: number, longitude: number, latitude: number) => {
    const point: [number, number] = [projection.x(longitude), projection.y(latitude)];
    const isNear = lastPoint !== undefined && Math.abs(point[0] - lastPoint[0]) < projection.world / 2;
    const isNext = minute - lastMinute <= 1;
    if (isNear && isNext) trail.pieces.at(-1)!.push(point);
    else {
      if (isNear && lastPoint) trail.gaps.push([lastPoint, point]);
      trail.pieces.push([point]);
    }
    lastMinute = minute;
    lastPoint = point;
  };
  for (let minute = Math.max(0, now - longest); minute <= now; minute++) {
    const block = day.blockOf(minute);
    const slot = block.slots[flight]!;
    const at = slot * BLOCK_MINUTES + (minute % BLOCK_MINUTES);
    if (slot < 0 || block.flags[at] === 0) continue;
    add(minute, block.longitude[at]! / 10_000, block.latitude[at]! / 10_000);
  }
  const present = sampleAt(day, flight, seconds);
  if (present) add(now, present.longitude, present.latitude);
  return trail;
}
