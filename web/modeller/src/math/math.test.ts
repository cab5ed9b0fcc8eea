import { describe, expect, it } from "vitest";
import { newObject, TYPES, type SceneObject } from "../model/scene";
import { START_SCENES } from "../model/start";
import { along, Camera, directionOf, HOME, orbited, zoomed, type Lens } from "./camera";
import { framed } from "./framing";
import { FINENESS, meshOf, wiresOf, type ObjectType } from "./mesh";
import { boxOf, groundUnder, pick } from "./pick";
import { about, fromAngles, product, toAngles, turned, turnedBack } from "./rotation";
import { add, cross, dot, length, normalized, subtract, type Vec3 } from "./vector";

const LENS: Lens = { isOrthographic: false, fov: 50, orthoZoom: 10 };
const camera = (view = HOME, lens = LENS) => new Camera(view, lens, 720, 672);
const object = (type: ObjectType, change: Partial<SceneObject> = {}) => ({ ...newObject(type, type, type), ...change });
const close = (a: readonly number[], b: readonly number[], digits = 9) =>
  a.forEach((part, i) => expect(part).toBeCloseTo(b[i]!, digits));

describe("rotations", () => {
  it("angles are about X, Y and Z as Rx·Ry·Rz", () => {
    close(turned(fromAngles([90, 0, 0]), [0, 1, 0]), [0, 0, 1]);
    close(turned(fromAngles([0, 90, 0]), [0, 0, 1]), [1, 0, 0]);
    close(turned(fromAngles([0, 0, -90]), [0, 1, 0]), [1, 0, 0]);
    const both = product(about([1, 0, 0], 30), product(about([0, 1, 0], 40), about([0, 0, 1], 50)));
    close(fromAngles([30, 40, 50]), both);
  });

  it.each<Vec3>([
    [0, 0, 0],
    [10, 20, 30],
    [0, 120, 0],
    [170, -80, 200],
    [20, 90, 30],
    [20, -90, 30],
    [725, 0, 0],
  ])("angles %s come back from their matrix", (...angles) => {
    close(toAngles(fromAngles(angles), angles), angles, 6);
  });

  it("turning back undoes turning", () => {
    const m = fromAngles([12, 34, 56]);
    close(turnedBack(m, turned(m, [1, 2, 3])), [1, 2, 3]);
  });
});

describe("the camera", () => {
  it("begins as README.md says", () => {
    const [pitch, yaw] = [(25 * Math.PI) / 180, (30 * Math.PI) / 180];
    const level = 12 * Math.cos(pitch);
    close(camera().eye, [level * Math.sin(yaw), 12 * Math.sin(pitch), level * Math.cos(yaw)]);
    close(camera().project([0, 0, 0])!, [360, 336]);
  });

  it("shows 48 pixels a unit in the views along axes", () => {
    const place = (direction: "front" | "side" | "top", point: Vec3) => camera(along(HOME, direction)).project(point);
    expect(place("top", [1, 5, 2])).toEqual([360 + 48, 336 + 96]);
    expect(place("front", [1, 2, 5])).toEqual([360 + 48, 336 - 96]);
    expect(place("side", [5, 2, 1])).toEqual([360 - 48, 336 - 96]);
    expect(directionOf(along(HOME, "top"))).toBe("top");
  });

  it.each([LENS, { ...LENS, isOrthographic: true }])("a ray goes through what is seen there", (lens) => {
    const point: Vec3 = [1.5, -0.5, 2];
    const { from, way } = camera(HOME, lens).ray(camera(HOME, lens).project(point)!);
    const off = cross(subtract(point, from), normalized(way));
    expect(length(off)).toBeLessThan(1e-8);
  });

  it("moves, turns and zooms within bounds", () => {
    const moved = camera().panned([48, 0]);
    expect(new Camera(moved, LENS, 720, 672).project([0, 0, 0])![0]).toBeCloseTo(408, 9);
    expect(orbited(HOME, [10, 1000])).toMatchObject({ yaw: 26, pitch: 90 });
    expect(orbited(along(HOME, "top"), [1, 0]).isAlongAxis).toBe(false);
    expect(zoomed(HOME, 1e-9).distance).toBe(0.5);
    expect(zoomed(HOME, 1e9).distance).toBe(200);
    expect(camera().project([20, 20, 40])).toBeUndefined();
  });

  it.each([HOME, along(HOME, "front")])("a framed box is seen whole", (view) => {
    const box = { low: [3, 0, -1] as Vec3, high: [5, 9, 4] as Vec3 };
    const seen = new Camera(framed(view, box, LENS, { width: 720, height: 672 }), LENS, 720, 672);
    for (const x of [3, 5])
      for (const y of [0, 9])
        for (const z of [-1, 4]) {
          const [right, down] = seen.project([x, y, z])!;
          expect(right > 0 && right < 720 && down > 0 && down < 672).toBe(true);
        }
  });
});

