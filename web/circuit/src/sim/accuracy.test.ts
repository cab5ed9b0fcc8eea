// What a scope reads with the time step left to the page, compared with ngspice: circuits that a step of 5 µs alone gets wrong.

import { expect, test } from "vitest";
import { Scope } from "../view/scope";
import { make } from "./index";
import { automaticStep } from "./sampling";
import { Build } from "./testing/build";
import { expectSame, theirs, type Compared } from "./testing/compare";
import type { Reading } from "./testing/measure";

type Circuit = (build: Build) => Compared & { probe: { net: number } };

const circuits: Record<string, Circuit> = {
  "series resonance at 10 kHz with a Q of 31": (b) => {
    const [middle, out] = [b.net(), b.net()];
    b.resistor(b.sine(1, 10e3), middle, 20.3);
    b.inductor(middle, out, 10e-3);
    b.capacitor(out, 0, 25.33e-9);
    return { probe: { net: out }, step: 2e-7, until: 12e-3, from: 10e-3, what: ["peakToPeak", "frequency"] };
  },
  "parallel resonance at 20 kHz": (b) => {
    const out = b.net();
    b.resistor(b.sine(2, 20e3), out, 10e3);
    b.inductor(out, 0, 1e-3);
    b.capacitor(out, 0, 63.3e-9);
    return { probe: { net: out }, step: 1e-7, until: 12e-3, from: 10e-3, what: ["peakToPeak", "frequency"] };
  },
  "a tank that rings at 30 kHz": (b) => {
    const out = b.net();
    b.inductor(out, 0, 1e-3);
    b.capacitor(out, 0, 28e-9, 5);
    b.resistor(out, 0, 20e3);
    return { probe: { net: out }, step: 1e-7, until: 1e-3, from: 5e-4, what: ["frequency"] };
  },
  "an envelope detector at 20 kHz": (b) => {
    const out = b.net();
    b.diode(b.sine(5, 20e3), out);
    b.capacitor(out, 0, 100e-9);
    b.resistor(out, 0, 1e3);
    return { probe: { net: out }, step: 1e-7, until: 4e-3, from: 3e-3, what: ["max", "min", "average", "peakToPeak"] };
  },
  "a half-wave rectifier at 50 kHz": (b) => {
    const out = b.net();
    b.diode(b.sine(10, 50e3), out);
    b.capacitor(out, 0, 1e-6);
    b.resistor(out, 0, 100);
    return { probe: { net: out }, step: 5e-8, until: 2e-3, from: 1.5e-3, what: ["max", "average", "peakToPeak"] };
  },
  "a voltage doubler at 25 kHz": (b) => {
    const [pumped, out] = [b.net(), b.net()];
    b.capacitor(b.sine(5, 25e3), pumped, 1e-6);
    b.diode(0, pumped);
    b.diode(pumped, out);
    b.capacitor(out, 0, 1e-6);
    b.resistor(out, 0, 10e3);
    return { probe: { net: out }, step: 1e-7, until: 3e-3, from: 2.5e-3, what: ["max", "average"] };
  },
  "a bridge rectifier at 400 Hz": (b) => {
    const [high, low, plus] = [b.net(), b.net(), b.net()];
    b.part("ac-source", { minus: low, plus: high }, { amplitude: 12, frequency: 400, offset: 0, phase: 0 });
    b.diode(high, plus);
    b.diode(low, plus);
    b.diode(0, high);
    b.diode(0, low);
    b.capacitor(plus, 0, 10e-6);
    b.resistor(plus, 0, 470);
    return { probe: { net: plus }, step: 1e-6, until: 0.03, from: 0.02, what: ["max", "average", "peakToPeak"] };
  },
  "a clipper at 30 kHz": (b) => {
    const out = b.net();
    b.resistor(b.sine(5, 30e3), out, 1e3);
    b.diode(out, b.rail(2));
    b.diode(b.rail(-1), out);
    return { probe: { net: out }, step: 1e-7, until: 1e-3, from: 5e-4, what: ["max", "min", "average"] };
  },
  "a triangle generator": (b) => {
    const [plus, square, minus, triangle] = [b.net(), b.net(), b.net(), b.net()];
    b.part("opamp", { minus: 0, plus, out: square });
    b.part("opamp", { minus, plus: 0, out: triangle });
    b.resistor(triangle, plus, 10e3);
    b.resistor(plus, square, 20e3);
    b.resistor(square, minus, 10e3);
    b.capacitor(minus, triangle, 1e-9, 0.2);
    return {
      probe: { net: triangle },
      step: 1e-8,
      until: 1e-3,
      from: 2e-4,
      what: ["frequency", "peakToPeak", "average"],
    };
  },
  "a relaxation oscillator with an op-amp": (b) => {
    const [minus, plus] = [b.net(), b.net()];
    const out = b.opamp("opamp", minus, plus);
    b.resistor(out, minus, 10e3);
    b.capacitor(minus, 0, 2e-9, 0.1);
    b.resistor(out, plus, 10e3);
    b.resistor(plus, 0, 10e3);
    return { probe: { net: minus }, step: 2e-8, until: 2e-3, from: 5e-4, what: ["frequency", "peakToPeak"] };
  },
  "a buck converter at 50 kHz": (b) => {
    const [node, out] = [b.net(), b.net()];
    const gate = b.post("square-rail", { high: 12, low: 0, frequency: 50e3, duty: 60, phase: 0 });
    b.mosfet("pmos", gate, node, b.rail(12));
    b.diode(0, node);
    b.inductor(node, out, 220e-6);
    b.capacitor(out, 0, 10e-6);
    b.resistor(out, 0, 5);
    return { probe: { net: out }, step: 2e-8, until: 4e-3, from: 3.5e-3, what: ["peakToPeak", "average"] };
  },
  "a boost converter at 20 kHz": (b) => {
    const [node, out] = [b.net(), b.net()];
    const gate = b.square(10, 0, 20e3);
    b.inductor(b.rail(5), node, 470e-6);
    b.mosfet("nmos", gate, node, 0);
    b.diode(node, out);
    b.capacitor(out, 0, 22e-6);
    b.resistor(out, 0, 100);
    return { probe: { net: out }, step: 5e-8, until: 20e-3, from: 18e-3, what: ["peakToPeak", "average"] };
  },
  "a low pass at 40 kHz": (b) => {
    const out = b.net();
    b.resistor(b.sine(3, 40e3), out, 1e3);
    b.capacitor(out, 0, 10e-9);
    return { probe: { net: out }, step: 1e-7, until: 1e-3, from: 5e-4, what: ["peakToPeak", "frequency"] };
  },
  "a high pass driven by a square wave of 10 kHz": (b) => {
    const out = b.net();
    b.capacitor(b.square(5, 0, 10e3), out, 1e-9);
    b.resistor(out, 0, 10e3);
    return { probe: { net: out }, step: 5e-8, until: 2e-3, from: 1e-3, what: ["max", "min", "frequency"] };
  },
  "a ladder of two low passes at a square wave of 25 kHz": (b) => {
    const [middle, out] = [b.net(), b.net()];
    b.resistor(b.square(5, 0, 25e3), middle, 1e3);
    b.capacitor(middle, 0, 4.7e-9);
    b.resistor(middle, out, 2.2e3);
    b.capacitor(out, 0, 2.2e-9);
    return { probe: { net: out }, step: 5e-8, until: 1e-3, from: 5e-4, what: ["peakToPeak", "average", "frequency"] };
  },
  "a band pass with an op-amp at 15 kHz": (b) => {
    const [input, minus] = [b.net(), b.net()];
    const out = b.opamp("opamp", minus, 0);
    b.resistor(b.sine(0.5, 15e3), input, 10e3);
    b.resistor(input, 0, 330);
    b.capacitor(input, minus, 3.3e-9);
    b.capacitor(input, out, 3.3e-9);
    b.resistor(minus, out, 33e3);
    return { probe: { net: out }, step: 1e-7, until: 3e-3, from: 2.5e-3, what: ["peakToPeak", "frequency"] };
  },
  "an integrator of a square wave of 20 kHz": (b) => {
    const minus = b.net();
    const out = b.opamp("opamp", minus, 0);
    b.resistor(b.square(1, -1, 20e3), minus, 10e3);
    b.capacitor(minus, out, 1e-9);
    b.resistor(minus, out, 100e3);
    return { probe: { net: out }, step: 5e-8, until: 2e-3, from: 1.5e-3, what: ["peakToPeak", "frequency"] };
  },
  "a precision rectifier at 5 kHz": (b) => {
    const [minus, inner] = [b.net(), b.net()];
    b.part("opamp", { minus, plus: b.sine(2, 5e3), out: inner });
    b.diode(inner, minus);
    b.resistor(minus, 0, 1e3);
    return { probe: { net: minus }, step: 2e-8, until: 1.2e-3, from: 4e-4, what: ["max", "average"] };
  },
  "a 555 at 20 kHz": (b) => {
    const [dis, thr, out, ctl] = [b.net(), b.net(), b.net(), b.net()];
    const supply = b.rail(5);
    b.part("timer-555", { dis, thr, trig: thr, vcc: supply, rst: supply, out, ctl, gnd: 0 });
    b.resistor(supply, dis, 1e3);
    b.resistor(dis, thr, 3.1e3);
    b.capacitor(thr, 0, 10e-9);
    return { probe: { net: out }, step: 5e-8, until: 5e-3, from: 1e-3, what: ["frequency", "duty", "max"] };
  },
  "an astable multivibrator of two transistors": (b) => {
    const supply = b.rail(5);
    const [base1, base2, collector1, collector2] = [b.net(), b.net(), b.net(), b.net()];
    b.resistor(supply, collector1, 1e3);
    b.resistor(supply, collector2, 1e3);
    b.resistor(supply, base1, 47e3);
    b.resistor(supply, base2, 47e3);
    b.capacitor(collector1, base2, 1e-9, -0.6);
    b.capacitor(collector2, base1, 1e-9, 4.3);
    // Without these the circuit would jump in no time at all, for which ngspice has no solution.
    for (const net of [base1, base2, collector1, collector2]) b.capacitor(net, 0, 20e-12);
    b.bipolar("npn", base1, collector1, 0);
    b.bipolar("npn", base2, collector2, 0);
    return { probe: { net: collector2 }, step: 2e-8, until: 3e-3, from: 1e-3, what: ["frequency", "max", "min"] };
  },
  "a Colpitts oscillator": (b) => {
    const supply = b.rail(9);
    const [base, collector, emitter] = [b.net(), b.net(), b.net()];
    b.resistor(supply, base, 22e3);
    b.resistor(base, 0, 10e3);
    b.capacitor(base, 0, 1e-6, 2.8);
    b.inductor(supply, collector, 1e-3);
    b.capacitor(collector, emitter, 22e-9);
    b.capacitor(emitter, 0, 100e-9);
    b.resistor(emitter, 0, 1.5e3);
    b.bipolar("npn", base, collector, emitter);
    return { probe: { net: collector }, step: 5e-8, until: 6e-3, from: 5e-3, what: ["frequency", "peakToPeak"] };
  },
  "a charge pump of a clock and gates": (b) => {
    const [pumped, out] = [b.net(), b.net()];
    const clock = b.post("clock", { high: 5, low: 0, frequency: 10e3, duty: 50 });
    b.capacitor(clock, pumped, 1e-7);
    b.diode(b.rail(5), pumped);
    b.diode(pumped, out);
    b.capacitor(out, 0, 1e-6);
    b.resistor(out, 0, 10e3);
    return { probe: { net: out }, step: 1e-7, until: 20e-3, from: 18e-3, what: ["max", "average", "peakToPeak"] };
  },
};

