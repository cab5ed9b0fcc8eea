import { describe, expect, it } from "vitest";
import { placed } from "./place";

describe("placing", () => {
  it.each([
    ["resistor", [1, 1], [5, 3], [5, 3]],
    ["resistor", [1.4, 0.6], [5.4, 3.4], [5, 3]],
    ["and", [0, 0], [7, 3], [7, 0]],
    ["and", [0, 0], [3, -7], [0, -7]],
    ["and", [0, 0], [2, 0], [4, 0]],
    ["and", [0, 0], [-0.6, 0.1], [-4, 0]],
    ["opamp", [0, 0], [0, 1], [0, 4]],
    ["npn", [0, 0], [1, 0], [2, 0]],
    ["ground", [0, 0], [0, 5], [0, 5]],
    ["ground", [0, 0], [0, 0], [0, 2]],
    ["logic-input", [0, 0], [0.2, 0], [-2, 0]],
    ["logic-output", [0, 0], [0, 0], [2, 0]],
    ["dc-rail", [0, 0], [0, 0], [0, -2]],
    ["timer-555", [3, 4], [9, 9], [3, 4]],
  ] as const)("%s from %j to %j ends at %j", (kind, from, to, b) => {
    expect(placed(kind, from, to)?.b).toEqual(b);
  });

  it.each(["wire", "resistor", "and", "npn", "opamp"])("a click places no %s", (kind) => {
    expect(placed(kind, [3, 3], [3.3, 3.3])).toBeUndefined();
  });

  it("a drag that ends where it began places no line", () => {
    expect(placed("wire", [2.6, 3], [3.4, 3])).toBeUndefined();
  });
});
