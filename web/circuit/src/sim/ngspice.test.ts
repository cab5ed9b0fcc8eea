// Circuits that we and ngspice simulate, and must agree on.

import { describe, expect, test } from "vitest";
import { make } from "./index";
import { Build } from "./testing/build";
import { expectSame, theirs, type Compared } from "./testing/compare";
import { measure, type Trace } from "./testing/measure";
import type { Probe } from "./testing/spice";
import type { Netlist } from "./types";

type Circuit = (build: Build) => Compared;

const dc = (probe: Probe): Compared => ({ probe, step: 5e-6, until: 1e-3, what: ["last"] });

const linear: Record<string, Circuit> = {
  "a divider": (b) => {
    const [out, supply] = [b.net(), b.rail(12)];
    b.resistor(supply, out, 10e3);
    b.resistor(out, 0, 4.7e3);
    return dc({ net: out });
  },
  "the current of a source between two nets": (b) => {
    const [low, high] = [b.net(), b.net()];
    const source = b.part("dc-source", { minus: low, plus: high }, { voltage: 9 });
    b.resistor(high, 0, 1e3);
    b.resistor(low, 0, 2.2e3);
    b.resistor(high, low, 470);
    return dc({ source });
  },
  "a Wheatstone bridge with a galvanometer": (b) => {
    const [top, left, right] = [b.net(), b.net(), b.net()];
    b.part("dc-source", { minus: 0, plus: top }, { voltage: 10 });
    b.resistor(top, left, 1e3);
    b.resistor(top, right, 2.2e3);
    b.resistor(left, 0, 3.3e3);
    b.resistor(right, 0, 4.7e3);
    b.resistor(left, right, 50);
    return dc({ net: left });
  },
  "an R-2R ladder": (b) => {
    const nodes = [b.net(), b.net(), b.net(), b.net()];
    const supply = b.rail(5);
    b.resistor(nodes[0]!, 0, 20e3);
    nodes.forEach((node, i) => {
      b.resistor(node, i % 2 ? supply : 0, 20e3);
      if (i > 0) b.resistor(nodes[i - 1]!, node, 10e3);
    });
    return dc({ net: nodes[3]! });
  },
  "two sources with a closed and an open switch": (b) => {
    const [out, first, second] = [b.net(), b.net(), b.net()];
    b.resistor(b.rail(5), first, 1e3);
    b.resistor(b.rail(-3), second, 1e3);
    b.part("switch", { a: first, b: out }, { closed: true });
    b.part("switch", { a: second, b: out }, { closed: false });
    b.resistor(out, 0, 2e3);
    return dc({ net: out });
  },
  "RC charging": (b) => {
    const out = b.net();
    b.resistor(b.rail(5), out, 1e3);
    b.capacitor(out, 0, 1e-6, 1);
    return { probe: { net: out }, step: 5e-6, until: 1.5e-3, what: ["last", "average"] };
  },
  "RC driven by a square wave": (b) => {
    const out = b.net();
    b.resistor(b.square(5, 0, 1000), out, 1e3);
    b.capacitor(out, 0, 2e-7);
    return { probe: { net: out }, step: 1e-6, until: 10e-3, from: 5e-3, what: ["peakToPeak", "frequency", "average"] };
  },
  "RL with a start current": (b) => {
    const out = b.net();
    b.resistor(b.rail(10), out, 100);
    b.inductor(out, 0, 0.05, 0.02);
    return { probe: { net: out }, step: 2e-6, until: 1e-3, what: ["last", "average", "max"] };
  },
  "RLC underdamped": (b) => {
    const [middle, out] = [b.net(), b.net()];
    b.resistor(b.rail(5), middle, 10);
    b.inductor(middle, out, 0.01);
    b.capacitor(out, 0, 1e-6);
    return { probe: { net: out }, step: 2e-6, until: 3e-3, from: 2e-4, what: ["max", "min", "frequency", "average"] };
  },
  "RLC overdamped": (b) => {
    const [middle, out] = [b.net(), b.net()];
    b.resistor(b.rail(5), middle, 1000);
    b.inductor(middle, out, 0.01);
    b.capacitor(out, 0, 1e-6);
    return { probe: { net: out }, step: 2e-6, until: 2e-3, what: ["last", "average"] };
  },
  "a band pass driven by a sine": (b) => {
    const [middle, out] = [b.net(), b.net()];
    b.capacitor(b.sine(2, 1000, 1), middle, 1e-7);
    b.resistor(middle, 0, 2e3);
    b.resistor(middle, out, 2e3);
    b.capacitor(out, 0, 5e-8);
    return { probe: { net: out }, step: 2e-6, until: 12e-3, from: 6e-3, what: ["peakToPeak", "frequency"] };
  },
};

