// The circuits of logic-cases, which Rust's graders must satisfy as well, and what only a running simulation shows.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { make } from "./index";
import type { NetPart, Simulation } from "./types";

interface LogicCase {
  about: string;
  nets: number;
  parts: NetPart[];
  inputs: Record<string, number>;
  outputs: Record<string, number>;
  table?: { in: Record<string, number>; out: Record<string, number> }[];
  sequence?: { set: Record<string, number>; out: Record<string, number> }[];
}

const folder = new URL("../../logic-cases/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

test("there are cases", () => expect(files.length).toBeGreaterThan(20));

describe.each(files)("%s", (name) => {
  const read = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as LogicCase;
  const rows = read.table?.map((row) => ({ set: row.in, out: row.out })) ?? read.sequence!;

  test(read.about, () => {
    const simulation = make(read, { timeStep: 5e-6 });
    for (const [i, row] of rows.entries()) {
      // One after the other, as a user would.
      for (const [input, state] of Object.entries(row.set)) {
        simulation.set(read.inputs[input]!, { state });
        simulation.run(1);
      }
      expect(simulation.problem).toBeNull();
      expect({ row: i, ...outputs(read, simulation) }).toEqual({ row: i, ...row.out });
    }
  });
});

function outputs(read: LogicCase, simulation: Simulation): Record<string, number> {
  return Object.fromEntries(
    Object.entries(read.outputs).map(([name, id]) => {
      const part = read.parts.find((part) => part.id === id)!;
      return [name, Number(simulation.voltage(part.pins["a"]!) > Number(part.params["threshold"]))];
    }),
  );
}
