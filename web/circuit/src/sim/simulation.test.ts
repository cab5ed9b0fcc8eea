// What the editor relies on: problems, states kept over edits, changes while running, currents at every pin.

import { describe, expect, test } from "vitest";
import { kindOf, KINDS } from "../model/catalogue";
import { effort } from "./effort";
import { CLASH, JOINED, LOOP } from "./layout";
import { make } from "./index";
import { Build } from "./testing/build";
import type { NetPart, Simulation } from "./types";

const STEP = 5e-6;
const start = (b: Build, time?: number, memory?: ReadonlyMap<number, unknown>): Simulation =>
  make(b.netlist(), { timeStep: STEP }, time, memory);

describe("problems", () => {
  test("sources in a loop", () => {
    const b = new Build();
    const net = b.rail(5);
    b.part("dc-source", { minus: 0, plus: net }, { voltage: 9 });
    const simulation = start(b);
    simulation.run(10);
    expect(simulation.problem).toBe(LOOP);
    expect(simulation.time).toBe(0);
  });

  test("sources in a loop that ground does not touch", () => {
    const b = new Build();
    const [low, high] = [b.net(), b.net()];
    b.part("dc-source", { minus: low, plus: high }, { voltage: 9 });
    b.part("dc-source", { minus: low, plus: high }, { voltage: 5 });
    expect(start(b).problem).toBe(LOOP);
  });

  test("a source whose ends are joined", () => {
    const b = new Build();
    const net = b.net();
    b.part("dc-source", { minus: net, plus: net }, { voltage: 9 });
    expect(start(b).problem).toBe(LOOP);
  });

  test("equal sources side by side are none", () => {
    const b = new Build();
    const net = b.rail(5);
    b.part("dc-rail", { a: net }, { voltage: 5 });
    expect(start(b).problem).toBeNull();
  });

  test("two logic outputs on one net, as soon as they differ", () => {
    const b = new Build();
    const input = b.post("logic-input", { high: 5, low: 0, state: 0 });
    const out = b.gate("not", input);
    b.part("not", { in: 0, out }, { high: 5 });
    const simulation = start(b);
    simulation.run(3);
    expect(simulation.problem).toBeNull();
    simulation.set(1, { state: 1 });
    simulation.run(1);
    expect(simulation.problem).toBe(CLASH);
    simulation.set(1, { state: 0 });
    simulation.run(1);
    expect(simulation.problem).toBeNull();
  });

  test("an op-amp against a rail", () => {
    const b = new Build();
    b.part("opamp", { minus: 0, plus: 0, out: b.rail(5) });
    expect(start(b).problem).toBe(JOINED);
  });

  test.each(["dc-rail", "square-rail", "clock", "logic-input", "not", "counter", "opamp", "opamp-ideal"])(
    "an op-amp's output joined to a %s tells so, and every current can be asked for",
    (kind) => {
      const b = new Build();
      const out = b.opamp("opamp", b.net(), b.net());
      const pins = { a: out, in: b.net(), out, minus: b.net(), plus: b.net(), q0: out, q1: out, q2: out, q3: out };
      const names = pinNames(kind);
      b.part(kind, Object.fromEntries(names.map((name) => [name, pins[name as keyof typeof pins] ?? b.net()])));
      b.resistor(out, 0, 1e3);
      const simulation = start(b);
      simulation.run(3);
      expect(simulation.problem).toBe(JOINED);
      for (const { id, pins } of b.parts) {
        for (const pin of Object.keys(pins)) expect(simulation.current(id, pin)).toBe(0);
      }
    },
  );

  test.each(KINDS.map(({ kind }) => kind))("a lone %s is none", (kind) => {
    const b = new Build();
    const names = pinNames(kind);
    b.part(kind, Object.fromEntries(names.map((name) => [name, kind === "ground" ? 0 : b.net()])));
    const simulation = start(b);
    simulation.run(5);
    expect(simulation.problem).toBeNull();
    expect(simulation.time).toBeCloseTo(5 * STEP, 12);
    for (const name of names) expect(Math.abs(simulation.current(1, name))).toBeLessThan(1e-9);
    // Nothing drives what passes current only.
    if (/diode|zener|resistor|jfet|scr|meter/.test(kind)) {
      for (const net of b.parts.flatMap(({ pins }) => Object.values(pins)))
        expect(simulation.voltage(net)).toBeCloseTo(0, 6);
    }
  });
});

