// What a ray meets first.

import type { SceneObject } from "../model/scene";
import type { Ray } from "./camera";
import { FINE, meshOf } from "./mesh";
import { fromAngles, turned, turnedBack } from "./rotation";
import { add, multiply, subtract, times, type Vec3 } from "./vector";

export interface Hit {
  readonly object: SceneObject;
  readonly point: Vec3;
}

/** The nearest of the objects that can be picked: those that are seen and not locked. */
export function pick(objects: readonly SceneObject[], ray: Ray): Hit | undefined {
  let nearest = Infinity;
  let found: SceneObject | undefined;
  for (const object of objects) {
    if (!object.visible || object.locked) continue;
    const at = meets(object, ray);
    if (at < nearest) [nearest, found] = [at, object];
  }
  return found && { object: found, point: add(ray.from, times(ray.way, nearest)) };
}

/** Where the ray meets the ground. */
export function groundUnder({ from, way }: Ray): Vec3 | undefined {
  const at = -from[1] / way[1];
  return Number.isFinite(at) && at > 0 ? add(from, times(way, at)) : undefined;
}

/** How far along the ray an object's surface is; infinitely far where it is missed. */
function meets(object: SceneObject, { from, way }: Ray): number {
  if (object.scale.includes(0)) return Infinity;
  const rotation = fromAngles(object.rotation);
  const shrink = object.scale.map((scale) => 1 / scale) as unknown as Vec3;
  const start = multiply(turnedBack(rotation, subtract(from, object.position)), shrink);
  const along = multiply(turnedBack(rotation, way), shrink);
  const { positions, triangles } = meshOf(object.type, FINE);
  let nearest = Infinity;
  for (let i = 0; i < triangles.length; i += 3)
    nearest = Math.min(
      nearest,
      meetsTriangle(positions, triangles[i]! * 3, triangles[i + 1]! * 3, triangles[i + 2]! * 3, start, along),
    );
  return nearest;
}

function meetsTriangle(p: Float64Array, a: number, b: number, c: number, o: Vec3, d: Vec3): number {
  const e1x = p[b]! - p[a]!;
  const e1y = p[b + 1]! - p[a + 1]!;
  const e1z = p[b + 2]! - p[a + 2]!;
  const e2x = p[c]! - p[a]!;
  const e2y = p[c + 1]! - p[a + 1]!;
  const e2z = p[c + 2]! - p[a + 2]!;
  const px = d[1] * e2z - d[2] * e2y;
  const py = d[2] * e2x - d[0] * e2z;
  const pz = d[0] * e2y - d[1] * e2x;
  const determinant = e1x * px + e1y * py + e1z * pz;
  if (determinant === 0) return Infinity;
  const tx = o[0] - p[a]!;
  const ty = o[1] - p[a + 1]!;
  const tz = o[2] - p[a + 2]!;
  const u = (tx * px + ty * py + tz * pz) / determinant;
  if (u < 0 || u > 1) return Infinity;
  const qx = ty * e1z - tz * e1y;
  const qy = tz * e1x - tx * e1z;
  const qz = tx * e1y - ty * e1x;
  const v = (d[0] * qx + d[1] * qy + d[2] * qz) / determinant;
  if (v < 0 || u + v > 1) return Infinity;
  const t = (e2x * qx + e2y * qy + e2z * qz) / determinant;
  return t > 0 ? t : Infinity;
}

export interface Box {
  readonly low: Vec3;
  readonly high: Vec3;
}

/** The box along the world's axes around objects. */
export function boxOf(objects: readonly SceneObject[]): Box | undefined {
  if (objects.length === 0) return undefined;
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const object of objects) {
    const rotation = fromAngles(object.rotation);
    const { positions } = meshOf(object.type, FINE);
    for (let i = 0; i < positions.length; i += 3) {
      const local = multiply([positions[i]!, positions[i + 1]!, positions[i + 2]!], object.scale);
      const point = add(turned(rotation, local), object.position);
      for (const axis of [0, 1, 2] as const) {
        low[axis] = Math.min(low[axis], point[axis]);
        high[axis] = Math.max(high[axis], point[axis]);
      }
    }
  }
  return { low, high };
}
