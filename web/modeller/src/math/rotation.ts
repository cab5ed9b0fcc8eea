// Rotations: angles in degrees about X, Y and Z, as the matrix Rx·Ry·Rz.

import type { Vec3 } from "./vector";

/** Three rows of three. */
export type Mat3 = readonly [number, number, number, number, number, number, number, number, number];

const RADIANS = Math.PI / 180;

/** Exact for whole quarters of a turn, so that a view from the top has no trace of another direction. */
export function sine(degrees: number): number {
  if (degrees % 90 !== 0) return Math.sin(degrees * RADIANS);
  return [0, 1, 0, -1][(((degrees / 90) % 4) + 4) % 4]!;
}

export const cosine = (degrees: number): number => sine(degrees + 90);

export function fromAngles([x, y, z]: Vec3): Mat3 {
  const [a, b, c] = [cosine(x), cosine(y), cosine(z)];
  const [d, e, f] = [sine(x), sine(y), sine(z)];
  return [b * c, -b * f, e, a * f + d * e * c, a * c - d * e * f, -d * b, d * f - a * e * c, d * c + a * e * f, a * b];
}

/** Of all angles that make this rotation, those nearest to `near`. */
export function toAngles(m: Mat3, near: Vec3): Vec3 {
  const sin = Math.max(-1, Math.min(1, m[2]));
  const y = Math.asin(sin) / RADIANS;
  let x: number;
  let z: number;
  if (Math.abs(sin) < 0.9999999) {
    x = Math.atan2(-m[5], m[8]) / RADIANS;
    z = Math.atan2(-m[1], m[0]) / RADIANS;
  } else {
    // Only the sum of the two others is told; z stays what it was.
    z = near[2];
    const sum = Math.atan2(m[7], m[4]) / RADIANS;
    x = sin > 0 ? sum - z : sum + z;
  }
  const one: Vec3 = [nearest(x, near[0]), nearest(y, near[1]), nearest(z, near[2])];
  const other: Vec3 = [nearest(x + 180, near[0]), nearest(180 - y, near[1]), nearest(z + 180, near[2])];
  return farFrom(one, near) <= farFrom(other, near) ? one : other;
}

const nearest = (angle: number, near: number) => angle + 360 * Math.round((near - angle) / 360);
const farFrom = (a: Vec3, b: Vec3) => a.reduce((sum, angle, i) => sum + Math.abs(angle - b[i]!), 0);

/** A turn about a direction of length 1, against the clock for whoever it points to. */
export function about([x, y, z]: Vec3, degrees: number): Mat3 {
  const [c, s] = [cosine(degrees), sine(degrees)];
  const t = 1 - c;
  return [
    t * x * x + c,
    t * x * y - s * z,
    t * x * z + s * y,
    t * x * y + s * z,
    t * y * y + c,
    t * y * z - s * x,
    t * x * z - s * y,
    t * y * z + s * x,
    t * z * z + c,
  ];
}

/** Turns by `b`, then by `a`. */
export function product(a: Mat3, b: Mat3): Mat3 {
  const cell = (row: number, column: number) =>
    a[row * 3]! * b[column]! + a[row * 3 + 1]! * b[column + 3]! + a[row * 3 + 2]! * b[column + 6]!;
  return [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => cell(row, column))) as unknown as Mat3;
}

export function turned(m: Mat3, [x, y, z]: Vec3): Vec3 {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

/** Turned the other way. */
export function turnedBack(m: Mat3, [x, y, z]: Vec3): Vec3 {
  return [m[0] * x + m[3] * y + m[6] * z, m[1] * x + m[4] * y + m[7] * z, m[2] * x + m[5] * y + m[8] * z];
}