const junctions: Record<string, Circuit> = {
  "a diode's forward voltage": (b) => {
    const out = b.net();
    b.resistor(b.rail(5), out, 1e3);
    b.diode(out, 0);
    return dc({ net: out });
  },
  "a diode clipper": (b) => {
    const out = b.net();
    b.resistor(b.sine(5, 500), out, 1e3);
    b.diode(out, b.rail(2));
    b.diode(b.rail(-1), out);
    return { probe: { net: out }, step: 5e-6, until: 10e-3, from: 4e-3, what: ["max", "min", "average"] };
  },
  "a half-wave rectifier": (b) => {
    const out = b.net();
    b.diode(b.sine(10, 50), out);
    b.capacitor(out, 0, 47e-6);
    b.resistor(out, 0, 1e3);
    return { probe: { net: out }, step: 20e-6, until: 0.2, from: 0.1, what: ["max", "peakToPeak", "average"] };
  },
  "a bridge rectifier": (b) => {
    const [high, low, plus, minus] = [b.net(), b.net(), b.net(), 0];
    b.part("ac-source", { minus: low, plus: high }, { amplitude: 12, frequency: 50, offset: 0, phase: 30 });
    b.diode(high, plus);
    b.diode(low, plus);
    b.diode(minus, high);
    b.diode(minus, low);
    b.capacitor(plus, 0, 100e-6);
    b.resistor(plus, 0, 470);
    return {
      probe: { net: plus },
      step: 20e-6,
      until: 0.2,
      from: 0.1,
      what: ["max", "peakToPeak", "average", "frequency"],
    };
  },
  "a LED and its resistor": (b) => {
    const out = b.net();
    b.resistor(b.rail(5), out, 220);
    b.part("led", { anode: out, cathode: 0 });
    return dc({ net: out });
  },
  "an inductor's current caught by a diode": (b) => {
    const [out, end] = [b.net(), b.net()];
    const drive = b.square(5, 0, 1000);
    b.diode(drive, out);
    b.diode(0, out);
    b.inductor(out, end, 5e-3);
    b.resistor(end, 0, 20);
    return { probe: { net: end }, step: 1e-6, until: 10e-3, from: 5e-3, what: ["max", "min", "average"] };
  },
};

