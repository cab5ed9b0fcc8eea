import { expect, it } from "vitest";
import { showNumber, showSeconds } from "./format";

it.each([
  [null, "–"],
  [0, "0 ms"],
  [0.0994, "99 ms"],
  [0.0995, "0.1 s"],
  [119.4, "119.4 s"],
  [119.5, "2.0 min"],
  [7169, "119.5 min"],
  [7200, "2.0 h"],
])("%s seconds are %s", (seconds, text) => {
  expect(showSeconds(seconds)).toBe(text);
});

it("numbers have separators", () => {
  expect([showNumber(1234567), showNumber(null)]).toEqual(["1,234,567", "–"]);
});
