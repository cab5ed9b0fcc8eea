import { describe, expect, it } from "vitest";
import { Document, type NewPart } from "../model/document";
import { hitAt, inBox, reachAt } from "./hit";

function parts(...made: NewPart[]) {
  const document = new Document();
  made.forEach((part) => document.add(part));
  return document.parts;
}

const REACH = reachAt(1 / 16);
const resistor: NewPart = { kind: "resistor", a: [0, 0], b: [6, 0] };

describe("hits", () => {
  it("tell pins, bodies and nothing apart", () => {
    const all = parts(resistor);
    expect(hitAt(all, [0.3, 0.1], REACH)).toMatchObject({ pin: "a" });
    expect(hitAt(all, [6, 0.37], REACH)).toMatchObject({ pin: "b" });
    expect(hitAt(all, [1, 0.3], REACH)).toMatchObject({ pin: null });
    expect(hitAt(all, [3, 0.9], REACH)).toMatchObject({ pin: null });
    expect(hitAt(all, [1, 0.9], REACH)).toBeUndefined();
    expect(hitAt(all, [3, 1.2], REACH)).toBeUndefined();
  });

  it("prefer a part's pin to a wire's end, and the later part", () => {
    const all = parts(resistor, { kind: "wire", a: [6, 0], b: [6, 8] });
    expect(hitAt(all, [6, 0], REACH)!.part.kind).toBe("resistor");
    const twice = parts(resistor, resistor);
    expect(hitAt(twice, [3, 0], REACH)!.part.id).toBe(twice[1]!.id);
  });

  it("reach a wire that crosses a chip, and the chip beside it", () => {
    const all = parts({ kind: "timer-555", a: [0, 0], b: [0, 0] }, { kind: "wire", a: [-2, 3], b: [12, 3] });
    expect(hitAt(all, [5, 3.1], REACH)!.part.kind).toBe("wire");
    expect(hitAt(all, [5, 5], REACH)!.part.kind).toBe("timer-555");
  });

  it("follow a chip that is turned", () => {
    const all = parts({ kind: "multiplexer", a: [0, 0], b: [0, 0], turns: 1 });
    expect(hitAt(all, [-4, 3], REACH)!.part.kind).toBe("multiplexer");
    expect(hitAt(all, [4, 3], REACH)).toBeUndefined();
  });

  it("find the body of every axis-aligned shape", () => {
    for (const kind of ["and", "opamp", "npn"]) {
      const all = parts({ kind, a: [0, 0], b: [0, -6] });
      expect(hitAt(all, [0.8, -3], REACH)?.pin).toBeNull();
      expect(hitAt(all, [2.5, -3], REACH)).toBeUndefined();
    }
  });
});

it("zoomed out, pins leave their neighbours alone and wires are still hit", () => {
  const far = reachAt(1 / (16 * 0.2));
  const all = parts({ kind: "wire", a: [0, 0], b: [6, 0] });
  expect(hitAt(all, [0.6, 0], far)).toMatchObject({ pin: null });
  expect(hitAt(all, [3, 1.4], far)).toMatchObject({ pin: null });
});

it("a box holds what lies in it wholly", () => {
  const all = parts(resistor, { kind: "and", a: [2, 4], b: [8, 4] });
  expect(inBox(all, [-1, -1], [7, 1]).map(({ kind }) => kind)).toEqual(["resistor"]);
  expect(inBox(all, [9, 6], [-1, -1])).toHaveLength(2);
  expect(inBox(all, [-1, 4], [9, 4])).toHaveLength(0);
});
