import { describe, expect, it } from "vitest";
import { FileProblem } from "../../../kit/json";
import { brightness, channels, fromChannels, readColour } from "./colour";
import { exported, read, write } from "./file";
import { evaluate, meaningOf, shown, tidy } from "./numbers";
import * as scenes from "./scene";
import { START_SCENES } from "./start";

const garden = START_SCENES.find(({ id }) => id === "garden")!;
let count = 0;
const newId = () => `id${++count}`;

describe("numbers", () => {
  it.each([
    ["1/4", 0.25],
    [" 2*(3+4) ", 14],
    ["2^3^2", 512],
    ["-2^2", -4],
    ["--3", 3],
    ["1e-3", 0.001],
    [".5", 0.5],
    ["sqrt(2)^2 - max(1, 2, -3)", 0],
    ["sin(30)", 0.5],
    ["round(2*pi)", 6],
    ["−1.5", -1.5],
  ])("%s is %d", (text, value) => expect(evaluate(text)).toBeCloseTo(value, 12));

  it.each(["", "-", "1+", "1 2", "(1", "1)", "sqrt 2", "x", "constructor(1)", "1/0", "1,2", "#1", "9".repeat(201)])(
    "%s is no number",
    (text) => expect(evaluate(text)).toBeUndefined(),
  );

  it("a change is one of what was there", () => {
    expect(meaningOf("+=1.5")(2)).toBe(3.5);
    expect(meaningOf("-= 1")(2)).toBe(1);
    expect(meaningOf("*=-2")(2)).toBe(-4);
    expect(meaningOf("/=0")(2)).toBeUndefined();
    expect(meaningOf("+=")(2)).toBeUndefined();
    expect(meaningOf("7")(2)).toBe(7);
  });

  it("noise of computing is rounded away", () => {
    expect(tidy(0.1 + 0.2)).toBe(0.3);
    expect(Object.is(tidy(-1e-9), 0)).toBe(true);
    expect(shown(1 / 3)).toBe("0.333333");
  });
});

it("colours are read in several ways and kept in one", () => {
  expect([readColour("#FF8800"), readColour("f80"), readColour(" ff8800 ")]).toEqual(Array(3).fill("#ff8800"));
  expect([readColour("#ff88"), readColour("red"), readColour("")]).toEqual([undefined, undefined, undefined]);
  expect(channels("#0180ff")).toEqual([1, 128, 255]);
  expect(fromChannels([1, 128, 255])).toBe("#0180ff");
  expect(brightness("#ffffff")).toBeGreaterThan(brightness("#1a1a2e"));
});

it("a new object has the least free number", () => {
  const names = ["Cube 1", "Cube 3", "Cube"].map((name) => ({ name }));
  expect(scenes.freeName(names, "Cube")).toBe("Cube 2");
  expect(scenes.freeName(names, "Torus")).toBe("Torus 1");
});

it("a copy has everything of its original but id and name", () => {
  const [block] = garden.content.objects;
  const { objects } = scenes.withCopies(garden.content, [block!], newId);
  expect(objects).toHaveLength(6);
  const copy = objects[5]!;
  expect(copy).toEqual({ ...block, id: copy.id, name: "Stone Block (Copy)" });
  expect(copy.id).toMatch(/^cube-/);
});

it("groups come and go with their members", () => {
  const ids = new Set(["garden-2", "garden-4"]);
  const content = scenes.grouped(garden.content, ids, { id: "g", name: "Group 1" });
  const names = scenes.rowsOf(content).map((row) => (row.kind === "group" ? row.group.name : row.object.name));
  expect(names).toEqual(["Stone Block", "Group 1", "Garden Ball", "Tree Top", "Pillar", "Ring"]);
  const copied = scenes.withCopies(content, content.objects.slice(1, 2), newId);
  expect(copied.groups.map(({ name }) => name)).toEqual(["Group 1", "Group 1 (Copy)"]);
  expect(scenes.without(content, ids).groups).toEqual([]);
  expect(scenes.withoutGroups(content, new Set(["g"]))).toEqual(garden.content);
});

describe("files", () => {
  it("what is written is read back", () => {
    const content = scenes.grouped(garden.content, new Set(["garden-2"]), { id: "g", name: "Group 1" });
    const scene = { ...garden, content };
    expect(read(write([scene, START_SCENES[0]!]), newId, 0)).toEqual([scene, START_SCENES[0]]);
    expect(read(JSON.stringify(exported(scene)), newId, 0)).toEqual([scene]);
  });

  it("what an object leaves out is as on a new one", () => {
    const [scene] = read(`{"scene": {"objects": [{"type": "cone"}]}}`, newId, 5);
    const [object] = scene!.content.objects;
    expect(object).toEqual(scenes.newObject(object!.id, "cone", "cone"));
    expect(scene).toMatchObject({ name: "Imported Scene", createdAt: 5, content: { groups: [] } });
  });

  it.each([
    ["", /no JSON/],
    ["[]", /the text must be an object/],
    ["{}", /There is no scene in the text/],
    [`{"version": 2, "scene": {}}`, /version 2/],
    [`{"scene": {"objects": [{"type": "pyramid"}]}}`, /"pyramid".*cube/],
    [`{"scene": {"objects": [{"type": "cube", "position": [0, 1]}]}}`, /position must be a list of three/],
    [`{"scene": {"objects": [{"type": "cube", "scale": [0, 1, null]}]}}`, /scale\[2\] must be a number/],
    [`{"scene": {"objects": [{"type": "cube", "color": "red"}]}}`, /color must be a colour/],
    [`{"scene": {"objects": [{"type": "cube", "group": "g"}]}}`, /group that is not there/],
    [`{"scene": {"objects": [{"type": "cube", "id": "a"}, {"type": "cone", "id": "a"}]}}`, /same id/],
    [`{"scene": {"objects": [], "settings": {"cameraType": "fisheye"}}}`, /cameraType/],
    [`{"scenes": [{"scene": {"objects": 3}}]}`, /scenes\[0\]\.scene\.objects must be a list/],
  ])("%s is refused", (text, message) => {
    expect(() => read(text, newId, 0)).toThrow(FileProblem);
    expect(() => read(text, newId, 0)).toThrow(message);
  });
});
