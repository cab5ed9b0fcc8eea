// The gizmo: handles around what is selected, and what dragging one does. Sizes and rules are those of README.md.

import type { Camera } from "../math/camera";
import { about, fromAngles, product, toAngles, turned, type Mat3 } from "../math/rotation";
import { add, AXES, dot, mean, subtract, times, type Point, type Vec3 } from "../math/vector";
import { tidy } from "../model/numbers";
import type { SceneObject } from "../model/scene";

export type Tool = "select" | "move" | "rotate" | "scale" | "measure";

export interface Steps {
  readonly move: number;
  readonly rotate: number;
  readonly scale: number;
}

export const STEPS: Steps = { move: 0.5, rotate: 15, scale: 0.1 };

export type Handle =
  /** An arm, from the middle to its end. */
  | { readonly kind: "arm"; readonly axis: 0 | 1 | 2; readonly from: Point; readonly to: Point }
  /** A square between two arms; `axis` is the one across it. */
  | { readonly kind: "square"; readonly axis: 0 | 1 | 2; readonly corners: readonly Point[] }
  | { readonly kind: "ring"; readonly axis: 0 | 1 | 2; readonly points: readonly Point[] }
  | { readonly kind: "middle"; readonly at: Point };

/** Tells handles apart. */
export function keyOf(handle: Handle | undefined): string {
  return handle ? `${handle.kind} ${handle.kind === "middle" ? "" : handle.axis}` : "";
}

const ARM_PX = 80;
const LEAST_ARM_PX = 16;
const RING_PIECES = 64;
const MIDDLE_PX = 7;
const NEAR_ARM_PX = 8;
const NEAR_RING_PX = 7;
/** Where an arm can be taken, and a square lies, as parts of the arm's length. */
export const ARM_PARTS = [0.15, 1.2] as const;
const SQUARE_PART = [0.25, 0.45] as const;

/** What is dragged: objects as they were, and the directions of the handles. */
export interface Frame {
  readonly objects: readonly SceneObject[];
  readonly pivot: Vec3;
  readonly axes: readonly [Vec3, Vec3, Vec3];
}

export function frameOf(objects: readonly SceneObject[], tool: Tool): Frame | undefined {
  const free = objects.filter(({ locked, visible }) => !locked && visible);
  const [first] = free;
  if (!first || tool === "select" || tool === "measure") return undefined;
  const m = fromAngles(first.rotation);
  const isOwn = tool === "scale" && free.length === 1;
  const axes = isOwn ? AXES.map((axis) => turned(m, axis)) : AXES;
  return { objects: free, pivot: mean(free.map(({ position }) => position)), axes: axes as [Vec3, Vec3, Vec3] };
}

/** Handles in the order in which they are taken where they meet. */
export function handlesOf(frame: Frame, tool: Tool, camera: Camera): Handle[] {
  const middle = camera.project(frame.pivot);
  if (!middle) return [];
  const reach = ARM_PX / camera.scaleAt(frame.pivot);
  if (tool === "rotate") return rings(frame, camera, reach);
  const arms = frame.axes.map((axis, i) => {
    const to = camera.project(add(frame.pivot, times(axis, reach)));
    const isLong = to !== undefined && Math.hypot(to[0] - middle[0], to[1] - middle[1]) >= LEAST_ARM_PX;
    return isLong ? { kind: "arm" as const, axis: i as 0 | 1 | 2, from: middle, to } : undefined;
  });
  const handles: Handle[] = [{ kind: "middle", at: middle }];
  if (tool === "move")
    for (const axis of [0, 1, 2] as const) {
      const [one, other] = [arms[(axis + 1) % 3], arms[(axis + 2) % 3]];
      // A square that is seen from its edge cannot be hit.
      if (one && other && Math.abs(dot(frame.axes[axis], camera.forward)) > 0.2)
        handles.push({ kind: "square", axis, corners: square(middle, one.to, other.to) });
    }
  return [...handles, ...arms.filter((arm) => arm !== undefined)];
}

function rings(frame: Frame, camera: Camera, reach: number): Handle[] {
  return ([0, 1, 2] as const).flatMap((axis): Handle[] => {
    if (Math.abs(dot(AXES[axis], camera.forward)) < 0.15) return [];
    const [u, v] = [AXES[(axis + 1) % 3]!, AXES[(axis + 2) % 3]!];
    const points = Array.from({ length: RING_PIECES + 1 }, (_, i) => {
      const angle = (i / RING_PIECES) * 2 * Math.PI;
      const aside = add(times(u, Math.cos(angle) * reach), times(v, Math.sin(angle) * reach));
      return camera.project(add(frame.pivot, aside));
    });
    return points.includes(undefined) ? [] : [{ kind: "ring", axis, points: points as Point[] }];
  });
}

function square(middle: Point, one: Point, other: Point): Point[] {
  const [low, high] = SQUARE_PART;
  const corner = (s: number, t: number): Point => [
    middle[0] + (one[0] - middle[0]) * s + (other[0] - middle[0]) * t,
    middle[1] + (one[1] - middle[1]) * s + (other[1] - middle[1]) * t,
  ];
  return [corner(low, low), corner(high, low), corner(high, high), corner(low, high)];
}

export function handleAt(handles: readonly Handle[], at: Point): Handle | undefined {
  return handles.find((handle) => {
    switch (handle.kind) {
      case "middle":
        return Math.abs(at[0] - handle.at[0]) <= MIDDLE_PX && Math.abs(at[1] - handle.at[1]) <= MIDDLE_PX;
      case "square":
        return isInside(handle.corners, at);
      case "arm": {
        const [from, to] = ARM_PARTS.map((part) => along(handle.from, handle.to, part)) as [Point, Point];
        return farFromSegment(at, from, to) <= NEAR_ARM_PX;
      }
      case "ring":
        return handle.points.some(
          (point, i) => i > 0 && farFromSegment(at, handle.points[i - 1]!, point) <= NEAR_RING_PX,
        );
    }
  });
}

