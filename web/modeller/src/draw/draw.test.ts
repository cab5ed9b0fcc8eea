import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { along, Camera, HOME, type View } from "../math/camera";
import { newObject, type Content, type SceneObject } from "../model/scene";
import { EMPTY, START_SCENES } from "../model/start";
import { ScenePainter } from "./paint-scene";
import { packed, Raster, type Paint } from "./raster";

const NONE: ReadonlySet<string> = new Set();
const LENS = { isOrthographic: false, fov: 50, orthoZoom: 10 };
const PLAIN: Content = { ...EMPTY, settings: { ...EMPTY.settings, showGrid: false, showAxes: false } };
const BACKGROUND = packed(0x1a, 0x1a, 0x2e);

interface Shot {
  content?: Content;
  view?: View;
  width?: number;
  height?: number;
  selection?: ReadonlySet<string>;
  painter?: ScenePainter;
}

function paint({ content = PLAIN, view = HOME, width = 200, height = 160, selection = NONE, painter }: Shot) {
  const out = new Uint32Array(width * height);
  const camera = new Camera(view, LENS, width, height);
  (painter ?? new ScenePainter()).paint(out, content, selection, camera);
  return out;
}

const hash = (picture: Uint32Array) => createHash("sha256").update(picture).digest("hex");
const withObjects = (...objects: readonly Partial<SceneObject>[]): Content => ({
  ...PLAIN,
  objects: objects.map((object, i) => ({ ...newObject(`o${i}`, object.type ?? "cube", "Cube"), ...object })),
});
const middle = (picture: Uint32Array) => picture[80 * 200 + 100]!;
const parts = (pixel: number) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255] as const;

describe("the renderer", () => {
  it("gives the same bytes whatever it drew before, and in whatever size", () => {
    const used = new ScenePainter();
    const garden = START_SCENES.find(({ id }) => id === "garden")!.content;
    const mixed = {
      ...garden,
      objects: garden.objects.map((object, i) => ({ ...object, opacity: i === 1 ? 0.5 : 1, wireframe: i === 2 })),
    };
    const views = [HOME, along(HOME, "top"), { ...HOME, distance: 1.2 }];
    for (const [width, height] of [
      [720, 672],
      [1360, 1032],
    ] as const)
      for (const view of views) {
        const shot = { content: mixed, view, width, height, selection: new Set(["garden-2", "garden-5"]) };
        const fresh = hash(paint(shot));
        paint({ ...shot, content: START_SCENES[4]!.content, painter: used });
        expect(hash(paint({ ...shot, painter: used }))).toBe(fresh);
        paint({ painter: used });
        expect(hash(paint({ ...shot, painter: used }))).toBe(fresh);
      }
  });

  it("shows every change", () => {
    const seen = new Set<string>();
    const object = withObjects({}).objects[0]!;
    const changes: Partial<SceneObject>[] = [
      {},
      { position: [0.01, 0, 0] },
      { rotation: [0, 1, 0] },
      { scale: [1, 1.01, 1] },
      { color: "#fffffe" },
      { opacity: 0.99 },
      { wireframe: true },
      { visible: false },
    ];
    for (const change of changes) seen.add(hash(paint({ content: withObjects({ ...object, ...change }) })));
    seen.add(hash(paint({ content: withObjects(object), selection: new Set(["o0"]) })));
    expect(seen.size).toBe(changes.length + 1);
  });

  it("draws the background as it is set, and nothing else where nothing is", () => {
    expect(new Set(paint({}))).toEqual(new Set([BACKGROUND]));
    const white = { ...PLAIN, settings: { ...PLAIN.settings, backgroundColor: "#ffffff" } };
    expect(new Set(paint({ content: white }))).toEqual(new Set([0xffffffff]));
  });

  it("hides what is behind, whichever is drawn first", () => {
    const near = { color: "#ff0000", position: [0, 0, 2] as const };
    const far = { color: "#0000ff", position: [0, 0, -2] as const };
    const front = along(HOME, "front");
    for (const content of [withObjects(near, far), withObjects(far, near)]) {
      const [red, , blue] = parts(middle(paint({ content, view: front })));
      expect(red).toBeGreaterThan(150);
      expect(blue).toBeLessThan(60);
    }
  });

  it("lets half of what is behind through where opacity is one half", () => {
    const front = along(HOME, "front");
    const solid = parts(middle(paint({ content: withObjects({ type: "plane", rotation: [90, 0, 0] }), view: front })));
    const half = { type: "plane" as const, rotation: [90, 0, 0] as const, opacity: 0.5 };
    const seen = parts(middle(paint({ content: withObjects(half), view: front })));
    parts(BACKGROUND).forEach((under, i) =>
      expect(Math.abs(seen[i]! - (under + solid[i]!) / 2)).toBeLessThanOrEqual(1),
    );
  });

  it("draws a mirrored solid from outside", () => {
    const plain = paint({ content: withObjects({}) });
    expect(hash(paint({ content: withObjects({ scale: [-1, -1, 1] }) }))).toBe(hash(plain));
    const mirrored = paint({ content: withObjects({ scale: [1, 1, -1] }) });
    expect(hash(mirrored)).toBe(hash(plain));
  });

  it("draws a line around what is selected, and nothing of what is flat", () => {
    const content = withObjects({ type: "sphere" });
    const plain = paint({ content });
    const selected = paint({ content, selection: new Set(["o0"]) });
    const changed = [...selected.keys()].filter((i) => plain[i] !== selected[i]);
    expect(changed.length).toBeGreaterThan(50);
    expect(middle(selected)).toBe(middle(plain));
    expect(new Set(paint({ content: withObjects({ scale: [1, 0, 1] }) }))).toEqual(new Set([BACKGROUND]));
  });

  it("draws from within a solid, and beside the eye, without a fault", () => {
    const inside = { ...HOME, distance: 0.5 };
    const content = withObjects({ scale: [4, 4, 4] }, { type: "plane", scale: [50, 1, 50], position: [0, -1, 0] });
    expect(paint({ content, view: inside }).every((pixel) => pixel >>> 24 === 255)).toBe(true);
  });
});

