import { beforeEach, describe, expect, it, vi } from "vitest";
import { HOME } from "../math/camera";
import type { Vec3 } from "../math/vector";
import { stateOf } from "../state";
import { Editor } from "./editor";
import { STEPS } from "./gizmo";

// The page's session.
const kept = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
});

let editor: Editor;
let said: string[];

beforeEach(() => {
  kept.clear();
  editor = new Editor();
  said = [];
  editor.onSay = (text) => said.push(text);
});

const named = (name: string) => editor.content.objects.find((object) => object.name === name)!;
const positions = () => editor.content.objects.map(({ position }) => position);
/** Where a point of the ground, or of the plane that is looked at, is seen in a view along an axis. */
const at = (right: number, up: number) => [360 + right * 48, 336 - up * 48] as const;

function drag(from: readonly [number, number], to: readonly [number, number]): void {
  const handle = editor.handleUnder(from);
  expect(handle, "a handle is there").toBeDefined();
  editor.beginDrag(handle!, from);
  editor.follow(to);
  editor.finish();
}

describe("scenes", () => {
  it("are all on the dashboard at the start", () => {
    const state = stateOf(editor) as { scenes: { name: string }[] };
    expect(state).toMatchObject({ app: "modeller", view: "dashboard", open: null, selection: [] });
    expect(state.scenes.map(({ name }) => name)).toEqual([
      "Empty Scene",
      "Single Cube Scene",
      "Two Objects Scene",
      "Four Objects Scene",
      "Row of Objects Scene",
      "Basic Shapes",
      "Geometric Garden",
    ]);
  });

  it("are told in the form of README.md", () => {
    editor.open("single-cube");
    const { scenes } = stateOf(editor) as { scenes: unknown[] };
    expect(scenes[1]).toEqual({
      id: "single-cube",
      name: "Single Cube Scene",
      createdAt: 1_767_225_600_000,
      updatedAt: 1_767_225_600_000,
      version: 1,
      metadata: { description: "One turned cube", thumbnail: null },
      scene: {
        objects: [
          {
            id: "single-cube-1",
            type: "cube",
            name: "Cube 1",
            visible: true,
            locked: false,
            position: [0, 1, 0],
            rotation: [0, 45, 0],
            scale: [1, 1, 1],
            color: "#ff6600",
            opacity: 1,
            wireframe: false,
          },
        ],
        groups: [],
        settings: {
          showGrid: true,
          showAxes: true,
          backgroundColor: "#1a1a2e",
          fov: 50,
          cameraType: "perspective",
          orthoZoom: 10,
        },
      },
    });
  });

  it("are made, copied, renamed, deleted, and kept over a reload", () => {
    const { id } = editor.library.create("  ");
    editor.library.duplicate("garden");
    editor.library.remove("empty");
    editor.library.rename("row", "Line");
    editor.open(id);
    editor.add("torus");
    const again = new Editor();
    again.library.restore();
    expect(again.library.scenes).toEqual(editor.library.scenes);
    expect(again.scene?.name).toBe("Untitled Scene");
    expect(again.library.scenes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Line", "Geometric Garden (Copy)"]),
    );
    expect(again.library.scenes).toHaveLength(8);
  });
});

describe("edits", () => {
  beforeEach(() => editor.open("four-objects"));

  it("a new object is at the origin, selected, with the next name", () => {
    editor.add("cube");
    expect(named("Cube 2")).toMatchObject({ position: [0, 0, 0], color: "#ffffff" });
    expect([...editor.selection]).toEqual([named("Cube 2").id]);
    expect(named("Cube 2").id).toMatch(/^cube-[0-9a-f-]{36}$/);
  });

  it("typing in one field is undone at once, and another field by itself", () => {
    editor.select(["four-objects-1"]);
    for (const x of [1, 1.2, 1.25]) editor.change("position X", new Map([["four-objects-1", { position: [x, 0, 0] }]]));
    editor.change("name", new Map([["four-objects-1", { name: "A" }]]));
    editor.undo();
    expect(named("Cube 1").position).toEqual([1.25, 0, 0]);
    editor.undo();
    expect(named("Cube 1").position).toEqual([0, 0, 0]);
    expect(editor.canUndo).toBe(false);
    editor.redo();
    editor.redo();
    expect(named("A").position).toEqual([1.25, 0, 0]);
  });

  it("a duplicate is in place, selected, and its name says so", () => {
    editor.select(["four-objects-2"]);
    editor.duplicate();
    editor.duplicate();
    expect(editor.content.objects.slice(4).map(({ name }) => name)).toEqual([
      "Sphere 1 (Copy)",
      "Sphere 1 (Copy) (Copy)",
    ]);
    expect(positions()[5]).toEqual([3, 0, 0]);
    expect(editor.selection.size).toBe(1);
  });

  it("what is locked is neither moved nor deleted, and that is told", () => {
    editor.selectAll();
    editor.toggleLocked([named("Cube 1")]);
    editor.nudge([1, 0, 0], false);
    expect(positions().map(([x]) => x)).toEqual([0, 3.5, -2.5, 0.5]);
    editor.remove();
    expect(editor.content.objects.map(({ name }) => name)).toEqual(["Cube 1"]);
    expect(said).toHaveLength(2);
  });

  it("cut and paste bring things to another scene", () => {
    editor.select(["four-objects-4"]);
    editor.cut();
    editor.open("empty");
    editor.paste();
    expect(editor.content.objects).toMatchObject([{ type: "cone", position: [0, 0, 3] }]);
  });

  it("what is undone is not selected any more", () => {
    editor.add("plane");
    editor.undo();
    expect(editor.selection.size).toBe(0);
  });
});