const transistors: Record<string, Circuit> = {
  "a biased NPN": (b) => {
    const [base, collector, emitter] = [b.net(), b.net(), b.net()];
    const supply = b.rail(12);
    b.resistor(supply, base, 47e3);
    b.resistor(base, 0, 10e3);
    b.resistor(supply, collector, 3.3e3);
    b.resistor(emitter, 0, 1e3);
    b.bipolar("npn", base, collector, emitter);
    return dc({ net: collector });
  },
  "a saturated NPN switch": (b) => {
    const [base, collector] = [b.net(), b.net()];
    b.resistor(b.rail(5), base, 4.7e3);
    b.resistor(b.rail(5), collector, 1e3);
    b.bipolar("npn", base, collector, 0);
    return dc({ net: collector });
  },
  "a biased PNP": (b) => {
    const [base, collector, emitter] = [b.net(), b.net(), b.net()];
    const supply = b.rail(9);
    b.resistor(supply, base, 10e3);
    b.resistor(base, 0, 33e3);
    b.resistor(supply, emitter, 470);
    b.resistor(collector, 0, 1e3);
    b.bipolar("pnp", base, collector, emitter);
    return dc({ net: collector });
  },
  "a common emitter amplifier": (b) => {
    const [base, collector, emitter, out] = [b.net(), b.net(), b.net(), b.net()];
    const supply = b.rail(12);
    b.resistor(supply, base, 47e3);
    b.resistor(base, 0, 10e3);
    b.resistor(supply, collector, 3.3e3);
    b.resistor(emitter, 0, 1e3);
    b.bipolar("npn", base, collector, emitter);
    b.capacitor(b.sine(0.01, 10e3), base, 1e-6, -2);
    b.capacitor(emitter, 0, 1e-6, 1.3);
    b.capacitor(collector, out, 1e-7, 7);
    b.resistor(out, 0, 10e3);
    return { probe: { net: out }, step: 1e-6, until: 0.04, from: 0.0396, what: ["peakToPeak", "frequency"] };
  },
  "an emitter follower": (b) => {
    const emitter = b.net();
    b.bipolar("npn", b.sine(2, 1000, 4), b.rail(10), emitter);
    b.resistor(emitter, 0, 1e3);
    return { probe: { net: emitter }, step: 2e-6, until: 4e-3, what: ["max", "min", "average"] };
  },
  "a differential pair with a current mirror": (b) => {
    const [tail, left, out, mirror] = [b.net(), b.net(), b.net(), b.net()];
    const [supply, below] = [b.rail(10), b.rail(-10)];
    b.bipolar("npn", b.sine(1e-3, 1000), left, tail);
    b.bipolar("npn", 0, out, tail);
    b.resistor(supply, left, 10e3);
    b.resistor(supply, out, 10e3);
    b.bipolar("npn", mirror, mirror, below);
    b.bipolar("npn", mirror, tail, below);
    b.resistor(supply, mirror, 19e3);
    return { probe: { net: out }, step: 5e-6, until: 4e-3, what: ["peakToPeak", "average", "frequency"] };
  },
  "an NMOS common source stage": (b) => {
    const drain = b.net();
    b.mosfet("nmos", b.sine(0.1, 1000, 1.9), drain, 0);
    b.resistor(b.rail(10), drain, 2.2e3);
    return { probe: { net: drain }, step: 5e-6, until: 4e-3, what: ["max", "min", "average"] };
  },
  "an NMOS switch": (b) => {
    const drain = b.net();
    b.mosfet("nmos", b.rail(5), drain, 0);
    b.resistor(b.rail(12), drain, 100);
    return dc({ net: drain });
  },
  "a PMOS switch into a capacitor": (b) => {
    const drain = b.net();
    b.mosfet("pmos", b.square(5, 0, 500), drain, b.rail(5));
    b.resistor(drain, 0, 1e3);
    b.capacitor(drain, 0, 2e-7);
    return { probe: { net: drain }, step: 1e-6, until: 8e-3, from: 4e-3, what: ["max", "average", "frequency"] };
  },
  "a CMOS inverter between its levels": (b) => {
    const out = b.net();
    const input = b.sine(2.5, 200, 2.5);
    b.mosfet("nmos", input, out, 0);
    b.mosfet("pmos", input, out, b.rail(5));
    b.resistor(out, 0, 10e3);
    return {
      probe: { net: out },
      step: 2e-6,
      until: 15e-3,
      from: 5e-3,
      what: ["max", "peakToPeak", "average", "frequency"],
    };
  },
};