describe("memory", () => {
  test("a capacitor keeps its voltage, and time goes on", () => {
    const b = new Build();
    const [out, supply] = [b.net(), b.rail(5)];
    b.resistor(supply, out, 1e3);
    b.capacitor(out, 0, 1e-6);
    const before = start(b);
    before.run(200);
    b.resistor(supply, b.net(), 1e3);
    const after = start(b, before.time, before.memory());
    expect(after.time).toBe(before.time);
    expect(after.voltage(out)).toBeCloseTo(before.voltage(out), 6);
    after.run(200);
    expect(after.voltage(out)).toBeCloseTo(5 * (1 - Math.exp(-2)), 2);
  });

  test("an inductor keeps its current", () => {
    const b = new Build();
    const out = b.net();
    b.resistor(b.rail(5), out, 100);
    const inductor = b.inductor(out, 0, 0.1);
    const before = start(b);
    before.run(500);
    const after = start(b, before.time, before.memory());
    expect(after.current(inductor, "a")).toBeCloseTo(before.current(inductor, "a"), 6);
  });

  test("counters and latches of gates keep their states", () => {
    const b = new Build();
    const clk = b.post("logic-input", { high: 5, low: 0, state: 0 });
    const [q0, q1, q2, q3] = [b.net(), b.net(), b.net(), b.net()];
    b.part("counter", { clk, r: b.net(), q0, q1, q2, q3 });
    const [set, reset] = [0, 1].map((state) => b.post("logic-input", { high: 5, low: 0, state })) as [number, number];
    const [q, nq] = [b.net(), b.net()];
    b.part("nand", { in1: set, in2: nq, out: q }, { inputs: 2, high: 5 });
    b.part("nand", { in1: reset, in2: q, out: nq }, { inputs: 2, high: 5 });
    const before = start(b);
    for (const state of [1, 0, 1]) {
      before.set(1, { state });
      before.run(1);
    }
    before.set(3, { state: 1 });
    before.run(1);
    const after = make(
      { ...b.netlist(), parts: b.parts.map((part) => (part.id === 1 || part.id === 3 ? with1(part) : part)) },
      { timeStep: STEP },
      before.time,
      before.memory(),
    );
    after.run(3);
    expect([q3, q2, q1, q0, q, nq].map((net) => after.voltage(net))).toEqual([0, 0, 5, 0, 5, 0]);
  });

  test("a timer keeps its latch", () => {
    const b = new Build();
    const [thr, out, ctl, supply] = [b.net(), b.net(), b.net(), b.rail(5)];
    b.part("timer-555", { dis: b.net(), thr, trig: thr, vcc: supply, rst: b.net(), out, gnd: 0, ctl });
    b.resistor(out, thr, 10e3);
    b.capacitor(thr, 0, 1e-8);
    let simulation = start(b);
    const seen: boolean[] = [];
    // Every step between the two levels, where only the latch tells which way it goes, in a new simulation.
    for (let i = 0; i < 200; i++) {
      simulation.run(1);
      const between = simulation.voltage(thr) > 1.8 && simulation.voltage(thr) < 3.2;
      const high = simulation.voltage(out) > 2.5;
      simulation = start(b, simulation.time, simulation.memory());
      if (between) expect(simulation.voltage(out) > 2.5).toBe(high);
      if (between) seen.push(high);
    }
    expect(new Set(seen).size).toBe(2);
  });

  test("what is not memory is forgotten", () => {
    const b = new Build();
    const capacitor = b.capacitor(b.net(), 0, 1e-6, 2);
    expect(start(b, 0, new Map([[capacitor, "x"]])).voltage(1)).toBeCloseTo(2, 5);
  });
});

