import { describe, expect, it } from "vitest";
import { Document } from "./document";
import { read, write, type Saved } from "./file";

function example(): Saved {
  const document = new Document();
  const part = document.add({ kind: "resistor", a: [0, 0], b: [4, 3], label: 'R "1"\n<b>' });
  document.add({ kind: "and", a: [0, 9], b: [6, 9], params: { inputs: 3, high: 3.3 }, flip: true });
  document.add({ kind: "counter", a: [20, 9], b: [20, 9], turns: 3 });
  document.addScope(part.id, "a");
  return { timeStep: 1e-6, ...document.contents() };
}

const text = () => write(example());

describe("files", () => {
  it("are read as they were written", () => {
    expect(read(text())).toEqual(example());
  });

  it("may leave out what has a default", () => {
    const json = '{"app":"circuit","version":1,"parts":[{"id":1,"kind":"resistor","a":[0,0],"b":[4,0]}]}';
    expect(read(json)).toMatchObject({
      timeStep: null,
      scopes: [],
      parts: [{ label: "", params: { resistance: 1000 } }],
    });
  });

  it.each([
    ["not JSON", "", /not JSON/],
    ["another program's", '{"app":"paint"}', /"app" is not "circuit"/],
    ["of another version", text().replace('"version": 1', '"version": 9'), /version is 9/],
    ["without parts", '{"app":"circuit","version":1}', /no list of "parts"/],
    ["with an unknown kind", text().replace('"resistor"', '"teapot"'), /Part 1 .*unknown kind, "teapot"/],
    [
      "with a value out of range",
      text().replace('"inputs":3', '"inputs":9'),
      /Part 2 .*AND Gate.*# of Inputs must be from 2 to 8/,
    ],
    ["with a value of another type", text().replace('"high":3.3', '"high":"x"'), /High Voltage must be a number/],
    ["with a point off the grid", text().replace("[4,3]", "[4.5,3]"), /Part 1 .*"b"/],
    ["with a slanting gate", text().replace("[6,9]", "[6,8]"), /Part 2 .*not level or upright/],
    ["with the same id twice", text().replace('"id":2', '"id":1'), /same id/],
    ["with a scope of nothing", text().replace('"part":1', '"part":77'), /Scope 1 .*part that is not there/],
    ["with a scope on no pin", text().replace('"pin":"a"', '"pin":"x"'), /Scope 1 .*pin that is not there, "x"/],
    ["with an endless time step", text().replace("0.000001", "1e999"), /time step/],
    ["with turns of no kind", text().replace('"turns":3', '"turns":4'), /turns/],
  ])("%s are refused in one sentence", (_, bad, message) => {
    expect(() => read(bad)).toThrow(message);
    expect(() => read(bad)).toThrow(/^[A-Z"].*\.$/);
  });
});
