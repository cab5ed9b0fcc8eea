// Drags on the timeline: what each of them would leave if it were let go now.

import type { Medium } from "../media/library";
import { moved, movedTogether, trimmed, withExtent, type RowTarget } from "../model/edits";
import { extentOf } from "../model/effects";
import { dropAt, msOf, snapShift, timeAt, type View } from "../model/geometry";
import { blockOf, endOf, rowOf, type Project } from "../model/project";

/** A point in pixels from the corner of the rows. */
export type Point = readonly [x: number, y: number];

export type Gesture =
  | { type: "seek" }
  | { type: "move"; id: string; ids: ReadonlySet<string>; target: RowTarget; start: number }
  | { type: "trim"; id: string; edge: "left" | "right"; time: number }
  | { type: "extent"; id: string; effectId: string; from: number; to: number }
  | { type: "place"; medium: Medium; drop: { target: RowTarget; start: number } | undefined };

interface Place {
  project: Project;
  view: View;
  /** Where edges snap to. */
  targets: readonly number[];
}

/** Where a block comes to be that is held at one point and is at another now. */
export function movedBy({ project, view, targets }: Place, id: string, from: Point, to: Point) {
  const block = blockOf(project, id)!;
  const wanted = Math.max(0, block.start + msOf(view, to[0] - from[0]));
  const start = wanted + snapShift(view, [wanted, wanted + block.duration], targets);
  return { target: dropAt(view, to[1], project.tracks.length), start };
}

/** Where a medium comes to be that is let go at a point. */
export function droppedAt({ project, view, targets }: Place, medium: Medium, to: Point) {
  const wanted = timeAt(view, to[0]);
  const start = wanted + snapShift(view, [wanted, wanted + medium.durationMs], targets);
  return { target: dropAt(view, to[1], project.tracks.length), start };
}

export function trimmedBy({ project, view, targets }: Place, id: string, edge: "left" | "right", dx: number): number {
  const block = blockOf(project, id)!;
  const wanted = (edge === "left" ? block.start : endOf(block)) + msOf(view, dx);
  return wanted + snapShift(view, [wanted], targets);
}

/** The extent of an effect, after its block's start, whose edge or middle is dragged. */
export function extentBy(
  { project, view }: Place,
  hold: { id: string; effectId: string; edge: "left" | "right" | undefined },
  dx: number,
): { from: number; to: number } {
  const block = blockOf(project, hold.id)!;
  const effect = block.effects.find(({ id }) => id === hold.effectId)!;
  const [from, to] = extentOf(block, effect);
  const by = msOf(view, dx);
  const within = (least: number, time: number, most: number) => Math.min(most, Math.max(least, time));
  if (hold.edge === "left") return { from: within(0, from + by, to - 50), to };
  if (hold.edge === "right") return { from, to: within(from + 50, to + by, block.duration) };
  const shift = within(-from, by, block.duration - to);
  return { from: from + shift, to: to + shift };
}

/** The project after the gesture; undefined if what is moved has no room. */
export function resultOf(project: Project, gesture: Gesture): Project | undefined {
  switch (gesture.type) {
    case "move":
      return gesture.ids.size === 1
        ? moved(project, gesture.id, gesture.target, gesture.start)
        : movedTogether(project, gesture.ids, ...shiftOf(project, gesture));
    case "trim":
      return trimmed(project, gesture.id, gesture.edge, gesture.time);
    case "extent": {
      // An effect of the full clip that has nowhere to go stays one.
      const block = blockOf(project, gesture.id)!;
      if (gesture.from === 0 && gesture.to === block.duration) return project;
      const edited = withExtent(project, gesture.id, gesture.effectId, gesture.from, gesture.to);
      return "project" in edited ? edited.project : project;
    }
    default:
      return project;
  }
}

function shiftOf(project: Project, { id, target, start }: Gesture & { type: "move" }): [by: number, rows: number] {
  return [start - blockOf(project, id)!.start, Math.min(target.row, project.tracks.length - 1) - rowOf(project, id)];
}
