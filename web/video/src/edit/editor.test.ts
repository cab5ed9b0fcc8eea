import { beforeEach, describe, expect, it } from "vitest";
import type { Library } from "../media/library";
import { blocksOf } from "../model/project";
import { stateOf } from "../state";
import { Editor } from "./editor";
import { droppedAt, movedBy, trimmedBy } from "./gesture";

const NOTHING = { thumbnailMs: 0, strip: undefined, samples: undefined, pictures: () => Promise.resolve([]) };
const LEAP = { ...NOTHING, name: "Garden Leap.mp4", type: "VIDEO", durationMs: 5060, frames: 64, frameMs: 80 } as const;
const CYMBAL = { ...NOTHING, name: "Cymbal.wav", type: "AUDIO", durationMs: 2070, frames: 0, frameMs: 0 } as const;
const media = [LEAP, CYMBAL];
const sources = media.map(({ name, type, durationMs }) => ({
  filename: name,
  mediaType: type,
  originalDurationMs: durationMs,
}));
const library = {
  media,
  sources,
  get: (name: string) => media.find((medium) => medium.name === name),
} as unknown as Library;

let editor: Editor;
let said: string[];
beforeEach(() => {
  editor = new Editor(library);
  said = [];
  editor.onSay = (text) => said.push(text);
});

const starts = () => editor.project.tracks.map(({ blocks }) => blocks.map(({ start }) => start));

describe("adding", () => {
  it("goes to the end of the selected row, or to a new one at the playhead", () => {
    editor.add(LEAP);
    editor.add(LEAP);
    editor.seek(3000);
    editor.add(CYMBAL, true);
    editor.add(CYMBAL);
    expect(starts()).toEqual([
      [0, 5060],
      [3000, 5070],
    ]);
    expect(editor.selected?.id).toBe("b4");
    editor.select([]);
    editor.add(CYMBAL);
    expect(starts()[0]).toEqual([0, 5060, 10_120]);
  });

  it("shows the text of a new text, and the times of a new clip", () => {
    editor.addText();
    expect([editor.tab, editor.selected?.style?.text]).toEqual(["Text", "New text"]);
    editor.add(LEAP);
    expect(editor.tab).toBe("Time");
  });
});

describe("undo", () => {
  it("takes letters of one field together, and edits one by one", () => {
    editor.addText();
    const id = editor.selected!.id;
    for (const text of ["W", "We", "Wel"]) editor.setStyle(id, { text });
    editor.endEdit();
    editor.setStyle(id, { text: "Welcome" });
    editor.undo();
    expect(editor.selected?.style?.text).toBe("Wel");
    editor.undo();
    expect(editor.selected?.style?.text).toBe("New text");
    editor.undo();
    expect([editor.length, editor.canUndo]).toEqual([0, false]);
    editor.redo();
    editor.redo();
    expect(blocksOf(editor.project)[0]?.style?.text).toBe("Wel");
  });

  it("keeps two drags apart, and what changed nothing out", () => {
    editor.add(LEAP);
    for (const start of [1000, 2000]) {
      editor.follow({ type: "move", id: "b1", ids: new Set(["b1"]), target: { row: 0, isNew: false }, start });
      editor.finish();
    }
    editor.undo();
    expect(starts()).toEqual([[1000]]);
    editor.undo();
    editor.moveByRow(1);
    editor.redo();
    expect(starts()).toEqual([[1000]]);
  });

  it("forgets the selection of what is gone, and keeps the playhead within the project", () => {
    editor.add(LEAP);
    editor.seek(5060);
    editor.undo();
    expect([editor.selection.size, editor.playhead]).toEqual([0, 0]);
  });
});

describe("splitting", () => {
  it("splits what is selected, or everything under the playhead", () => {
    editor.add(LEAP);
    editor.add(CYMBAL, true);
    editor.seek(1000);
    editor.split();
    expect(starts()).toEqual([[0], [0, 1000]]);
    editor.select([]);
    editor.seek(1500);
    editor.split();
    expect(starts()).toEqual([
      [0, 1500],
      [0, 1000, 1500],
    ]);
    expect(editor.selection.size).toBe(2);
  });

  it("says why it cannot", () => {
    editor.add(LEAP);
    editor.split();
    expect(said).toHaveLength(1);
    expect(editor.canUndo && starts()).toEqual([[0]]);
  });
});

