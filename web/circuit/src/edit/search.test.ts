import { expect, it } from "vitest";
import { find } from "../../../kit/ui/finder";
import { FINDABLE_PARTS } from "./search";

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
  expect(find(query, FINDABLE_PARTS)[0]?.kind).toBe(kind);
});

it("every part is found by its own name first", () => {
  for (const part of FINDABLE_PARTS) expect(find(part.name, FINDABLE_PARTS)[0]).toBe(part);
});
