// Draws a scene: solids, grid, axes, wireframes, and a line around what is selected.

import { NEAR, type Camera } from "../math/camera";
import { FINENESS, meshOf, wiresOf, type Mesh } from "../math/mesh";
import { fromAngles, turnedBack } from "../math/rotation";
import { add, dot, normalized, subtract, times, type Vec3 } from "../math/vector";
import { channels } from "../model/colour";
import type { Content, SceneObject } from "../model/scene";
import { gridLines, type Line } from "./grid";
import { CORNER_SIZE, Raster, type Corners, type Fade, type Paint } from "./raster";

const KEY_LIGHT = normalized([0.35, 0.9, 0.5]);
const SELECTED: Vec3 = [255, 157, 46];
const WIRE_WIDTH = 1.25;
const NO_FADE: Fade = { across: 0, middle: 0, span: 0, isPerspective: false };

export class ScenePainter {
  #raster: Raster | undefined;

  /** Draws into a picture of the camera's size, a pixel as 0xAABBGGRR. False if there was too much to draw, and some of it is not there. */
  paint(out: Uint32Array, content: Content, selection: ReadonlySet<string>, camera: Camera): boolean {
    const raster = this.#rasterFor(camera.width, camera.height);
    const { settings } = content;
    raster.clear(...channels(settings.backgroundColor));
    const pass = new Pass(raster, camera);
    const visible = content.objects.filter(({ visible, opacity }) => visible && opacity > 0);
    for (const object of visible) if (object.opacity === 1 && !object.wireframe) pass.solid(object);
    for (const line of gridLines(settings, camera)) pass.line(line);
    // What is seen through is drawn from the back to the front.
    const through = visible.filter(({ opacity, wireframe }) => opacity < 1 || wireframe);
    for (const object of through.sort((a, b) => camera.depth(b.position) - camera.depth(a.position))) {
      if (object.wireframe) pass.wires(object);
      else pass.solid(object);
    }
    for (const object of visible) if (selection.has(object.id)) pass.mask(object);
    raster.resolve(out);
    if (selection.size > 0) raster.outline(out, ...SELECTED);
    return !raster.isSpent;
  }

  #rasterFor(width: number, height: number): Raster {
    if (this.#raster?.width !== width || this.#raster.height !== height) this.#raster = new Raster(width, height);
    return this.#raster;
  }
}

type Side = "front" | "back" | "both";

/** Vertices as the camera has them, four numbers each: how far right, up and forward they are, and their light. */
let seen = new Float64Array(0);
/** The same on the screen. */
let corners: Corners = new Float64Array(0);
/** What is left of a triangle in front of the eye. */
const cut = new Float64Array(4 * CORNER_SIZE);

class Pass {
  /** Of the light's and the eye's direction; where it is a surface's normal, it shines. */
  readonly #half: Vec3;

  constructor(
    private readonly raster: Raster,
    private readonly camera: Camera,
  ) {
    this.#half = normalized(subtract(KEY_LIGHT, camera.forward));
  }

  solid(object: SceneObject): void {
    if (this.raster.isSpent) return;
    const mesh = meshOf(object.type, this.#fineness(object));
    const [red, green, blue] = channels(object.color);
    const paint: Paint = { red, green, blue, alpha: object.opacity, hides: object.opacity === 1 };
    this.#see(object, mesh);
    if (!mesh.isClosed) return this.#triangles(object, mesh, "both", paint);
    if (object.opacity < 1) this.#triangles(object, mesh, "back", paint);
    this.#triangles(object, mesh, "front", paint);
  }

  mask(object: SceneObject): void {
    if (this.raster.isSpent) return;
    const mesh = meshOf(object.type, this.#fineness(object));
    this.#see(object, mesh);
    this.#triangles(object, mesh, "both", undefined);
  }

  wires(object: SceneObject): void {
    if (this.raster.isSpent) return;
    const { edges, ...mesh } = wiresOf(object.type);
    this.#see(object, { edges, ...mesh });
    const [red, green, blue] = channels(object.color);
    const paint: Paint = { red, green, blue, alpha: object.opacity, hides: false };
    for (let i = 0; i < edges.length; i += 2) this.#line(edges[i]!, edges[i + 1]!, WIRE_WIDTH, paint, NO_FADE);
  }

  line(line: Line): void {
    const [red, green, blue] = line.colour;
    this.#reserve(2);
    this.#seeAt(0, line.from, 0);
    this.#seeAt(1, line.to, 1);
    const { across, middle, span } = line;
    const fade: Fade = { across, middle, span, isPerspective: !this.camera.isOrthographic };
    this.#line(0, 1, line.width, { red, green, blue, alpha: line.opacity, hides: false }, fade);
  }

  /** Enough pieces that a circle's corners are not seen. */
  #fineness(object: SceneObject): number {
    const size = Math.max(...object.scale.map(Math.abs));
    const radius = (size / 2) * this.camera.scaleAt(add(object.position, times(this.camera.forward, -size / 2)));
    return radius < 6 ? FINENESS[0] : radius < 24 ? FINENESS[1] : radius < 100 ? FINENESS[2] : FINENESS[3];
  }

  #reserve(count: number): void {
    if (seen.length >= count * CORNER_SIZE) return;
    seen = new Float64Array(count * CORNER_SIZE);
    corners = new Float64Array(count * CORNER_SIZE);
  }

