import { beforeEach, describe, expect, it, vi } from "vitest";
import { TEMPLATES } from "../model/workflow";
import { Editor } from "./editor";
import { hitAt, targetAt } from "./gesture";

const storage = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, text: string) => storage.set(key, text),
});

let editor: Editor;
beforeEach(() => {
  storage.clear();
  editor = new Editor();
});

const open = (name: string) => editor.open(editor.library.useTemplate(TEMPLATES.find((t) => t.name === name)!).id);

describe("editing", () => {
  it("adds nodes where there is room, connects them, and undoes both", () => {
    editor.open(editor.library.create("New").id);
    editor.add("manualTrigger");
    editor.add("map");
    const [trigger, map] = editor.graph.nodes;
    expect(trigger!.position).not.toEqual(map!.position);
    editor.connect(trigger!.id, "trigger", map!.id);
    editor.connect(trigger!.id, "trigger", map!.id);
    editor.connect(map!.id, null, map!.id);
    editor.connect(map!.id, null, trigger!.id);
    expect(editor.graph.edges).toHaveLength(1);
    editor.undo();
    expect(editor.graph.edges).toHaveLength(0);
    editor.undo();
    editor.undo();
    expect(editor.graph.nodes).toHaveLength(0);
    expect(editor.canUndo).toBe(false);
    editor.redo();
    expect(editor.graph.nodes).toHaveLength(1);
  });

  it("takes a typed text for one edit", () => {
    open("API Data Pipeline");
    const data = editor.graph.nodes[3]!.data;
    for (const field of ["c", "ci", "cit", "city"]) editor.setData("sort-1", { ...data, field }, "field");
    editor.setData("sort-1", { ...data, field: "city", direction: "desc" }, "direction");
    editor.undo();
    expect(editor.graph.nodes[3]!.data).toEqual({ field: "city", direction: "asc" });
    editor.undo();
    expect(editor.graph.nodes[3]!.data).toEqual(data);
  });

  it("copies nodes with the edges between them", () => {
    open("API Data Pipeline");
    editor.select(["map-1", "sort-1"]);
    editor.copy();
    editor.paste();
    expect([editor.graph.nodes.length, editor.graph.edges.length, editor.selection.size]).toEqual([7, 5, 2]);
    editor.duplicate();
    expect(editor.graph.nodes).toHaveLength(9);
  });

  it("moves by a drag, on the grid, and by arrows", () => {
    open("API Data Pipeline");
    editor.begin({ type: "move", ids: new Set(["map-1"]), from: { x: 0, y: 0 }, to: { x: 0, y: 0 } });
    editor.follow({ x: 30, y: -9 });
    editor.finish();
    expect(editor.graph.nodes[2]!.position).toEqual({ x: 704, y: 176 });
    editor.select(["map-1"]);
    editor.nudge([1, 0]);
    editor.nudge([1, 0]);
    expect(editor.graph.nodes[2]!.position).toEqual({ x: 736, y: 176 });
    editor.undo();
    expect(editor.graph.nodes[2]!.position).toEqual({ x: 704, y: 176 });
  });

  it("selects by a box", () => {
    open("API Data Pipeline");
    editor.begin({ type: "marquee", from: { x: 600, y: 100 }, to: { x: 600, y: 100 } });
    editor.follow({ x: 1100, y: 400 });
    editor.finish();
    expect([...editor.selection]).toEqual(["map-1", "sort-1"]);
    editor.remove(editor.selection);
    expect(editor.selection.size).toBe(0);
    expect(editor.graph.edges.map((edge) => edge.id)).toEqual(["e1"]);
  });

  it("draws an edge to a card, a port of its own", () => {
    open("Order Processing Pipeline");
    const { graph } = editor;
    expect(hitAt(graph, { x: 640 + 240, y: 240 + 148 }, 1)).toMatchObject({ type: "port", handle: "onFalse" });
    expect(hitAt(graph, { x: 700, y: 260 }, 1)).toMatchObject({ type: "node" });
    expect(hitAt(graph, { x: 280, y: 360 }, 1)).toMatchObject({ type: "edge", edge: { id: "e1" } });
    expect(hitAt(graph, { x: 280, y: 600 }, 1)).toBeUndefined();
    expect(targetAt(graph, { x: 100, y: 260 }, 1), "a trigger").toBeUndefined();
    editor.begin({ type: "connect", source: "if-highvalue", handle: "onFalse", to: { x: 0, y: 0 } });
    editor.follow({ x: 1700, y: 260 });
    editor.finish();
    expect(editor.graph.edges.at(-1)).toMatchObject({
      source: "if-highvalue",
      sourceHandle: "onFalse",
      target: "aggregate-1",
    });
  });
});

describe("workflows", () => {
  it("outlive a reload", () => {
    open("Order Processing Pipeline");
    editor.describe({ name: "Mine" });
    const again = new Editor();
    again.library.restore();
    expect(again.library.open).toEqual(editor.library.open);
    storage.set("workflows", "{");
    const broken = new Editor();
    broken.library.restore();
    expect(broken.library.workflows).toEqual([]);
  });

  it("are copied, renamed and deleted", () => {
    open("API Data Pipeline");
    const { library } = editor;
    const id = library.openId!;
    library.duplicate(id);
    library.rename(library.workflows[1]!.id, "  Second ");
    library.rename(id, " ");
    expect(library.workflows.map(({ name }) => name)).toEqual(["API Data Pipeline", "Second"]);
    editor.close();
    expect([library.openId, library.lastId]).toEqual([null, id]);
    library.remove(id);
    expect([library.workflows.length, library.lastId]).toEqual([1, null]);
  });
});

describe("views", () => {
  it("fit a workflow, or what is selected", () => {
    open("API Data Pipeline");
    expect(editor.viewport.zoom).toBeCloseTo(720 / (1584 + 96));
    editor.fit(editor.graph.nodes.slice(0, 2));
    expect(editor.viewport.zoom).toBe(1);
    editor.centre(editor.graph.nodes[4]!);
    expect(editor.viewport).toEqual({ origin: [360 - 1464, 336 - 262], zoom: 1 });
  });
});
