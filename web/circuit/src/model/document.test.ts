import { describe, expect, it } from "vitest";
import { Document } from "./document";

const resistor = { kind: "resistor", a: [0, 0], b: [4, 0] } as const;

describe("document", () => {
  it("gives parts numbers of their own and every parameter", () => {
    const document = new Document();
    const first = document.add(resistor);
    const second = document.add({ ...resistor, params: { resistance: 5 }, label: "R2" });
    expect(second.id).not.toBe(first.id);
    expect(first.params).toEqual({ resistance: 1000 });
    expect(document.part(second.id)).toMatchObject({ params: { resistance: 5 }, label: "R2", flip: false, turns: 0 });
  });

  it("does not give a number again, even after going back", () => {
    const document = new Document();
    const before = document.contents();
    const { id } = document.add(resistor);
    document.restore(before);
    expect(document.parts).toEqual([]);
    expect(document.add(resistor).id).toBeGreaterThan(id);
  });

  it("takes scopes away with their parts and pins", () => {
    const document = new Document();
    const part = document.add(resistor);
    const gate = document.add({ kind: "and", a: [0, 9], b: [6, 9], params: { inputs: 4 } });
    document.addScope(part.id, "a");
    const kept = document.addScope(gate.id, "in2");
    document.addScope(gate.id, "in4");
    document.change(gate.id, { params: { ...gate.params, inputs: 3 } });
    document.remove([part.id]);
    expect(document.scopes.map(({ id }) => id)).toEqual([kept.id]);
  });

  it("keeps its contents apart from copies of them", () => {
    const document = new Document();
    const { id } = document.add(resistor);
    document.contents().parts[0]!.params["resistance"] = 1;
    expect(document.part(id)!.params["resistance"]).toBe(1000);
  });
});
