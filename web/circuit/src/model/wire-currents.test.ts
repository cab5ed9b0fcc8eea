import { describe, expect, it } from "vitest";
import { Document, type NewPart } from "./document";
import { wireCurrents } from "./wire-currents";

/** Currents of wires and grounds, where each other part carries so many amperes from its first pin to its second. */
function flow(...made: (NewPart & { amps?: number })[]) {
  const document = new Document();
  const amps = new Map(made.map((part) => [document.add(part).id, part.amps ?? 0]));
  const found = wireCurrents(document.parts, (part, pin) => (pin === "a" ? 1 : -1) * amps.get(part.id)!);
  return document.parts.filter(({ kind }) => kind === "wire" || kind === "ground").map(({ id }) => found.get(id) ?? 0);
}

describe("currents in wires", () => {
  it("go round a loop without a ground", () => {
    const currents = flow(
      { kind: "resistor", a: [0, 0], b: [4, 0], amps: 2 },
      { kind: "wire", a: [4, 0], b: [4, 4] },
      { kind: "wire", a: [0, 4], b: [4, 4] },
      { kind: "capacitor", a: [0, 4], b: [0, 0], amps: 2 },
    );
    expect(currents).toEqual([2, -2]);
  });

  it("meet at a junction", () => {
    const currents = flow(
      { kind: "resistor", a: [0, 0], b: [4, 0], amps: 2 },
      { kind: "resistor", a: [0, 4], b: [4, 4], amps: 3 },
      { kind: "wire", a: [4, 0], b: [8, 0] },
      { kind: "wire", a: [4, 4], b: [8, 0] },
      { kind: "wire", a: [8, 0], b: [12, 0] },
      { kind: "ground", a: [12, 0], b: [12, 2] },
    );
    expect(currents).toEqual([2, 3, 5, 5]);
  });

  it("take the nearest of several grounds", () => {
    const currents = flow(
      { kind: "ground", a: [0, 0], b: [0, 2] },
      { kind: "wire", a: [0, 0], b: [4, 0] },
      { kind: "wire", a: [4, 0], b: [8, 0] },
      { kind: "wire", a: [8, 0], b: [12, 0] },
      { kind: "ground", a: [12, 0], b: [12, 2] },
      { kind: "resistor", a: [4, -4], b: [4, 0], amps: 1 },
    );
    expect(currents).toEqual([1, -1, 0, 0, 0]);
  });

  it("are shown once where two wires lie side by side", () => {
    const currents = flow(
      { kind: "resistor", a: [0, 0], b: [4, 0], amps: 1 },
      { kind: "wire", a: [4, 0], b: [8, 0] },
      { kind: "wire", a: [4, 0], b: [8, 0] },
      { kind: "ground", a: [8, 0], b: [8, 2] },
    );
    expect(currents).toEqual([1, 0, 1]);
  });
});