describe("meshes", () => {
  const SIZES: Readonly<Record<ObjectType, Vec3>> = {
    cube: [1, 1, 1],
    sphere: [1, 1, 1],
    cylinder: [1, 1, 1],
    cone: [1, 1, 1],
    torus: [1, 1, 0.3],
    plane: [1, 0, 1],
  };

  it.each(TYPES)("a %s has the size of README.md and its middle at its position", (type) => {
    const { low, high } = boxOf([object(type)])!;
    close(subtract(high, low), SIZES[type]);
    close(add(low, high), [0, 0, 0]);
  });

  it.each(TYPES.flatMap((type) => FINENESS.map((pieces) => [type, pieces] as const)))(
    "every triangle of a %s of %d looks where its normals point",
    (type, pieces) => {
      const { positions, normals, triangles, edges } = meshOf(type, pieces);
      const at = (list: Float64Array, i: number): Vec3 => [list[i * 3]!, list[i * 3 + 1]!, list[i * 3 + 2]!];
      for (let i = 0; i < triangles.length; i += 3) {
        const [a, b, c] = [triangles[i]!, triangles[i + 1]!, triangles[i + 2]!];
        const facing = cross(
          subtract(at(positions, b), at(positions, a)),
          subtract(at(positions, c), at(positions, a)),
        );
        expect(length(facing)).toBeGreaterThan(0);
        for (const corner of [a, b, c]) expect(dot(facing, at(normals, corner))).toBeGreaterThan(0);
      }
      expect(Math.max(...edges)).toBeLessThan(positions.length / 3);
    },
  );

  it("a cube's wireframe has its twelve edges", () => {
    const { edges, positions } = wiresOf("cube");
    const ends = new Set<string>();
    const corner = (i: number) => positions.slice(i * 3, i * 3 + 3).join();
    for (let i = 0; i < edges.length; i += 2) ends.add([corner(edges[i]!), corner(edges[i + 1]!)].sort().join(" to "));
    expect(ends.size).toBe(12);
    expect(edges).toHaveLength(24);
  });
});

describe("picking", () => {
  const down = (x: number, z: number) => ({ from: [x, 10, z] as Vec3, way: [0, -1, 0] as Vec3 });

  it("takes what is nearest", () => {
    const objects = [object("cube"), object("sphere", { position: [0, 3, 0] })];
    const hit = pick(objects, down(0.05, 0.03))!;
    expect(hit.object.type).toBe("sphere");
    expect(hit.point[1]).toBeCloseTo(3.5, 1);
  });

  it("passes over what is hidden, locked or flat", () => {
    const hide = (change: Partial<SceneObject>) => pick([object("cube", change)], down(0.1, 0.2));
    expect(hide({})).toBeDefined();
    expect(hide({ visible: false })).toBeUndefined();
    expect(hide({ locked: true })).toBeUndefined();
    expect(hide({ scale: [1, 0, 1] })).toBeUndefined();
    expect(hide({ scale: [-1, 1, 1] })).toBeDefined();
  });

  it("goes through the hole of a ring, and knows how it lies", () => {
    const ring = object("torus", { rotation: [90, 0, 0] });
    expect(pick([ring], down(0, 0))).toBeUndefined();
    expect(pick([ring], down(0.35, 0.01))?.point[1]).toBeCloseTo(0.15, 2);
    expect(pick([object("torus")], down(0.35, 0.3))).toBeUndefined();
  });

  it("finds every object of every scene where the camera shows it", () => {
    for (const { content } of START_SCENES)
      for (const { id, position, type } of content.objects) {
        if (type === "torus") continue;
        const top = camera(along(HOME, "top"));
        expect(pick(content.objects, top.ray(top.project(position)!))?.object.id).toBe(id);
      }
  });

  it("measures on the ground where there is nothing else", () => {
    close(groundUnder({ from: [1, 4, 2], way: [1, -2, 0] })!, [3, 0, 2]);
    expect(groundUnder({ from: [1, 4, 2], way: [1, 0, 0] })).toBeUndefined();
    expect(groundUnder({ from: [1, 4, 2], way: [0, 1, 0] })).toBeUndefined();
  });
});
