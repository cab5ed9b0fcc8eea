import { describe, expect, it } from "vitest";
import { LabelSpace, type Place } from "./label-space";

const at = (x: number, y: number): Place => ({ x0: x, y0: y, x1: x + 2, y1: y + 1 });

describe("the space for labels", () => {
  it("takes the first place that is free", () => {
    const space = new LabelSpace();
    space.take(at(0, 0), "text");
    expect(space.best([0, 1, 5], (y) => [at(0, y)])).toBe(1);
  });

  it("covers a wire rather than a body, and a body rather than a text", () => {
    const space = new LabelSpace();
    space.take(at(0, 0), "text");
    space.take(at(0, 2), "body");
    space.take(at(0, 4), "wire");
    expect(space.best([0, 2, 4], (y) => [at(0, y)])).toBe(4);
    expect(space.best([0, 2], (y) => [at(0, y)])).toBe(2);
  });

  it("does not count what only touches", () => {
    const space = new LabelSpace();
    space.take(at(0, 0), "text");
    expect(space.cost([at(2, 0), at(0, 1)])).toBe(0);
  });
});
