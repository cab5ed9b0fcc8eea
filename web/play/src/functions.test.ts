import { expect, test } from "vitest";
import { meaning, value } from "./functions";

test("what is typed for a function is a number, a list or a text", () => {
  expect(value("3")).toBe(3);
  expect(value("-2.5")).toBe(-2.5);
  expect(value("[1, 2]")).toEqual([1, 2]);
  expect(value("1, 2")).toEqual([1, 2]);
  expect(value("red")).toBe("red");
});

test("a value is called what its parameter says of it", () => {
  const about = "direction: 0 = right, 1 = up, 2 = left, 3 = down";
  expect([0, 1, 2, 3, 4].map((value) => meaning(about, value))).toEqual(["right", "up", "left", "down", "4"]);
});
