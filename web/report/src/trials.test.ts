import { expect, it } from "vitest";
import type { Index } from "../../generated/report";
import { logFile, Trials } from "./trials";

const index: Index = {
  runs: ["one"],
  agents: ["a", "b"],
  tasks: ["gym/maze-2d/easy"],
  variants: ["goal=true"],
  values: [],
  trials: {
    run: [0, 0],
    trial: [0, 1001],
    agent: [1, 0],
    task: [0, 0],
    // Wider than JavaScript's numbers.
    seed: ["18446744073709551615", "3"],
    repeat: [0, 1],
    outcome: ["passed", "missing"],
    score: [1, null],
    steps: [12, null],
    seconds: [0.5, null],
    tokens: [0, null],
    cost: [0, null],
    ending: ["done", null],
    reason: ["", ""],
    attempt: [2, 1],
    variant: [0, null],
  },
  retries: { "0:0": [[1, "void, world: gone"]] },
  claimed: ["0:1001"],
  claimed_mark: "†",
  claimed_meaning: "as the agent reported",
};

it("columns become trials with their words", () => {
  const trials = new Trials(index);
  const [first, second] = trials.all as [Trials["all"][0], Trials["all"][0]];
  expect(first).toMatchObject({ agent: "b", instance: "gym/maze-2d/easy@18446744073709551615", variant: "goal=true" });
  expect(second).toMatchObject({ agent: "a", score: null, variant: null });
  expect([trials.hasRepeats, trials.hasTokens, trials.hasSeveralRuns]).toEqual([true, false, false]);
  expect([trials.isClaimed(first), trials.isClaimed(second)]).toEqual([false, true]);
  expect(trials.retries(first)).toEqual([[1, "void, world: gone"]]);
  expect(trials.retries(second)).toEqual([]);
});

it("a trial is found by its address, and its log by its number", () => {
  const trials = new Trials({ ...index, runs: ["one", "two"] });
  const second = trials.find(0, 1001)!;
  expect(trials.hash(second, 3)).toBe("#run=0&trial=1001&step=3");
  expect(new Trials(index).hash(second)).toBe("#trial=1001");
  expect(trials.find(1, 1001)).toBeUndefined();
  expect([logFile(second), logFile(second, 7)]).toEqual(["trials/0001/001001-1.jsonl", "trials/0001/001001-7.jsonl"]);
});
