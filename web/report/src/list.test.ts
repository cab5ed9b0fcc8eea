import { expect, it } from "vitest";
import { matches, order } from "./list";
import type { Trial } from "./trials";

const trial = (of: Partial<Trial>): Trial => ({
  run: 0,
  trial: 7,
  agent: "oracle",
  task: "gym/maze-2d/easy",
  instance: "gym/maze-2d/easy@3",
  repeat: 0,
  outcome: "failed",
  score: 0.5,
  steps: 3,
  seconds: 1,
  tokens: 0,
  cost: 0,
  ending: "done",
  reason: "on_target",
  attempt: 1,
  variant: "goal=true hint=no",
  ...of,
});
const none = { run: "", agent: "", task: "", variant: "", outcome: "", text: "" };

it("filters take what they name, a value of a factor included", () => {
  expect(matches(trial({}), none)).toBe(true);
  for (const filter of [
    { run: "0" },
    { agent: "oracle" },
    { outcome: "failed" },
    { variant: "goal=true" },
    { variant: "goal=true hint=no" },
    { text: "ON_TARGET" },
  ])
    expect(matches(trial({}), { ...none, ...filter }), JSON.stringify(filter)).toBe(true);
  for (const filter of [{ run: "1" }, { agent: "o" }, { outcome: "void" }, { variant: "goal=t" }, { text: "absent" }])
    expect(matches(trial({}), { ...none, ...filter }), JSON.stringify(filter)).toBe(false);
});

it("what has no value comes last, whichever way it is sorted", () => {
  const trials = [trial({ score: null }), trial({ score: 1 }), trial({ score: 0 })];
  const scores = (isDown: boolean) => [...trials].sort(order("score", isDown)).map(({ score }) => score);
  expect(scores(false)).toEqual([0, 1, null]);
  expect(scores(true)).toEqual([1, 0, null]);
});
