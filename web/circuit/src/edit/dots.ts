// Dots that move with the current along wires, leads and two-ended parts.

import { GRID, kindOf } from "../model/catalogue";
import { pinsOf } from "../model/geometry";
import type { Part } from "../model/part";
import { routeOf, stretches, type Routes } from "../model/route";
import type { Look } from "../view/look";
import type { Live } from "../view/types";

/** Between dots, in grid squares. */
const SPACING = 1;
const RADIUS = 2.2 / GRID;
/** A current of this many amperes is in the middle of what is seen to move. */
const USUAL = 1e-3;
/** Grid squares a second at about the usual current. */
const SPEED = 3;

export class Dots {
  /** How far each part's dots have gone, in grid squares. */
  #ways = new Map<number, number>();

  /** Moves the dots on. */
  pass(seconds: number, parts: readonly Part[], live: Live): void {
    const ways = new Map<number, number>();
    for (const part of parts) {
      const amps = currentOf(part, live);
      // Currents span many decades: ten times as much is seen as faster, not as ten times as fast.
      const speed = SPEED * Math.asinh(amps / USUAL);
      const way = (this.#ways.get(part.id) ?? 0) + speed * seconds;
      ways.set(part.id, way - Math.floor(way / SPACING) * SPACING);
    }
    this.#ways = ways;
  }

  draw(context: CanvasRenderingContext2D, parts: readonly Part[], live: Live, look: Look, routes: Routes): void {
    context.beginPath();
    for (const part of parts) {
      if (Math.abs(currentOf(part, live)) < USUAL / 1000) continue;
      let at = this.#ways.get(part.id) ?? 0;
      for (const [from, to] of stretches(routeOf(part, routes))) {
        const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
        for (; at <= length; at += SPACING) {
          const x = from[0] + ((to[0] - from[0]) * at) / length;
          const y = from[1] + ((to[1] - from[1]) * at) / length;
          context.moveTo(x + RADIUS, y);
          context.arc(x, y, RADIUS, 0, 2 * Math.PI);
        }
        at -= length;
      }
    }
    context.fillStyle = look.trace[1]!;
    context.fill();
  }
}

/** The current from a to b of what lies between these two points. */
function currentOf(part: Part, live: Live): number {
  const { shape } = kindOf(part.kind);
  const first = pinsOf(part)[0];
  return (shape === "line" || shape === "post") && first ? (live.current(part, first.name) ?? 0) : 0;
}
