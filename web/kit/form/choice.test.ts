import { expect, it } from "vitest";
import { nextChoice } from "./choice";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

it("arrows go round, letters to the next choice that begins with them", () => {
  expect(nextChoice(METHODS, 4, "ArrowRight")).toBe(0);
  expect(nextChoice(METHODS, 0, "ArrowUp")).toBe(4);
  expect(nextChoice(METHODS, 0, "p")).toBe(1);
  expect(nextChoice(METHODS, 1, "P")).toBe(2);
  expect(nextChoice(METHODS, 3, "p")).toBe(1);
  expect(nextChoice(METHODS, 4, "d")).toBe(4);
  expect(nextChoice(METHODS, 0, "x")).toBeUndefined();
  expect(nextChoice(METHODS, 0, "Tab")).toBeUndefined();
});
