import { expect, it } from "vitest";
import { cost, duration, mean, moment, percent, score } from "./numbers";

it("figures are written as people read them", () => {
  expect([percent(0), percent(0.074), percent(0.5), percent(1)]).toEqual(["0 %", "7.4 %", "50 %", "100 %"]);
  expect([duration(null), duration(0.023), duration(2.42), duration(300), duration(10_000)]).toEqual([
    "–",
    "23 ms",
    "2.4 s",
    "5.0 min",
    "2.8 h",
  ]);
  expect([cost(null), cost(0), cost(0.00123), cost(1.5)]).toEqual(["–", "–", "$0.0012", "$1.50"]);
  expect(score(0.256)).toBe("0.26");
  expect([mean(null), mean(3.25), mean(41.6)]).toEqual(["–", "3.3", "42"]);
  expect(moment("2026-11-17T02:04:50.953Z")).toBe("2026-11-17 02:04");
});
