import { describe, expect, it } from "vitest";
import { Document } from "../model/document";
import type { Part, Point } from "../model/part";
import { begin, finish, follow, type Press } from "./gesture";
import type { Hit } from "./hit";

const document = new Document();
const resistor = document.add({ kind: "resistor", a: [0, 0], b: [4, 0] });
const input = document.add({ kind: "logic-input", a: [0, 5], b: [-2, 5] });

function press(at: Point, hit?: Hit, more: Partial<Press> = {}): Press {
  return { at, hit, adds: false, stretches: false, ...more };
}

const on = (part: Part, pin: string | null = null): Hit => ({ part, pin });

function drag(tool: string | null, from: Press, to: Point, selection: number[] = []) {
  return finish(follow(begin(tool, from, new Set(selection)), to));
}

describe("with a part's tool", () => {
  it("a drag places it, whatever lies below", () => {
    const from = press([1, 0], on(resistor));
    expect(drag("wire", from, [5, 2])).toEqual({ type: "place", kind: "wire", a: [1, 0], b: [5, 2] });
  });

  it("a click selects what lies there, and does not switch it", () => {
    expect(drag("wire", press([-2, 5], on(input)), [-2, 5])).toEqual({ type: "select", id: input.id, adds: false });
    expect(drag("ground", press([2, 0], on(resistor)), [2.1, 0])).toMatchObject({ type: "select", id: resistor.id });
  });

  it("a click on nothing places posts and chips only", () => {
    expect(drag("resistor", press([9, 9]), [9.2, 9])).toEqual({ type: "nothing" });
    expect(drag("ground", press([9, 9]), [9, 9])).toMatchObject({ type: "place", b: [9, 11] });
    expect(drag("counter", press([9, 9]), [9, 9])).toMatchObject({ type: "place", a: [9, 9] });
  });
});

describe("with the select tool", () => {
  it("a drag from a pin draws a wire", () => {
    expect(drag(null, press([4, 0.2], on(resistor, "b")), [8, 3])).toEqual({
      type: "place",
      kind: "wire",
      a: [4, 0],
      b: [8, 3],
    });
    expect(drag(null, press([4, 0], on(resistor, "b")), [4, 0])).toMatchObject({ type: "select", id: resistor.id });
  });

  it("with Control it moves that end", () => {
    const from = press([4, 0], on(resistor, "b"), { stretches: true });
    expect(drag(null, from, [8, 3])).toEqual({ type: "stretch", id: resistor.id, end: "b", to: [8, 3] });
  });

  it("a drag of a body moves it, with the selection if it belongs to it", () => {
    const from = press([2.3, 0], on(resistor));
    expect(drag(null, from, [5.1, 1])).toEqual({ type: "move", ids: [resistor.id], by: [3, 1] });
    expect(drag(null, from, [5.1, 1], [input.id])).toMatchObject({ ids: [resistor.id] });
    expect(drag(null, from, [5.1, 1], [input.id, resistor.id])).toMatchObject({ ids: [input.id, resistor.id] });
  });

  it("a click switches, or with Shift selects", () => {
    expect(drag(null, press([-2, 5], on(input)), [-2, 5.1])).toEqual({ type: "toggle", id: input.id });
    const shifted = press([-2, 5], on(input), { adds: true });
    expect(drag(null, shifted, [-2, 5])).toEqual({ type: "select", id: input.id, adds: true });
  });

  it("empty canvas: a drag selects by a box, a click nothing", () => {
    expect(drag(null, press([9, 9]), [2, 3])).toEqual({ type: "select-box", from: [9, 9], to: [2, 3], adds: false });
    expect(drag(null, press([9, 9]), [9.1, 9])).toEqual({ type: "select", id: null, adds: false });
  });
});
