import { describe, expect, it } from "vitest";
import { Document, type NewPart } from "./document";
import { routesOf } from "./route";

function routes(...parts: NewPart[]) {
  const document = new Document();
  const ids = parts.map((part) => document.add(part).id);
  const found = routesOf(document.parts);
  return ids.map((id) => found.get(id));
}

const wire = (a: [number, number], b: [number, number]): NewPart => ({ kind: "wire", a, b });

describe("routes", () => {
  it("are at right angles, and straight where that is possible", () => {
    expect(routes(wire([0, 0], [6, 0]), wire([0, 5], [4, 8]))).toEqual([
      [
        [0, 0],
        [6, 0],
      ],
      [
        [0, 5],
        [4, 5],
        [4, 8],
      ],
    ]);
  });

  it("keep clear of pins and bodies", () => {
    const [route] = routes(wire([0, 0], [8, 6]), { kind: "resistor", a: [8, 0], b: [8, 4] });
    expect(route).toEqual([
      [0, 0],
      [0, 6],
      [8, 6],
    ]);
  });

  it("do not run along each other", () => {
    const [, second] = routes(wire([0, 0], [8, 0]), wire([2, 0], [6, 4]));
    expect(second).toEqual([
      [2, 0],
      [2, 4],
      [6, 4],
    ]);
  });

  it("of different nets from one column of pins share no stretch", () => {
    const found = routes(
      wire([24, 8], [32, 8]),
      wire([24, 14], [32, 10]),
      wire([24, 8], [32, 14]),
      wire([24, 14], [32, 16]),
    );
    const columns = found
      .slice(1, 3)
      .map((route) => route!.filter(([x], i) => i > 0 && route![i - 1]![0] === x)[0]![0]);
    expect(new Set(columns).size).toBe(2);
  });

  it("are the same for the same circuit, and none for other parts", () => {
    const parts: NewPart[] = [wire([0, 0], [5, 5]), wire([5, 0], [0, 5]), { kind: "ground", a: [2, 2], b: [2, 4] }];
    expect(routes(...parts)).toEqual(routes(...parts));
    expect(routes(...parts)[2]).toBeUndefined();
  });
});
