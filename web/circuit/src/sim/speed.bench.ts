// How long a thousand time steps take: `npx vitest bench --run`.

import { bench } from "vitest";
import { make } from "./index";
import { Build } from "./testing/build";

const circuits: Record<string, (b: Build) => void> = {
  "a linear ladder of ten nets": (b) => {
    let at = b.sine(5, 1000);
    for (let i = 0; i < 10; i++) {
      const next = b.net();
      b.resistor(at, next, 1e3);
      b.capacitor(next, 0, 1e-8);
      at = next;
    }
  },
  "a transistor amplifier": (b) => {
    const [base, collector, emitter, supply] = [b.net(), b.net(), b.net(), b.rail(12)];
    b.resistor(supply, base, 47e3);
    b.resistor(base, 0, 10e3);
    b.resistor(supply, collector, 3.3e3);
    b.resistor(emitter, 0, 1e3);
    b.bipolar("npn", base, collector, emitter);
    b.capacitor(b.sine(0.01, 10e3), base, 1e-6);
    b.capacitor(emitter, 0, 100e-6);
  },
  "a ripple counter of eight": (b) => {
    const high = b.rail(5);
    let clk = b.post("clock", { high: 5, low: 0, frequency: 1000, duty: 50 });
    for (let i = 0; i < 8; i++) {
      const q = b.net();
      b.part("jk-flip-flop", { j: high, k: high, clk, q, nq: b.net() });
      clk = q;
    }
  },
};

for (const [name, wire] of Object.entries(circuits)) {
  const build = new Build();
  wire(build);
  const simulation = make(build.netlist(), { timeStep: 5e-6 });
  bench(name, () => simulation.run(1000));
}