const along = (from: Point, to: Point, part: number): Point => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
];

function farFromSegment(at: Point, from: Point, to: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const square = dx * dx + dy * dy;
  const part = square === 0 ? 0 : ((at[0] - from[0]) * dx + (at[1] - from[1]) * dy) / square;
  const nearest = along(from, to, Math.max(0, Math.min(1, part)));
  return Math.hypot(at[0] - nearest[0], at[1] - nearest[1]);
}

/** In a shape without dents: at the same side of all its edges. */
function isInside(corners: readonly Point[], at: Point): boolean {
  const sides = corners.map((corner, i) => {
    const next = corners[(i + 1) % corners.length]!;
    return (next[0] - corner[0]) * (at[1] - corner[1]) - (next[1] - corner[1]) * (at[0] - corner[0]);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

export interface Drag {
  readonly tool: Tool;
  readonly frame: Frame;
  readonly handle: Handle;
  readonly from: Point;
}

export type Changes = ReadonlyMap<string, Partial<SceneObject>>;

/** What dragging a handle to a point does; steps are absent where nothing snaps. */
export function dragged(drag: Drag, to: Point, camera: Camera, steps: Steps | undefined): Changes {
  const { objects } = drag.frame;
  if (drag.tool === "rotate") return new Map(rotated(drag, to, camera, steps?.rotate));
  if (drag.tool === "scale") return new Map(scaled(drag, to, steps?.scale));
  const by = movedBy(drag, to, camera).map((part) => snap(part, steps?.move)) as unknown as Vec3;
  return new Map(objects.map(({ id, position }) => [id, { position: tidied(add(position, by)) }]));
}

const snap = (value: number, step: number | undefined) => (step ? Math.round(value / step) * step : value);
const tidied = (value: Vec3): Vec3 => value.map(tidy) as unknown as Vec3;

function movedBy({ frame, handle, from }: Drag, to: Point, camera: Camera): Vec3 {
  if (handle.kind === "arm") {
    const axis = frame.axes[handle.axis];
    const place = (point: Point) => nearestPlace(camera.ray(point), frame.pivot, axis);
    return times(axis, place(to) - place(from));
  }
  const normal = handle.kind === "square" ? frame.axes[handle.axis] : camera.forward;
  const place = (point: Point) => onPlane(camera.ray(point), frame.pivot, normal);
  return subtract(place(to), place(from));
}

/** How far along a line through `start` it is nearest to a ray. */
function nearestPlace({ from, way }: { from: Vec3; way: Vec3 }, start: Vec3, axis: Vec3): number {
  const between = subtract(start, from);
  const b = dot(axis, way);
  const square = dot(way, way);
  const bottom = square - b * b;
  return bottom < 1e-9 ? 0 : (b * dot(way, between) - square * dot(axis, between)) / bottom;
}

function onPlane({ from, way }: { from: Vec3; way: Vec3 }, on: Vec3, normal: Vec3): Vec3 {
  const steep = dot(way, normal);
  return Math.abs(steep) < 1e-9 ? on : add(from, times(way, dot(subtract(on, from), normal) / steep));
}

function* rotated(
  { frame, handle, from }: Drag,
  to: Point,
  camera: Camera,
  step: number | undefined,
): Generator<[string, Partial<SceneObject>]> {
  const middle = camera.project(frame.pivot);
  if (!middle || handle.kind !== "ring") return;
  const axis = AXES[handle.axis];
  // The screen's y goes down, so against the clock is from x to −y.
  const angle = (point: Point) => Math.atan2(middle[1] - point[1], point[0] - middle[0]) * (180 / Math.PI);
  const turn = angle(to) - angle(from);
  const way = turn - 360 * Math.round(turn / 360);
  const degrees = snap(dot(axis, camera.forward) < 0 ? way : -way, step);
  const m: Mat3 = about(axis, degrees);
  for (const { id, position, rotation } of frame.objects) {
    const angles = toAngles(product(m, fromAngles(rotation)), rotation);
    const place = add(frame.pivot, turned(m, subtract(position, frame.pivot)));
    yield [id, { rotation: tidied(angles), position: tidied(place) }];
  }
}

function* scaled(
  { frame, handle, from }: Drag,
  to: Point,
  step: number | undefined,
): Generator<[string, Partial<SceneObject>]> {
  const factor = handle.kind === "arm" ? armFactor(handle, from, to) : 1 + (to[0] - from[0]) / ARM_PX;
  const isScaled = (axis: number) => handle.kind !== "arm" || handle.axis === axis;
  for (const { id, position, scale } of frame.objects) {
    const sizes = scale.map((size, i) => (isScaled(i) ? notNothing(snap(size * factor, step), size, step) : size));
    const place = position.map((part, i) =>
      frame.objects.length > 1 && isScaled(i) ? frame.pivot[i]! + (part - frame.pivot[i]!) * factor : part,
    );
    yield [id, { scale: tidied(sizes as unknown as Vec3), position: tidied(place as unknown as Vec3) }];
  }
}

/** A size that came to nothing could not be dragged back. */
const notNothing = (size: number, before: number, step = 0.01) => (size === 0 ? Math.sign(before || 1) * step : size);

function armFactor({ from: middle, to: end }: { from: Point; to: Point }, from: Point, to: Point): number {
  const way: Point = [end[0] - middle[0], end[1] - middle[1]];
  const place = (point: Point) => (point[0] - middle[0]) * way[0] + (point[1] - middle[1]) * way[1];
  return place(to) / place(from);
}