describe("triangles", () => {
  const RED: Paint = { red: 200, green: 0, blue: 0, alpha: 1, hides: true };
  const corners = (...places: readonly (readonly [number, number])[]) =>
    Float64Array.from(places.flatMap(([x, y]) => [x, y, 1, 1]));

  function drawn(draw: (raster: Raster) => void): Uint32Array {
    const raster = new Raster(16, 16);
    raster.clear(0, 0, 0);
    draw(raster);
    const out = new Uint32Array(256);
    raster.resolve(out);
    return out;
  }

  it("cover whole pixels wholly and others by their part", () => {
    const square = corners([2, 2], [10.5, 2], [10.5, 10], [2, 10]);
    const out = drawn((raster) => {
      raster.triangle(square, 0, 1, 2, RED);
      raster.triangle(square, 0, 2, 3, RED);
    });
    expect(out[5 * 16 + 5]).toBe(packed(200, 0, 0));
    expect(out[5 * 16 + 10]).toBe(packed(100, 0, 0));
    expect(out[5 * 16 + 11]).toBe(packed(0, 0, 0));
  });

  it("that share an edge neither overlap nor gape", () => {
    const half: Paint = { ...RED, alpha: 0.5, hides: false };
    const fan = corners([7.3, 8.1], [1.2, 1.7], [14.6, 0.4], [15.1, 13.9], [0.7, 14.2]);
    const out = drawn((raster) => {
      for (let i = 1; i <= 4; i++) raster.triangle(fan, 0, i, (i % 4) + 1, half);
    });
    for (let y = 3; y < 13; y++) for (let x = 3; x < 13; x++) expect(out[y * 16 + x]).toBe(packed(100, 0, 0));
  });
});

describe("a scene that is too much to draw", () => {
  const crowd = (type: SceneObject["type"], change: Partial<SceneObject>) =>
    withObjects(...Array.from({ length: 200 }, () => ({ type, scale: [8, 8, 8] as const, ...change })));
  const isComplete = (content: Content) => {
    const camera = new Camera(HOME, LENS, 200, 160);
    return new ScenePainter().paint(new Uint32Array(200 * 160), content, NONE, camera);
  };

  it("is drawn as far as there is time for it", () => {
    expect(isComplete(crowd("sphere", { opacity: 0.5 }))).toBe(false);
    expect(isComplete(crowd("torus", { wireframe: true }))).toBe(false);
  });

  it("is none of the scenes that one begins with", () => {
    for (const { content } of START_SCENES) expect(isComplete(content)).toBe(true);
    expect(isComplete(crowd("cube", { scale: [1, 1, 1] }))).toBe(true);
  });
});