const chips: Record<string, Circuit> = {
  "an inverting amplifier": (b) => {
    const minus = b.net();
    const out = b.opamp("opamp-ideal", minus, 0);
    b.resistor(b.sine(1, 1000), minus, 1e3);
    b.resistor(minus, out, 4.7e3);
    return { probe: { net: out }, step: 5e-6, until: 4e-3, what: ["peakToPeak", "frequency"] };
  },
  "a summing amplifier": (b) => {
    const minus = b.net();
    const out = b.opamp("opamp-ideal", minus, 0);
    b.resistor(b.rail(1.5), minus, 2e3);
    b.resistor(b.rail(-3), minus, 5e3);
    b.resistor(minus, out, 10e3);
    return dc({ net: out });
  },
  "an integrator": (b) => {
    const minus = b.net();
    const out = b.opamp("opamp", minus, 0);
    b.resistor(b.square(1, -1, 1000), minus, 10e3);
    b.capacitor(minus, out, 1e-8);
    b.resistor(minus, out, 1e6);
    return { probe: { net: out }, step: 1e-6, until: 8e-3, from: 4e-3, what: ["peakToPeak", "frequency"] };
  },
  "an amplifier clipped at its rails": (b) => {
    const minus = b.net();
    const out = b.opamp("opamp-ideal", minus, 0, { gain: 1e5, maxOutput: 10, minOutput: -8 });
    b.resistor(b.sine(2, 500), minus, 1e3);
    b.resistor(minus, out, 10e3);
    return { probe: { net: out }, step: 5e-6, until: 8e-3, what: ["max", "min", "average"] };
  },
  "a Schmitt trigger": (b) => {
    const plus = b.net();
    const out = b.opamp("opamp", b.sine(6, 200, 0.5), plus);
    b.resistor(plus, 0, 10e3);
    b.resistor(plus, out, 20e3);
    return { probe: { net: out }, step: 1e-6, until: 25e-3, from: 5e-3, what: ["max", "min", "frequency", "duty"] };
  },
  "an amplifier at the end of its bandwidth": (b) => {
    const minus = b.net();
    const out = b.opamp("opamp", minus, b.sine(0.1, 50e3));
    b.resistor(minus, 0, 1e3);
    b.resistor(minus, out, 19e3);
    return { probe: { net: out }, step: 1e-7, until: 2e-4, from: 1e-4, what: ["peakToPeak", "frequency"] };
  },
  "a 555 as an oscillator": (b) => {
    const [discharge, threshold, out, control] = [b.net(), b.net(), b.net(), b.net()];
    const supply = b.rail(5);
    timer(b, { dis: discharge, thr: threshold, trig: threshold, vcc: supply, rst: supply, out, ctl: control });
    b.resistor(supply, discharge, 10e3);
    b.resistor(discharge, threshold, 22e3);
    b.capacitor(threshold, 0, 1e-7);
    return { probe: { net: out }, step: 5e-6, until: 60e-3, from: 10e-3, what: ["max", "frequency", "duty"] };
  },
  "a 555 that gives one pulse when triggered": (b) => {
    const [capacitor, out, control] = [b.net(), b.net(), b.net()];
    const supply = b.rail(5);
    const trigger = b.post("square-rail", { high: 5, low: 0, frequency: 100, duty: 97, phase: 0 });
    timer(b, { dis: capacitor, thr: capacitor, trig: trigger, vcc: supply, rst: supply, out, ctl: control });
    b.resistor(supply, capacitor, 33e3);
    b.capacitor(capacitor, 0, 1e-7);
    return { probe: { net: out }, step: 5e-6, until: 60e-3, from: 15e-3, what: ["max", "frequency", "duty"] };
  },
  "a Wien oscillator": (b) => {
    const [series, plus, minus, middle] = [b.net(), b.net(), b.net(), b.net()];
    const out = b.opamp("opamp", minus, plus);
    b.resistor(out, series, 10e3);
    b.capacitor(series, plus, 1e-8);
    b.resistor(plus, 0, 10e3);
    b.capacitor(plus, 0, 1e-8, 0.1);
    b.resistor(minus, 0, 10e3);
    b.resistor(minus, middle, 12e3);
    b.resistor(middle, out, 10e3);
    b.diode(middle, out);
    b.diode(out, middle);
    return { probe: { net: out }, step: 2e-6, until: 0.1, from: 0.08, what: ["peakToPeak", "frequency"] };
  },
};

