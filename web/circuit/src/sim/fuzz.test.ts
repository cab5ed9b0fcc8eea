// Circuits drawn at random, joined in every way: the simulator may tell of a problem, but never throws, never loops and never
// gives a voltage or a current that is not a number.

import { expect, test } from "vitest";
import { KINDS, type Kind } from "../model/catalogue";
import { make } from "./index";
import type { NetPart, Netlist, ParamValue } from "./types";

/** Numbers that come again for every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const DRIVERS = KINDS.filter(
  ({ kind, shape }) => /opamp|rail|source|clock|logic-input|not/.test(kind) || shape === "gate" || kind === "counter",
);

function netlistOf(seed: number, kinds: readonly Kind[]): Netlist {
  const next = random(seed);
  const below = (count: number): number => Math.floor(next() * count);
  const nets = 2 + below(7);
  const parts: NetPart[] = Array.from({ length: 2 + below(12) }, (_, i) => {
    const kind = kinds[below(kinds.length)]!;
    const names = kind.pins.flatMap((pin) =>
      pin === "in1…inN" ? ["in1", "in2"] : typeof pin === "string" ? pin : pin.name,
    );
    const params: Record<string, ParamValue> = {};
    for (const { key, min, max, default: usual, choices } of kind.params) {
      if (choices) params[key] = choices[below(choices.length)]!;
      else if (typeof usual === "boolean") params[key] = next() < 0.5;
      else if (typeof usual === "number" && key !== "inputs" && next() < 0.3) {
        const extreme = [min ?? -1e6, max ?? 1e6, usual * 1e3, usual / 1e3, 0][below(5)]!;
        params[key] = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, extreme));
      }
    }
    const pins = Object.fromEntries(names.map((name) => [name, kind.kind === "ground" ? 0 : below(nets)]));
    return { id: i + 1, kind: kind.kind, params, pins };
  }).filter(({ kind }) => kind !== "wire" && kind !== "text");
  return { nets, parts };
}

function expectSound(netlist: Netlist, seed: number): string | null {
  const simulation = make(netlist, { timeStep: 5e-6 });
  for (let i = 0; i < 8; i++) simulation.run(1);
  const told = `seed ${seed}: ${JSON.stringify(netlist)}`;
  for (const { id, pins } of netlist.parts) {
    for (const [pin, net] of Object.entries(pins)) {
      if (simulation.problem === null) expect(simulation.voltage(net), told).toSatisfy(Number.isFinite);
      expect(simulation.current(id, pin), told).not.toBeNaN();
    }
  }
  for (const values of simulation.memory().values()) expect((values as number[]).some(Number.isNaN), told).toBe(false);
  return simulation.problem;
}

test("outputs, rails and sources in every combination", () => {
  const problems = new Set<string>();
  for (let seed = 1; seed <= 1500; seed++) problems.add(expectSound(netlistOf(seed, DRIVERS), seed) ?? "");
  // Problems are told, and some circuits have none.
  expect(problems.size).toBeGreaterThan(3);
  expect(problems).toContain("");
});

test("all parts in every combination", () => {
  for (let seed = 1; seed <= 800; seed++) expectSound(netlistOf(seed + 10_000, KINDS), seed);
});
