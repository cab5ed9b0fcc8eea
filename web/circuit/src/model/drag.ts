// Moving parts takes their wires along: what was connected stays connected.

import { moved } from "./document";
import { pinsOf } from "./geometry";
import type { Part, Point } from "./part";

export interface Moved {
  /** New places of parts, and of wires that were drawn along. */
  places: Map<number, Pick<Part, "a" | "b">>;
  /** Wires that have no length left. */
  lost: number[];
  /** Wires that must be added, where parts touched each other without one. */
  added: Pick<Part, "a" | "b">[];
}

/** Moves parts by some grid squares. */
export function movedAlong(parts: readonly Part[], ids: readonly number[], by: Point): Moved {
  const moving = new Set(ids);
  const result: Moved = { places: new Map(), lost: [], added: [] };
  if (by[0] === 0 && by[1] === 0) return result;
  const from = new Map<string, Point>();
  const fixed = new Set<string>();
  for (const part of parts) {
    if (moving.has(part.id)) result.places.set(part.id, moved(part, by));
    for (const { at } of pinsOf(part)) {
      if (moving.has(part.id)) from.set(key(at), at);
      else if (part.kind !== "wire") fixed.add(key(at));
    }
  }
  const follows = (point: Point): boolean => from.has(key(point)) && !fixed.has(key(point));
  for (const part of parts) {
    if (part.kind !== "wire" || moving.has(part.id)) continue;
    const a = follows(part.a) ? shifted(part.a, by) : part.a;
    const b = follows(part.b) ? shifted(part.b, by) : part.b;
    if (a === part.a && b === part.b) continue;
    if (key(a) === key(b)) result.lost.push(part.id);
    else result.places.set(part.id, { a, b });
  }
  for (const [place, at] of from) if (fixed.has(place)) result.added.push({ a: at, b: shifted(at, by) });
  return result;
}

function shifted([x, y]: Point, [dx, dy]: Point): Point {
  return [x + dx, y + dy];
}

function key([x, y]: Point): string {
  return `${x},${y}`;
}
