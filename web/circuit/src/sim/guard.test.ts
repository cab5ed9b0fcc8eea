// Errors in the simulator are told, and stop nothing else.

import { expect, test } from "vitest";
import { guarded } from "./guard";
import type { Make, Simulation } from "./types";

const sound: Simulation = {
  time: 1,
  problem: null,
  warning: null,
  run: () => undefined,
  voltage: () => 5,
  current: () => 0.1,
  set: () => undefined,
  memory: () => new Map([[1, [2]]]),
};
const netlist = { nets: 1, parts: [] };
const throws = (): never => {
  throw new RangeError("Maximum call stack size exceeded");
};
const FAILED =
  "The simulation failed on this circuit (RangeError: Maximum call stack size exceeded); undo the last change.";
const made = (simulation: Simulation) => guarded(() => simulation)(netlist, { timeStep: 1e-6 }, 3);

test("what works goes through", () => {
  const simulation = made(sound);
  expect([simulation.time, simulation.problem, simulation.voltage(1), simulation.current(1, "a")]).toEqual([
    1,
    null,
    5,
    0.1,
  ]);
  expect(simulation.memory()).toEqual(new Map([[1, [2]]]));
});

test("a circuit that cannot even be started", () => {
  const simulation = guarded(throws as unknown as Make)(netlist, { timeStep: 1e-6 }, 3);
  expect(simulation.problem).toBe(FAILED);
  expect(simulation.time).toBe(3);
  expect(simulation.memory().size).toBe(0);
});

test.each(["run", "voltage", "current", "set", "memory"] as const)(
  "an error in %s is a problem from then on",
  (name) => {
    const simulation = made({ ...sound, [name]: throws });
    expect(simulation.problem).toBeNull();
    simulation.run(1);
    simulation.voltage(1);
    simulation.current(1, "a");
    simulation.set(1, {});
    simulation.memory();
    expect(simulation.problem).toBe(FAILED);
  },
);
