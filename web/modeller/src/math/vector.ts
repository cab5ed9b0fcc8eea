// Points and directions in space.

export type Vec3 = readonly [x: number, y: number, z: number];

/** A place on the viewport, in pixels from its corner. */
export type Point = readonly [x: number, y: number];

export const ORIGIN: Vec3 = [0, 0, 0];

/** The directions of the world's axes. */
export const AXES: readonly [Vec3, Vec3, Vec3] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vec3, factor: number): Vec3 => [a[0] * factor, a[1] * factor, a[2] * factor];
export const multiply = (a: Vec3, b: Vec3): Vec3 => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vec3): number => Math.sqrt(dot(a, a));
export const distance = (a: Vec3, b: Vec3): number => length(subtract(a, b));

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The direction of a vector; that of nothing is up. */
export function normalized(a: Vec3): Vec3 {
  const long = length(a);
  return long === 0 ? [0, 1, 0] : times(a, 1 / long);
}

export function mean(points: readonly Vec3[]): Vec3 {
  return times(points.reduce(add, ORIGIN), 1 / Math.max(1, points.length));
}

/** The same vector with another number at one place. */
export function withPart(a: Vec3, part: number, value: number): Vec3 {
  return a.map((old, i) => (i === part ? value : old)) as unknown as Vec3;
}
