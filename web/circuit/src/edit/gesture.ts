// What a press, a drag and a release on the canvas mean. Pure: a gesture is begun, follows the pointer, and ends in an
// outcome that the editor carries out; until then nothing has changed, so that leaving it costs nothing.

import { kindOf } from "../model/catalogue";
import type { Part, Point } from "../model/part";
import { LEAST_DRAG, placed, snapped } from "../model/place";
import type { Hit } from "./hit";

export interface Press {
  /** On the grid, not snapped. */
  at: Point;
  hit: Hit | undefined;
  /** Shift: add to the selection. */
  adds: boolean;
  /** Control: move the end of a part that lies there. */
  stretches: boolean;
}

interface Drag {
  press: Press;
  to: Point;
}

export type Gesture =
  | (Drag & { type: "place"; kind: string })
  | (Drag & { type: "move"; ids: readonly number[] })
  | (Drag & { type: "stretch"; id: number; end: "a" | "b" })
  | (Drag & { type: "box" });

export type Outcome =
  | { type: "nothing" }
  | { type: "place"; kind: string; a: Point; b: Point }
  | { type: "move"; ids: readonly number[]; by: Point }
  | { type: "stretch"; id: number; end: "a" | "b"; to: Point }
  | { type: "select-box"; from: Point; to: Point; adds: boolean }
  | { type: "select"; id: number | null; adds: boolean }
  | { type: "toggle"; id: number };

/** Begins with a part's tool (its kind) or the select tool (null). */
export function begin(tool: string | null, press: Press, selection: ReadonlySet<number>): Gesture {
  const drag = { press, to: press.at };
  if (tool !== null) return { ...drag, type: "place", kind: tool };
  const { hit } = press;
  if (!hit) return { ...drag, type: "box" };
  if (hit.pin === null) {
    return { ...drag, type: "move", ids: selection.has(hit.part.id) ? [...selection] : [hit.part.id] };
  }
  const end = press.stretches ? endAt(hit) : undefined;
  if (end) return { ...drag, type: "stretch", id: hit.part.id, end };
  return { ...drag, type: "place", kind: "wire" };
}

export function follow(gesture: Gesture, to: Point): Gesture {
  return { ...gesture, to };
}

export function isClick({ press, to }: Gesture): boolean {
  return Math.hypot(to[0] - press.at[0], to[1] - press.at[1]) < LEAST_DRAG;
}

export function finish(gesture: Gesture): Outcome {
  const { press, to } = gesture;
  if (isClick(gesture) && (press.hit || gesture.type === "box")) return click(gesture);
  switch (gesture.type) {
    case "place": {
      const points = placed(gesture.kind, press.at, to);
      return points ? { type: "place", kind: gesture.kind, ...points } : { type: "nothing" };
    }
    case "move": {
      const by = movedBy(gesture);
      return by[0] === 0 && by[1] === 0 ? { type: "nothing" } : { type: "move", ids: gesture.ids, by };
    }
    case "stretch":
      return { type: "stretch", id: gesture.id, end: gesture.end, to: snapped(to) };
    case "box":
      return { type: "select-box", from: press.at, to, adds: press.adds };
  }
}

/** By how many grid squares a move has moved. */
export function movedBy({ press, to }: Drag): Point {
  return snapped([to[0] - press.at[0], to[1] - press.at[1]]);
}

/** Whether a click changes its state rather than only selecting it. */
export function isToggle(part: Part): boolean {
  return part.kind === "switch" || part.kind === "logic-input";
}

function click(gesture: Gesture): Outcome {
  const { hit, adds } = gesture.press;
  if (hit && gesture.type === "move" && isToggle(hit.part) && !adds) return { type: "toggle", id: hit.part.id };
  return { type: "select", id: hit?.part.id ?? null, adds };
}

/** Which end of a line or wire a pin is; other shapes are not stretched. */
function endAt({ part, pin }: Hit): "a" | "b" | undefined {
  const { shape, pins } = kindOf(part.kind);
  if (shape !== "line") return undefined;
  return pins[0] === pin ? "a" : "b";
}
