// Where a point of the world is seen on the viewport, and back. The formulas are those of README.md, which the oracles repeat.

import { cosine, sine } from "./rotation";
import { add, dot, subtract, times, type Point, type Vec3 } from "./vector";

/** From where a scene is looked at. Angles in degrees. */
export interface View {
  readonly target: Vec3;
  readonly yaw: number;
  readonly pitch: number;
  readonly distance: number;
  /** One of the views along an axis, which are orthographic whatever the scene's camera is. */
  readonly isAlongAxis: boolean;
}

export interface Lens {
  readonly isOrthographic: boolean;
  /** Degrees from the bottom to the top. */
  readonly fov: number;
  readonly orthoZoom: number;
}

export interface Ray {
  readonly from: Vec3;
  readonly way: Vec3;
}

export const HOME: View = { target: [0, 0, 0], yaw: 30, pitch: 25, distance: 12, isAlongAxis: false };
const LEAST_DISTANCE = 0.5;
const MOST_DISTANCE = 200;
const DEGREES_PER_PIXEL = 0.4;
/** What is nearer than this to the eye is not seen. */
export const NEAR = 0.05;

const DIRECTIONS = { front: [0, 0], side: [90, 0], top: [0, 90] } as const;
export type Direction = keyof typeof DIRECTIONS;

export function along(view: View, direction: Direction): View {
  const [yaw, pitch] = DIRECTIONS[direction];
  return { ...view, yaw, pitch, isAlongAxis: true };
}

export function directionOf(view: View): Direction | undefined {
  const names = Object.keys(DIRECTIONS) as Direction[];
  return names.find((name) => DIRECTIONS[name][0] === view.yaw && DIRECTIONS[name][1] === view.pitch);
}

export function orbited(view: View, [dx, dy]: Point): View {
  const pitch = Math.max(-90, Math.min(90, view.pitch + dy * DEGREES_PER_PIXEL));
  return { ...view, yaw: (view.yaw - dx * DEGREES_PER_PIXEL) % 360, pitch, isAlongAxis: false };
}

export function zoomed(view: View, factor: number): View {
  return { ...view, distance: Math.max(LEAST_DISTANCE, Math.min(MOST_DISTANCE, view.distance * factor)) };
}

export class Camera {
  readonly right: Vec3;
  readonly up: Vec3;
  readonly forward: Vec3;
  readonly eye: Vec3;
  /** Pixels per unit; in perspective, at distance 1. */
  readonly scale: number;
  readonly isOrthographic: boolean;

  constructor(
    readonly view: View,
    lens: Lens,
    readonly width: number,
    readonly height: number,
  ) {
    const [a, b] = [view.yaw, view.pitch];
    this.right = [cosine(a), 0, -sine(a)];
    this.up = [-sine(b) * sine(a), cosine(b), -sine(b) * cosine(a)];
    this.forward = [-cosine(b) * sine(a), -sine(b), -cosine(b) * cosine(a)];
    this.eye = subtract(view.target, times(this.forward, view.distance));
    this.isOrthographic = lens.isOrthographic || view.isAlongAxis;
    this.scale = this.isOrthographic
      ? (4.8 * lens.orthoZoom * 12) / view.distance
      : height / 2 / Math.tan((lens.fov * Math.PI) / 360);
  }

  /** How far in front of the eye a point is. */
  depth(point: Vec3): number {
    return dot(subtract(point, this.eye), this.forward);
  }

  /** Pixels per unit at a point. */
  scaleAt(point: Vec3): number {
    return this.isOrthographic ? this.scale : this.scale / Math.max(NEAR, this.depth(point));
  }

  /** Undefined behind the eye. */
  project(point: Vec3): Point | undefined {
    const from = subtract(point, this.eye);
    const depth = dot(from, this.forward);
    if (!this.isOrthographic && depth < NEAR) return undefined;
    const scale = this.isOrthographic ? this.scale : this.scale / depth;
    return [this.width / 2 + scale * dot(from, this.right), this.height / 2 - scale * dot(from, this.up)];
  }

  /** What lies under a point of the viewport. */
  ray([x, y]: Point): Ray {
    const across = times(this.right, (x - this.width / 2) / this.scale);
    const down = times(this.up, (this.height / 2 - y) / this.scale);
    const aside = add(across, down);
    // An orthographic view has no eye: what is behind its place is seen as well.
    if (this.isOrthographic) return { from: add(add(this.eye, times(this.forward, -1e4)), aside), way: this.forward };
    return { from: this.eye, way: add(this.forward, aside) };
  }

  /** The view after its content was dragged by some pixels, at the target's depth. */
  panned([dx, dy]: Point): View {
    const scale = this.scaleAt(this.view.target);
    const by = add(times(this.right, -dx / scale), times(this.up, dy / scale));
    return { ...this.view, target: add(this.view.target, by) };
  }
}