describe("while running", () => {
  test("a switch", () => {
    const b = new Build();
    const out = b.net();
    const lever = b.part("switch", { a: b.rail(5), b: out }, { closed: false });
    b.resistor(out, 0, 1e3);
    const simulation = start(b);
    simulation.run(10);
    expect(simulation.voltage(out)).toBeCloseTo(0, 6);
    simulation.set(lever, { closed: true });
    simulation.run(10);
    expect(simulation.voltage(out)).toBeCloseTo(5, 3);
    expect(simulation.current(lever, "a")).toBeCloseTo(5e-3, 6);
    expect(simulation.time).toBeCloseTo(20 * STEP, 12);
  });

  test("no ringing after a switch opens a coil", () => {
    const b = new Build();
    const [coil, supply] = [b.net(), b.rail(5)];
    const lever = b.part("switch", { a: supply, b: coil }, { closed: true });
    b.inductor(coil, 0, 0.01);
    b.diode(0, coil);
    b.resistor(coil, 0, 1e4);
    const simulation = start(b);
    simulation.run(100);
    simulation.set(lever, { closed: false });
    const volts: number[] = [];
    simulation.run(2000, () => volts.push(simulation.voltage(coil)));
    const turns = volts.filter((v, i) => i > 1 && (v - volts[i - 1]!) * (volts[i - 1]! - volts[i - 2]!) < -1e-8);
    expect(turns.length).toBeLessThan(5);
  });

  test("no ringing in a capacitor straight across a square wave", () => {
    const b = new Build();
    const capacitor = b.capacitor(b.square(5, 0, 1000), 0, 1e-9);
    const simulation = start(b);
    simulation.run(50);
    const currents: number[] = [];
    simulation.run(60, undefined, () => currents.push(simulation.current(capacitor, "a")));
    // It discharges at the edge, all at once, and nothing comes back.
    expect(currents.filter((amperes) => amperes > 1e-9)).toEqual([]);
    expect(currents.filter((amperes) => amperes < -1e-9).length).toBeLessThan(3);
  });

  test("a LED without a resistor has some current, and goes on", () => {
    const b = new Build();
    const led = b.part("led", { anode: b.rail(5), cathode: 0 });
    const simulation = start(b);
    simulation.run(10);
    expect(simulation.problem).toBeNull();
    expect(simulation.current(led, "anode")).toBeGreaterThan(100);
  });

  test("a switch drives logic without false edges", () => {
    const b = new Build();
    const clk = b.net();
    const lever = b.part("switch", { a: b.rail(5), b: clk }, { closed: true });
    b.resistor(clk, 0, 1e4);
    const [t, q, nq] = [b.rail(5), b.net(), b.net()];
    b.part("t-flip-flop", { t, clk, q, nq });
    const other = b.part("switch", { a: t, b: b.net() }, { closed: false });
    const simulation = start(b);
    const seen: number[] = [];
    for (const [part, closed] of [
      [other, true],
      [lever, false],
      [lever, true],
      [other, false],
      [lever, false],
      [lever, true],
    ] as const) {
      simulation.set(part, { closed });
      simulation.run(2);
      seen.push(simulation.voltage(q));
    }
    expect(seen).toEqual([0, 0, 5, 5, 5, 0]);
  });

  test("a sine becomes a square wave in an inverter", () => {
    const b = new Build();
    const out = b.gate("not", b.sine(5, 1000));
    const simulation = start(b);
    const seen: number[] = [];
    simulation.run(1000, () => seen.push(simulation.voltage(out)));
    expect(seen.filter((v, i) => i > 0 && v !== seen[i - 1]).length).toBe(10);
    // Above half of its high voltage for a third of the time.
    expect(seen.filter((v) => v === 0).length / seen.length).toBeCloseTo(1 / 3, 2);
  });

  test("a ring of inverters changes with every time step", () => {
    const b = new Build();
    const [first, second, third] = [b.net(), b.net(), b.net()];
    for (const [input, out] of [
      [first, second],
      [second, third],
      [third, first],
    ])
      b.part("not", { in: input!, out: out! });
    const simulation = start(b);
    const seen: number[] = [];
    simulation.run(6, () => seen.push(simulation.voltage(first)));
    expect(seen.every((v, i) => i === 0 || v !== seen[i - 1])).toBe(true);
  });

  test("an inverter with resistor and capacitor oscillates", () => {
    const b = new Build();
    const input = b.net();
    const out = b.gate("not", input);
    b.resistor(out, input, 1e3);
    b.capacitor(input, 0, 1e-7);
    const simulation = start(b);
    let changes = 0;
    let before = 0;
    simulation.run(1000, undefined, () => {
      if (simulation.voltage(out) !== before) changes++;
      before = simulation.voltage(out);
    });
    expect(simulation.problem).toBeNull();
    expect(changes).toBeGreaterThan(100);
    expect(simulation.voltage(input)).toBeCloseTo(2.5, 0);
  });

  test.each(["opamp", "opamp-ideal"] as const)("a relaxation oscillator with %s starts by itself", (kind) => {
    const b = new Build();
    const [minus, plus] = [b.net(), b.net()];
    const out = b.opamp(kind, minus, plus);
    b.resistor(out, minus, 10e3);
    b.capacitor(minus, 0, 1e-8);
    b.resistor(out, plus, 10e3);
    b.resistor(plus, 0, 10e3);
    const simulation = start(b);
    let rises = 0;
    let before = 0;
    simulation.run(20_000, () => {
      if (before < 0 && simulation.voltage(out) > 0) rises++;
      before = simulation.voltage(out);
    });
    // The period is 2RC·ln 3, 219.7 µs.
    expect(rises / 0.1).toBeGreaterThan(4551 * 0.93);
    expect(rises / 0.1).toBeLessThan(4551 * 1.02);
  });
});