describe("effects", () => {
  it("are added to the selected block, selected, and ordered", () => {
    editor.add(LEAP);
    editor.addEffect("light-adjustment");
    editor.addEffect("fade-out");
    const block = editor.selected!;
    expect([editor.selectedEffect?.type, editor.tab]).toEqual(["fade-out", "Effects"]);
    editor.reorderEffect(block, block.effects[1]!.id, -1);
    expect(editor.selected!.effects.map(({ type }) => type)).toEqual(["fade-out", "light-adjustment"]);
    editor.removeEffect(editor.selected!, block.effects[1]!.id);
    expect(editor.selected!.effects.map(({ type }) => type)).toEqual(["light-adjustment"]);
    expect(editor.selectedEffect).toBeUndefined();
  });

  it("do not brighten sounds", () => {
    editor.add(CYMBAL);
    editor.addEffect("light-adjustment");
    expect([said.length, editor.selected!.effects.length]).toEqual([1, 0]);
  });
});

describe("dragging", () => {
  it("snaps what is dropped, moved and trimmed, unless that is off", () => {
    editor.add(LEAP);
    const place = () => ({ project: editor.project, view: editor.view, targets: editor.snapTargets(new Set(["b2"])) });
    const drop = droppedAt(place(), CYMBAL, [208, 100]);
    expect(drop).toEqual({ target: { row: 1, isNew: true }, start: 5060 });
    editor.addAt(CYMBAL, drop.target, drop.start);
    // Its end, 20 ms before that of the clip, is nearer than its start.
    expect(movedBy(place(), "b2", [0, 100], [-84, 90]).start).toBe(2990);
    expect(trimmedBy(place(), "b2", "right", -80)).toBe(5060);
    editor.setOptions({ isSnapping: false });
    expect(droppedAt(place(), CYMBAL, [208, 100]).start).toBe(5200);
  });
});

describe("time", () => {
  it("steps by frames, to edges, and within the project", () => {
    editor.add(LEAP);
    editor.stepFrame(-1);
    expect(editor.playhead).toBe(0);
    editor.stepFrame(1);
    expect(editor.playhead).toBe(50);
    editor.stepEdge(1);
    expect(editor.playhead).toBe(5060);
    editor.stepEdge(1);
    expect(editor.playhead).toBe(5060);
    editor.stepEdge(-1);
    expect(editor.playhead).toBe(0);
  });

  it("plays by the clock, and stops at the end", () => {
    editor.play();
    expect([editor.isPlaying, said.length]).toEqual([false, 1]);
    editor.add(LEAP);
    editor.play();
    const begin = performance.now();
    editor.tick(begin + 1000);
    expect(editor.playhead).toBeGreaterThanOrEqual(1000);
    editor.tick(begin + 60_000);
    expect([editor.playhead, editor.isPlaying]).toEqual([5060, false]);
    editor.play();
    expect(editor.playhead).toBe(0);
  });
});

it("zooms around the playhead, and around the left edge while that is not seen", () => {
  editor.add(LEAP);
  for (let i = 0; i < 7; i++) editor.add(LEAP);
  editor.see({ ...editor.view, scrollX: 0 });
  editor.seek(10_000);
  editor.zoom(1);
  expect(editor.view).toEqual({ scale: 80, scrollX: 400, scrollY: 0 });
  editor.see({ ...editor.view, scrollX: 1600 });
  editor.zoom(-1);
  expect(editor.view.scrollX).toBe(800);
  editor.fit();
  expect(editor.view).toEqual({ scale: 20, scrollX: 0, scrollY: 0 });
});

it("tells graders the project, and what was exported of it", () => {
  editor.add(LEAP);
  editor.markExported();
  editor.add(CYMBAL);
  const state = stateOf(editor) as {
    app: string;
    project: { finalDurationMs: number };
    exported: { finalDurationMs: number };
  };
  expect([state.app, state.project.finalDurationMs, state.exported.finalDurationMs]).toEqual(["video", 7130, 5060]);
});