describe("the gizmo", () => {
  const select = (...ids: string[]) => {
    editor.open("row");
    editor.select(ids);
  };

  it("moves along an axis by whole steps, or freely", () => {
    select("row-2");
    editor.look("top");
    drag([at(1, 0)[0] + 60, at(1, 0)[1]], [at(1, 0)[0] + 60 - 144 - 7, at(1, 0)[1] + 30]);
    expect(named("Sphere 1").position).toEqual([-2, 0, 0]);
    editor.setOptions({ snaps: false });
    drag([at(-2, 0)[0], at(0, 0)[1] + 60], [at(-2, 0)[0], at(0, 0)[1] + 60 + 12]);
    expect(named("Sphere 1").position).toEqual([-2, 0, 0.25]);
    editor.undo();
    expect(named("Sphere 1").position).toEqual([-2, 0, 0]);
  });

  it("moves along an axis in perspective to where the pointer is nearest", () => {
    select("row-1");
    editor.setOptions({ snaps: false });
    const { camera } = editor;
    drag(camera.project([1, 0, 0])!, camera.project([2.5, 0, 0])!);
    expect(named("Cube 1").position).toEqual([1.5, 0, 0]);
  });

  it("moves in a plane", () => {
    select("row-1");
    editor.look("front");
    drag([at(0, 0)[0] + 28, at(0, 0)[1] - 28], [at(0, 0)[0] + 28 + 48, at(0, 0)[1] - 28 - 96]);
    expect(named("Cube 1").position).toEqual([1, 2, 0]);
  });

  it("turns about an axis, against the clock for whoever it points to", () => {
    select("row-1");
    editor.setTool("rotate");
    editor.look("top");
    const [x, y] = at(0, 0);
    drag([x + 80, y], [x, y - 80]);
    drag([x, y - 80], [x - 57, y - 57]);
    expect(named("Cube 1").rotation).toEqual([0, 135, 0]);
    expect(STEPS.rotate).toBe(15);
  });

  it("turns several about their middle", () => {
    select("row-1", "row-3");
    editor.setTool("rotate");
    editor.look("top");
    const [x, y] = at(1, 0);
    drag([x + 80, y], [x, y - 80]);
    expect([named("Cube 1").position, named("Cylinder 1").position]).toEqual([
      [1, 0, 1],
      [1, 0, -1],
    ]);
  });

  it("scales along an object's own axis, and all three at once", () => {
    editor.open("single-cube");
    editor.select(["single-cube-1"]);
    editor.setTool("scale");
    editor.look("front");
    const [x, y] = at(0, 1);
    drag([x, y - 40], [x, y - 120]);
    expect(named("Cube 1").scale).toEqual([1, 3, 1]);
    drag([x, y], [x - 40, y]);
    expect(named("Cube 1").scale).toEqual([0.5, 1.5, 0.5]);
  });

  it("is not there for what is locked, and a drag can be left", () => {
    select("row-1");
    const before = positions();
    editor.beginDrag(editor.handles[0]!, [360, 336]);
    editor.follow([500, 300]);
    expect(positions()).not.toEqual(before);
    editor.cancel();
    expect(positions()).toEqual(before);
    editor.toggleLocked();
    expect(editor.handles).toEqual([]);
  });
});

describe("the view", () => {
  it("selects by a box, and whole groups", () => {
    editor.open("row");
    editor.select(["row-3", "row-4"]);
    editor.group();
    editor.select([]);
    editor.look("top");
    editor.beginBox(at(1.5, 1));
    editor.follow(at(2.5, -1));
    editor.finish();
    expect([...editor.selection]).toEqual(["row-3", "row-4"]);
  });

  it("frames what is selected, and leaves the state alone", () => {
    editor.open("garden");
    const before = JSON.stringify(stateOf(editor));
    editor.look("side");
    editor.frameView();
    editor.orbit([5, 5]);
    editor.zoom(2);
    editor.pan([3, 4]);
    editor.setTool("measure");
    editor.measureAt([360, 336]);
    expect(JSON.stringify(stateOf(editor))).toBe(before);
    expect(editor.view).not.toEqual(HOME);
    editor.open("garden");
    expect(editor.view).toBe(HOME);
  });

  it("measures between the centres of two objects", () => {
    editor.open("garden");
    editor.select(["garden-1", "garden-2"]);
    editor.setTool("measure");
    expect(editor.measure).toEqual<Vec3[]>([
      [0, 0.5, 0],
      [3, 0.75, 0],
    ]);
  });
});
