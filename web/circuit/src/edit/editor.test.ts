import { beforeEach, describe, expect, it, vi } from "vitest";
import { FileProblem } from "../../../kit/json";
import type { Point } from "../model/part";
import { make } from "../sim";
import { Editor } from "./editor";

let editor: Editor;

beforeEach(() => {
  // The clock stands still within a frame, as in an exam, so that a slow machine does not simulate less.
  vi.spyOn(performance, "now").mockReturnValue(0);
  editor = new Editor(make);
});

function drag(from: Point, to: Point, keys: { adds?: boolean; stretches?: boolean } = {}): void {
  editor.press({ at: from, adds: keys.adds ?? false, stretches: keys.stretches ?? false });
  editor.point(to);
  editor.release();
}

function draw(kind: string, from: Point, to: Point): number {
  editor.takeTool(kind);
  drag(from, to);
  editor.takeTool(null);
  return editor.document.parts.at(-1)!.id;
}

const click = (at: Point, adds = false) => drag(at, at, { adds });

describe("editing", () => {
  it("places with a tool that stays", () => {
    editor.takeTool("resistor");
    drag([0, 0], [4, 0]);
    drag([4, 0], [8, 0]);
    expect(editor.document.parts.map(({ kind }) => kind)).toEqual(["resistor", "resistor"]);
    expect(editor.tool).toBe("resistor");
  });

  it("moves what is selected together, and a part that is not alone", () => {
    const [one, two] = [draw("resistor", [0, 0], [4, 0]), draw("resistor", [0, 4], [4, 4])];
    editor.selectAll();
    drag([2, 0], [5, 1]);
    expect([one, two].map((id) => editor.document.part(id)!.a)).toEqual([
      [3, 1],
      [3, 5],
    ]);
    editor.select([one]);
    drag([5, 5], [5, 9]);
    expect([...editor.selection]).toEqual([two]);
    expect(editor.document.part(one)!.a).toEqual([3, 1]);
  });

  it("takes wires along, and keeps parts connected that touch", () => {
    const resistor = draw("resistor", [0, 0], [4, 0]);
    const wire = draw("wire", [4, 0], [10, 0]);
    const other = draw("capacitor", [0, 0], [0, 4]);
    drag([2, 0], [2, 3]);
    const { document, bench } = editor;
    expect(document.part(resistor)!.a).toEqual([0, 3]);
    expect(document.part(wire)).toMatchObject({ a: [4, 3], b: [10, 0] });
    expect(document.parts.at(-1)).toMatchObject({ kind: "wire", a: [0, 0], b: [0, 3] });
    expect(bench.nets.of(resistor, "a")).toBe(bench.nets.of(other, "a"));
    editor.undo();
    expect(document.parts.length).toBe(3);
    expect(document.part(wire)!.a).toEqual([4, 0]);
  });

  it("loses a wire that a move leaves without length", () => {
    const resistor = draw("resistor", [0, 0], [4, 0]);
    draw("wire", [4, 0], [6, 0]);
    draw("capacitor", [6, 0], [6, 4]);
    drag([2, 0], [4, 0]);
    expect(editor.document.parts.map(({ kind }) => kind)).toEqual(["resistor", "capacitor"]);
    expect(editor.document.part(resistor)!.b).toEqual([6, 0]);
  });

  it("leaves everything as it was when a drag is left", () => {
    const id = draw("resistor", [0, 0], [4, 0]);
    editor.press({ at: [2, 0], adds: false, stretches: false });
    editor.point([9, 9]);
    editor.cancelGesture();
    editor.release();
    expect(editor.document.part(id)!.a).toEqual([0, 0]);
  });

  it("moves an end with Control, but not onto the other", () => {
    const id = draw("wire", [0, 0], [4, 0]);
    drag([4, 0], [4, 6], { stretches: true });
    expect(editor.document.part(id)!.b).toEqual([4, 6]);
    drag([4, 6], [0, 0], { stretches: true });
    expect(editor.document.part(id)!.b).toEqual([4, 6]);
  });

  it("adds to the selection with Shift, and takes away again", () => {
    const [one, two] = [draw("resistor", [0, 0], [4, 0]), draw("resistor", [0, 4], [4, 4])];
    click([2, 0]);
    click([2, 4], true);
    expect([...editor.selection]).toEqual([one, two]);
    click([2, 0], true);
    expect([...editor.selection]).toEqual([two]);
  });

  it("undoes and redoes every kind of edit", () => {
    const id = draw("logic-input", [0, 0], [-2, 0]);
    const steps: (() => void)[] = [
      () => click([-2, 0]),
      () => editor.change(id, { label: "A" }),
      () => editor.rotateSelected(),
      () => editor.flipSelected(),
      () => editor.moveSelected([1, 0]),
      () => editor.duplicate(),
      () => editor.addScope(editor.document.part(id)!, null),
      () => editor.removeSelected(),
      () => editor.clear(),
    ];
    editor.select([id]);
    const seen = steps.map((step) => {
      const before = editor.document.contents();
      step();
      return before;
    });
    const end = editor.document.contents();
    for (const before of seen.reverse()) {
      editor.undo();
      expect(editor.document.contents()).toEqual(before);
    }
    for (let i = 0; i < steps.length; i++) editor.redo();
    expect(editor.document.contents()).toEqual(end);
  });

  it("pastes at the pointer, again and again", () => {
    draw("resistor", [3, 4], [7, 4]);
    editor.selectAll();
    editor.copy();
    editor.point([10.2, 11.9]);
    editor.paste();
    editor.paste();
    expect(editor.document.parts.map(({ a }) => a)).toEqual([
      [3, 4],
      [10, 12],
      [10, 12],
    ]);
  });

  it("keeps the open circuit when a file is bad, and can go back from a good one", () => {
    draw("resistor", [3, 4], [7, 4]);
    const before = editor.document.contents();
    expect(() => editor.load("{")).toThrow(FileProblem);
    expect(editor.document.contents()).toEqual(before);
    editor.load('{"app":"circuit","version":1,"parts":[],"timeStep":1e-6}');
    expect(editor.document.parts).toEqual([]);
    expect(editor.bench.timeStep).toBe(1e-6);
    editor.undo();
    expect(editor.document.contents()).toEqual(before);
  });
});

