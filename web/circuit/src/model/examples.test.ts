import { describe, expect, it } from "vitest";
import { automaticStep } from "../sim/sampling";
import { make } from "../sim";
import { contentsOf, EXAMPLES } from "./examples";
import { read, write } from "./file";
import { findNets, looseTouches, netlistOf } from "./nets";
import { routesOf } from "./route";

describe.each(EXAMPLES)("the example $name", (example) => {
  const { parts, scopes } = contentsOf(example);
  const nets = findNets(parts);

  it("can be saved and read", () => {
    expect(read(write({ timeStep: null, parts, scopes }))).toEqual({ timeStep: null, parts, scopes });
  });

  it("leaves no pin beside a wire", () => {
    expect(looseTouches(parts, nets, routesOf(parts))).toEqual([]);
  });

  it("runs, and something happens where its scope looks", () => {
    const simulation = make(netlistOf(parts, nets), { timeStep: automaticStep(parts) });
    const net = nets.of(scopes[0]!.part, scopes[0]!.pin!)!;
    const seen: number[] = [];
    simulation.run(4000, () => seen.push(simulation.voltage(net)));
    expect(simulation.problem).toBeNull();
    expect(Math.max(...seen) - Math.min(...seen)).toBeGreaterThan(0.01);
  });
});