const more: Record<string, Circuit> = {
  "a current source into resistors": (b) => {
    const [top, out] = [b.net(), b.net()];
    b.part("current-source", { a: 0, b: top }, { current: 5e-3 });
    b.resistor(top, out, 1e3);
    b.resistor(out, 0, 470);
    b.resistor(top, 0, 2.2e3);
    return dc({ net: out });
  },
  "a current source that charges a capacitor": (b) => {
    const top = b.net();
    b.part("current-source", { a: 0, b: top }, { current: 1e-3 });
    b.capacitor(top, 0, 1e-6);
    return { probe: { net: top }, step: 5e-6, until: 2e-3, what: ["last"] };
  },
  "a Zener regulator": (b) => {
    const out = b.net();
    b.resistor(b.rail(12), out, 470);
    b.part("zener", { anode: 0, cathode: out }, { breakdown: 5.6 });
    b.resistor(out, 0, 1e3);
    return dc({ net: out });
  },
  "a Zener clipper": (b) => {
    const [out, middle] = [b.net(), b.net()];
    b.resistor(b.sine(12, 500), out, 1e3);
    b.part("zener", { anode: middle, cathode: out }, { breakdown: 4.7 });
    b.part("zener", { anode: middle, cathode: 0 }, { breakdown: 3.3 });
    return { probe: { net: out }, step: 5e-6, until: 10e-3, from: 4e-3, what: ["max", "min", "average"] };
  },
  "a potentiometer with a load": (b) => {
    const wiper = b.net();
    b.part("potentiometer", { a: b.rail(10), b: 0, wiper }, { resistance: 10e3, position: 30 });
    b.resistor(wiper, 0, 4.7e3);
    return dc({ net: wiper });
  },
  "a bridge with an ammeter and a voltmeter": (b) => {
    const [top, left, right] = [b.rail(10), b.net(), b.net()];
    b.resistor(top, left, 1e3);
    b.resistor(top, right, 2.2e3);
    b.resistor(left, 0, 3.3e3);
    b.resistor(right, 0, 4.7e3);
    b.part("ammeter", { a: left, b: right });
    b.part("voltmeter", { plus: left, minus: 0 });
    return dc({ net: left });
  },
  "a transformer with a load": (b) => {
    const [top, out] = [b.net(), b.net()];
    b.resistor(b.sine(10, 1000), top, 50);
    b.part("transformer", { p1: top, p2: 0, s1: out, s2: 0 }, { inductance: 0.1, ratio: 2, coupling: 0.98 });
    b.resistor(out, 0, 1e3);
    return { probe: { net: out }, step: 2e-6, until: 12e-3, from: 8e-3, what: ["peakToPeak", "frequency"] };
  },
  "a transformer and a rectifier": (b) => {
    const [high, low, plus] = [b.net(), b.net(), b.net()];
    const mains = b.sine(100, 50);
    b.part("transformer", { p1: mains, p2: 0, s1: high, s2: low }, { inductance: 2, ratio: 0.1, coupling: 0.999 });
    b.diode(high, plus);
    b.diode(low, plus);
    b.diode(0, high);
    b.diode(0, low);
    b.capacitor(plus, 0, 100e-6);
    b.resistor(plus, 0, 470);
    return { probe: { net: plus }, step: 20e-6, until: 0.2, from: 0.1, what: ["max", "average"] };
  },
  "a JFET that biases itself": (b) => {
    const [drain, source] = [b.net(), b.net()];
    b.part("njfet", { gate: 0, drain, source });
    b.resistor(b.rail(15), drain, 1e3);
    b.resistor(source, 0, 470);
    return dc({ net: drain });
  },
  "a JFET amplifier": (b) => {
    const [gate, drain, source] = [b.net(), b.net(), b.net()];
    b.capacitor(b.sine(0.2, 1000), gate, 1e-6);
    b.resistor(gate, 0, 1e6);
    b.part("njfet", { gate, drain, source });
    b.resistor(b.rail(15), drain, 1e3);
    b.resistor(source, 0, 470);
    return { probe: { net: drain }, step: 5e-6, until: 10e-3, from: 5e-3, what: ["max", "min", "frequency"] };
  },
  "an SCR that a pulse turns on for the rest of a half wave": (b) => {
    const [top, gate] = [b.net(), b.net()];
    b.resistor(b.post("ac-rail", { amplitude: 20, frequency: 50, offset: 0, phase: 60 }), top, 100);
    b.resistor(b.post("square-rail", { high: 5, low: 0, frequency: 50, duty: 5, phase: 0 }), gate, 470);
    b.part("scr", { anode: top, gate, cathode: 0 });
    return { probe: { net: top }, step: 10e-6, until: 0.1, from: 0.02, what: ["max", "min", "average", "frequency"] };
  },
};

function timer(b: Build, pins: Record<string, number>): void {
  b.part("timer-555", { ...pins, gnd: 0 });
}

for (const [group, circuits] of Object.entries({ linear, junctions, transistors, chips, more })) {
  describe(group, () => {
    test.each(Object.entries(circuits))("%s", (_, circuit) => {
      const build = new Build();
      const compared = circuit(build);
      const { probe, step, until, from = 0 } = compared;
      expectSame(compared.what, measure(simulate(build.netlist(), probe, step, until), from), theirs(build, compared));
    });
  });
}

function simulate(netlist: Netlist, probe: Probe, step: number, until: number): Trace {
  const simulation = make(netlist, { timeStep: step });
  const trace: Trace = { times: [], values: [] };
  const sample = (): void => {
    trace.times.push(simulation.time);
    trace.values.push("net" in probe ? simulation.voltage(probe.net) : simulation.current(probe.source, "plus"));
  };
  sample();
  simulation.run(Math.round(until / step), sample);
  expect(simulation.problem).toBeNull();
  return trace;
}
