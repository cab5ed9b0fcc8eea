import { expect, it } from "vitest";
import { KINDS } from "../model/catalogue";
import { search } from "./search";

it.each([
  ["resistor", "resistor"],
  ["AND", "and"],
  ["and gate", "and"],
  ["nand", "nand"],
  ["or", "or"],
  ["op-amp", "opamp"],
  ["op amp", "opamp"],
  ["ideal", "opamp-ideal"],
  ["555", "timer-555"],
  ["NMOS", "nmos"],
  ["npn", "npn"],
  ["battery", "dc-source"],
  ["logic in", "logic-input"],
  ["dc voltage source (1-terminal)", "dc-rail"],
  ["square wave source (2", "square-source"],
  ["mux", "multiplexer"],
  ["half", "half-adder"],
  ["gnd", undefined],
])("%s finds %s", (query, kind) => {
  expect(search(query)[0]?.kind).toBe(kind);
});

it("every part is found by its own name first", () => {
  for (const kind of KINDS) expect(search(kind.name)[0]).toBe(kind);
});