describe("the bench", () => {
  it("makes 20,000 steps a second, times the speed, with nothing lost between frames", () => {
    for (let i = 0; i < 60; i++) editor.bench.pass(1 / 60);
    expect(editor.bench.time).toBeCloseTo(0.1, 5);
    editor.setSpeed(0.05);
    for (let i = 0; i < 60; i++) editor.bench.pass(1 / 60);
    expect(editor.bench.time).toBeCloseTo(0.105, 5);
  });

  it("does not make up for a page that was away", () => {
    editor.bench.pass(1000);
    expect(editor.bench.time).toBeCloseTo(0.01, 9);
  });

  it("keeps time and charge over an edit, and forgets them at a reset", () => {
    draw("dc-rail", [0, 0], [0, -2]);
    draw("resistor", [0, 0], [4, 0]);
    const capacitor = draw("capacitor", [4, 0], [4, 4]);
    draw("ground", [4, 4], [4, 6]);
    const volts = () => editor.bench.live.voltage(editor.document.part(capacitor)!, "a")!;
    for (let i = 0; i < 10; i++) editor.bench.pass(0.1);
    const [time, charged] = [editor.bench.time, volts()];
    expect(charged).toBeCloseTo(5, 1);
    draw("resistor", [20, 0], [24, 0]);
    editor.bench.pass(0.0001);
    expect(editor.bench.time).toBeGreaterThan(time);
    expect(volts()).toBeCloseTo(charged, 2);
    editor.reset();
    editor.bench.pass(0.0001);
    expect(editor.bench.time).toBeLessThan(time);
    expect(volts()).toBeLessThan(0.1);
  });

  it("switches a logic input while it runs", () => {
    const input = draw("logic-input", [0, 0], [-2, 0]);
    const output = draw("not", [0, 0], [6, 0]);
    const volts = () => editor.bench.live.voltage(editor.document.part(output)!, "out");
    editor.bench.pass(0.01);
    expect(volts()).toBeCloseTo(5);
    click([-2, 0]);
    editor.bench.pass(0.01);
    expect(editor.document.part(input)!.params["state"]).toBe(1);
    expect(volts()).toBeCloseTo(0);
  });

  it("samples scopes in every step", () => {
    draw("dc-rail", [0, 0], [0, -2]);
    editor.addScope(editor.document.parts[0]!, null);
    editor.bench.pass(0.05);
    const scope = editor.document.scopes[0]!;
    expect(scope.pin).toBe("a");
    expect(editor.bench.trace(scope).measurements().average).toBeCloseTo(5);
  });
});

describe("bounds", () => {
  it("refuses more parts and scopes than a frame can draw, in a sentence, and loses nothing", () => {
    editor.add({ kind: "resistor", a: [0, 0], b: [4, 0] });
    for (let doubled = 0; doubled < 12; doubled++) {
      editor.selectAll();
      editor.duplicate();
    }
    expect(editor.document.parts.length).toBe(512);
    expect(editor.refusal).toContain("1000 parts");
    const [part] = editor.document.parts;
    for (let scope = 0; scope < 12; scope++) editor.addScope(part!, null);
    expect(editor.document.scopes.length).toBe(8);
    expect(editor.refusal).toContain("8 scopes");
    editor.undo();
    expect(editor.refusal).toBe(null);
  });
});