  #seeAt(index: number, point: Vec3, light: number): void {
    const { camera } = this;
    const from = subtract(point, camera.eye);
    const at = index * CORNER_SIZE;
    seen[at] = dot(from, camera.right);
    seen[at + 1] = dot(from, camera.up);
    seen[at + 2] = dot(from, camera.forward);
    seen[at + 3] = light;
  }

  /** Puts a mesh's vertices into `seen` and `corners`. */
  #see(object: SceneObject, { positions, normals }: Mesh): void {
    const { camera } = this;
    const m = fromAngles(object.rotation);
    // The camera's directions as the object has them: one product for each vertex and direction.
    const [right, up, forward] = [camera.right, camera.up, camera.forward].map((way) => turnedBack(m, way)) as [
      Vec3,
      Vec3,
      Vec3,
    ];
    const key = turnedBack(m, KEY_LIGHT);
    const half = turnedBack(m, this.#half);
    const sky = turnedBack(m, [0, 1, 0]);
    const [sx, sy, sz] = object.scale;
    const middle = subtract(object.position, camera.eye);
    const [atRight, atUp, atForward] = [dot(middle, camera.right), dot(middle, camera.up), dot(middle, camera.forward)];
    this.#reserve(positions.length / 3);
    for (let i = 0, at = 0; i < positions.length; i += 3, at += CORNER_SIZE) {
      const x = positions[i]! * sx;
      const y = positions[i + 1]! * sy;
      const z = positions[i + 2]! * sz;
      seen[at] = atRight + right[0] * x + right[1] * y + right[2] * z;
      seen[at + 1] = atUp + up[0] * x + up[1] * y + up[2] * z;
      seen[at + 2] = atForward + forward[0] * x + forward[1] * y + forward[2] * z;
      // Normals shrink where the object grows.
      let nx = normals[i]! === 0 ? 0 : normals[i]! / sx;
      let ny = normals[i + 1]! === 0 ? 0 : normals[i + 1]! / sy;
      let nz = normals[i + 2]! === 0 ? 0 : normals[i + 2]! / sz;
      const long = Math.sqrt(nx * nx + ny * ny + nz * nz);
      nx /= long;
      ny /= long;
      nz /= long;
      const facing = -(forward[0] * nx + forward[1] * ny + forward[2] * nz);
      const lit = key[0] * nx + key[1] * ny + key[2] * nz;
      const above = sky[0] * nx + sky[1] * ny + sky[2] * nz;
      const shine = half[0] * nx + half[1] * ny + half[2] * nz;
      seen[at + 3] = lightOf(lit, above, facing, shine);
      this.#toScreen(at);
    }
  }

  #toScreen(at: number): void {
    const { width, height, isOrthographic, scale } = this.camera;
    const depth = seen[at + 2]!;
    const pixels = isOrthographic ? scale : scale / depth;
    corners[at] = width / 2 + pixels * seen[at]!;
    corners[at + 1] = height / 2 - pixels * seen[at + 1]!;
    corners[at + 2] = isOrthographic ? -depth : 1 / depth;
    corners[at + 3] = seen[at + 3]!;
  }

  #triangles(object: SceneObject, { triangles }: Mesh, side: Side, paint: Paint | undefined): void {
    // What is infinitely thin has no normals and is not drawn.
    if (object.scale.includes(0)) return;
    // A mirrored solid has its corners the other way round.
    const isMirrored = object.scale[0] * object.scale[1] * object.scale[2] < 0;
    const { isOrthographic } = this.camera;
    for (let i = 0; i < triangles.length; i += 3) {
      const a = triangles[i]!;
      const b = triangles[i + 1]!;
      const c = triangles[i + 2]!;
      const isWhole =
        isOrthographic ||
        (seen[a * CORNER_SIZE + 2]! >= NEAR &&
          seen[b * CORNER_SIZE + 2]! >= NEAR &&
          seen[c * CORNER_SIZE + 2]! >= NEAR);
      if (isWhole) this.#triangle(corners, a, b, c, side, isMirrored, paint);
      else {
        const count = this.#cut(a, b, c);
        if (count >= 3) this.#triangle(cut, 0, 1, 2, side, isMirrored, paint);
        if (count === 4) this.#triangle(cut, 0, 2, 3, side, isMirrored, paint);
      }
    }
  }

  #triangle(
    from: Corners,
    a: number,
    b: number,
    c: number,
    side: Side,
    isMirrored: boolean,
    paint: Paint | undefined,
  ): void {
    if (side !== "both") {
      const [ia, ib, ic] = [a * CORNER_SIZE, b * CORNER_SIZE, c * CORNER_SIZE];
      const area =
        (from[ib]! - from[ia]!) * (from[ic + 1]! - from[ia + 1]!) -
        (from[ib + 1]! - from[ia + 1]!) * (from[ic]! - from[ia]!);
      // Against the clock in the world is a negative area on a screen whose y goes down.
      const isFront = isMirrored ? area > 0 : area < 0;
      if (isFront !== (side === "front")) return;
    }
    if (paint) this.raster.triangle(from, a, b, c, paint);
    else this.raster.mask(from, a, b, c);
  }

  /** Puts what of a triangle is in front of the eye into `cut`; gives how many corners it has. */
  #cut(a: number, b: number, c: number): number {
    let count = 0;
    const ends = [a * CORNER_SIZE, b * CORNER_SIZE, c * CORNER_SIZE] as const;
    for (let i = 0; i < 3; i++) {
      const [from, to] = [ends[i]!, ends[(i + 1) % 3]!];
      const isIn = seen[from + 2]! >= NEAR;
      if (isIn) for (let k = 0; k < CORNER_SIZE; k++) cut[count * CORNER_SIZE + k] = corners[from + k]!;
      if (isIn) count++;
      if (isIn !== seen[to + 2]! >= NEAR) this.#cutAt(count++, from, to);
    }
    return count;
  }

  /** The place where the way between two vertices comes before the eye, as a corner of `cut`. */
  #cutAt(index: number, from: number, to: number): void {
    const { width, height, scale } = this.camera;
    const t = (NEAR - seen[from + 2]!) / (seen[to + 2]! - seen[from + 2]!);
    const mix = (part: number) => seen[from + part]! + (seen[to + part]! - seen[from + part]!) * t;
    const at = index * CORNER_SIZE;
    cut[at] = width / 2 + (scale / NEAR) * mix(0);
    cut[at + 1] = height / 2 - (scale / NEAR) * mix(1);
    cut[at + 2] = 1 / NEAR;
    cut[at + 3] = mix(3);
  }

  #line(a: number, b: number, width: number, paint: Paint, fade: Fade): void {
    const ends = [a * CORNER_SIZE, b * CORNER_SIZE] as const;
    const [isFromIn, isToIn] = ends.map((end) => this.camera.isOrthographic || seen[end + 2]! >= NEAR);
    if (!isFromIn && !isToIn) return;
    ends.forEach((end, i) => {
      this.#toScreen(end);
      if (i === 0 ? isFromIn : isToIn)
        for (let k = 0; k < CORNER_SIZE; k++) cut[i * CORNER_SIZE + k] = corners[end + k]!;
      else this.#cutAt(i, ends[0], ends[1]);
      const at = i * CORNER_SIZE;
      // A little nearer than it is, so that a line on a face is seen.
      cut[at + 2] = this.camera.isOrthographic ? cut[at + 2]! + 0.004 : cut[at + 2]! * 1.0004;
      if (fade.isPerspective) cut[at + 3]! *= cut[at + 2]!;
    });
    this.raster.line(cut, 0, 1, width, paint, fade);
  }
}

/** From the angles of a surface to the light, the sky, the eye, and what lies between eye and light. */
function lightOf(lit: number, above: number, facing: number, shine: number): number {
  const glint = shine > 0 ? shine ** 32 : 0;
  // Light that wraps around a surface has no edge where its shadow begins.
  const wrapped = ((1 + lit) / 2) ** 2;
  return 0.2 + 0.05 * (1 + above) + 0.6 * wrapped + 0.17 * Math.max(0, facing) + 0.1 * glint;
}