describe("the error bound", () => {
  /** Series resonance at 10 kHz. */
  const resonance = (): [Build, number] => {
    const b = new Build();
    const [middle, out] = [b.net(), b.net()];
    b.resistor(b.sine(1, 10e3), middle, 20.3);
    b.inductor(middle, out, 10e-3);
    b.capacitor(out, 0, 25.33e-9);
    return [b, out];
  };
  const peak = (simulation: Simulation, out: number): number => {
    let most = 0;
    simulation.run(2000);
    simulation.run(400, undefined, () => (most = Math.max(most, simulation.voltage(out))));
    return most;
  };

  test("is held by steps of the simulator's own choice", () => {
    const [b, out] = resonance();
    const simulation = start(b);
    expect(peak(simulation, out)).toBeCloseTo(31, 0);
    expect(simulation.warning).toBeNull();
  });

  test("a fixed step that does not hold it is warned of", () => {
    const [b, out] = resonance();
    const simulation = make(b.netlist(), { timeStep: STEP, fixed: true });
    expect(peak(simulation, out)).toBeLessThan(30);
    expect(simulation.warning).toMatch(/time step is too long/);
    const shorter = make(b.netlist(), { timeStep: 5e-7, fixed: true });
    // The jump at the start is over and forgotten.
    shorter.run(2500);
    expect(shorter.warning).toBeNull();
  });

  test("the same circuit makes the same steps", () => {
    const trace = (): number[] => {
      const [b, out] = resonance();
      const simulation = start(b);
      const seen: number[] = [];
      simulation.run(300, undefined, () => seen.push(simulation.voltage(out)));
      return seen;
    };
    expect(trace()).toEqual(trace());
    expect(trace().length).toBeGreaterThan(300);
  });

  test("logic alone is not cut into shorter steps", () => {
    const b = new Build();
    let clk = b.post("clock", { high: 5, low: 0, frequency: 1000, duty: 50 });
    const high = b.rail(5);
    for (let i = 0; i < 4; i++) {
      const q = b.net();
      b.part("jk-flip-flop", { j: high, k: high, clk, q, nq: b.net() });
      clk = q;
    }
    const simulation = start(b);
    const before = effort.spent;
    simulation.run(1000);
    expect(effort.spent - before).toBeLessThan(1000 * 400);
  });
});

