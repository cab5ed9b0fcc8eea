import { describe, expect, it } from "vitest";
import { KINDS } from "./catalogue";
import { Document } from "./document";
import { pinsOf } from "./geometry";
import type { Part } from "./part";
import { flipped, rotated } from "./turn";

function partOf(kind: string, flip = false): Part {
  return new Document().add({ kind, a: [3, 4], b: [9, 4], flip });
}

function turn(parts: Part[], by: typeof rotated): Part[] {
  const positions = by(parts);
  return parts.map((part) => ({ ...part, ...positions.get(part.id)! }));
}

const pins = (parts: Part[]) => parts.map((part) => pinsOf(part).map(({ name, at }) => [name, ...at]));

describe.each(KINDS.map(({ kind }) => kind))("%s", (kind) => {
  it("is as before after four quarter turns and after two flips", () => {
    for (const start of [partOf(kind), partOf(kind, true)]) {
      let part = [start];
      for (let i = 0; i < 4; i++) part = turn(part, rotated);
      expect(pins(part)).toEqual(pins([start]));
      part = turn(turn(part, flipped), flipped);
      expect(pins(part)).toEqual(pins([start]));
    }
  });

  it("is turned and mirrored with others as if it were drawn on paper", () => {
    const document = new Document();
    const parts = [
      document.add({ kind, a: [3, 4], b: [9, 4] }),
      document.add({ kind: "wire", a: [0, 0], b: [20, 14] }),
    ];
    const [part, wire] = turn(parts, flipped);
    const axis = wire!.a[0] + wire!.b[0];
    const mirrored = pinsOf(parts[0]!).map(({ at }) => [axis - at[0], at[1]]);
    expect(pinsOf(part!).map(({ at }) => [...at])).toEqual(mirrored);

    const [quarter, turnedWire] = turn(parts, rotated);
    const distances = (of: Part, from: Part) =>
      pinsOf(of).map(({ at }) => Math.hypot(at[0] - from.a[0], at[1] - from.a[1]));
    expect(distances(quarter!, turnedWire!)).toEqual(distances(parts[0]!, parts[1]!));
  });
});

it("a flip swaps a diode's ends and a gate's inputs", () => {
  const [diode] = turn([partOf("diode")], flipped);
  expect(diode).toMatchObject({ a: [9, 4], b: [3, 4] });
  const [gate] = turn([partOf("and")], flipped);
  expect(pinsOf(gate!).map(({ at }) => at)).toEqual([
    [3, 5],
    [3, 3],
    [9, 4],
  ]);
});
