import { describe, expect, it } from "vitest";
import { Document } from "./document";
import { History } from "./history";

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

describe("history", () => {
  it("goes back and forth, and forgets what was undone at a new change", () => {
    const contents = [0, 1, 2].map((n) => {
      const document = new Document();
      for (let i = 0; i < n; i++) document.add(resistor);
      return document.contents();
    });
    const history = new History();
    expect(history.undo(contents[0]!)).toBeUndefined();
    history.record(contents[0]!);
    history.record(contents[1]!);
    expect(history.undo(contents[2]!)).toBe(contents[1]);
    expect(history.redo(contents[1]!)).toBe(contents[2]);
    expect(history.undo(contents[2]!)).toBe(contents[1]);
    history.record(contents[1]!);
    expect(history.canRedo).toBe(false);
    expect(history.canUndo).toBe(true);
  });
});