test("currents obey Kirchhoff at every net", () => {
  const b = new Build();
  const supply = b.rail(10);
  const lifted = b.net();
  b.part("dc-source", { minus: supply, plus: lifted }, { voltage: 2 });
  const [base, collector, emitter, minus] = [b.net(), b.net(), b.net(), b.net()];
  b.resistor(lifted, base, 47e3);
  b.resistor(base, 0, 10e3);
  b.resistor(lifted, collector, 3.3e3);
  b.resistor(emitter, 0, 1e3);
  b.bipolar("npn", base, collector, emitter);
  b.capacitor(emitter, 0, 1e-6);
  const out = b.opamp("opamp", minus, emitter);
  b.resistor(out, minus, 1e3);
  b.resistor(minus, 0, 1e3);
  const high = b.gate("not", 0);
  b.part("led", { anode: high, cathode: b.net() });
  b.resistor(b.netlist().nets - 1, 0, 220);
  const [dis, thr, ctl, pulse] = [b.net(), b.net(), b.net(), b.net()];
  b.part("timer-555", { dis, thr, trig: thr, vcc: supply, rst: supply, out: pulse, gnd: 0, ctl });
  b.resistor(supply, dis, 1e3);
  b.resistor(dis, thr, 1e3);
  b.capacitor(thr, 0, 1e-7);
  b.resistor(pulse, 0, 470);
  const mosfet = b.net();
  b.mosfet("pmos", collector, mosfet, supply);
  b.resistor(mosfet, 0, 1e3);
  b.part("ground", { a: 0 });
  const simulation = start(b);
  const { nets, parts } = b.netlist();
  for (let i = 0; i < 20; i++) {
    simulation.run(13);
    const sums = new Float64Array(nets);
    for (const { id, pins } of parts)
      for (const [pin, net] of Object.entries(pins)) sums[net]! += simulation.current(id, pin);
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-9);
  }
  expect(simulation.problem).toBeNull();
  // What the supply gives, the lifted source, the timer and the transistor take.
  expect(simulation.current(1, "a")).toBeLessThan(-1e-3);
});

function pinNames(kind: string): string[] {
  return kindOf(kind).pins.flatMap((pin) => {
    if (pin === "in1…inN") return ["in1", "in2"];
    return typeof pin === "string" ? pin : pin.name;
  });
}

function with1(part: NetPart): NetPart {
  return { ...part, params: { ...part.params, state: 1 } };
}

describe("effort", () => {
  test("a moment takes no more than it may, however large the network", () => {
    const b = new Build();
    // A mesh of diodes, every net joined with a dozen others: dense, and hardly settled.
    const nets = Array.from({ length: 300 }, () => b.net());
    b.part("ac-source", { minus: 0, plus: nets[0]! }, { amplitude: 1000, frequency: 1e5 });
    nets.forEach((net, i) => {
      for (const jump of [1, 7, 31]) b.part("diode", { anode: net, cathode: nets[(i + jump) % nets.length]! });
    });
    const before = effort.spent;
    const simulation = start(b);
    const started = effort.spent - before;
    simulation.run(3);
    expect(started).toBeLessThan(4e8);
    expect(effort.spent - before).toBeLessThan(2e9);
  });
});