test.each(Object.entries(circuits))("%s", (_, circuit) => {
  const build = new Build();
  const compared = circuit(build);
  expectSame(compared.what, ours(build, compared), theirs(build, compared));
});

/** As the page does it: a scope samples, and sees the extremes in between. */
function ours(build: Build, { probe, until, from = 0 }: ReturnType<Circuit>): Partial<Reading> {
  const timeStep = automaticStep(build.parts);
  const simulation = make(build.netlist(), { timeStep });
  simulation.run(Math.round(from / timeStep));
  const scope = new Scope(timeStep);
  let [min, max] = [Infinity, -Infinity];
  const look = (): void => {
    const volts = simulation.voltage(probe.net);
    min = Math.min(min, volts);
    max = Math.max(max, volts);
  };
  const sample = (): void => {
    look();
    scope.sample(simulation.voltage(probe.net), min, max);
    [min, max] = [Infinity, -Infinity];
  };
  simulation.run(Math.round((until - from) / timeStep), sample, look);
  expect(simulation.problem).toBeNull();
  expect(simulation.warning).toBeNull();
  const { frequency, duty, peakToPeak, max: most, min: least, average } = scope.measurements();
  const known = { frequency, duty, peakToPeak, max: most, min: least, average };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)) as Partial<Reading>;
}
